const THINGS = `shirt coffee chair lamp chicken kettle bag shoes towel noodles table mug pillow biscuits tea curtain knife
  pan blanket umbrella rice jacket basket bottle mirror clock sauce carpet bowl soap candle wallet cap belt sandals scarf
  tray vase stool spoon`
const KINDS = `classic fresh large mini organic premium soft spicy light sweet travel vintage modern crispy slim folding
  smart heavy quiet golden salted family winter outdoor handmade instant double portable royal daily`
const MATERIALS = `cotton bamboo steel ceramic leather wool glass rattan linen copper coconut silk teak marble paper rubber
  velvet pandan denim oat`
const COLOURS = 'black white navy red green grey beige brown pink yellow'
const CATEGORIES = `clothing kitchen furniture food drinks bathroom garden lighting travel gifts baby sports stationery pets
  tools bedding snacks toys office seasonal`
const PHRASES = `with for and from our shop best seller made in malaysia sedap untuk keluarga setiap hari easy to clean
  keeps its colour suitable every home delivered within three days stok terhad new design good price gift box included
  serve cold or hot wash before use non slip handle water proof cover extra strong inner lining two year warranty limited`
const SYLLABLES = `ka ko pi la te ma nu si ra go ber lem tan shi blu gre chi sam bal ris von zu fe mo do qui xa hel nor pel
  wy jo cu vi sto dra fi lu ne ty`
/** So many products are of one maker, whose name nobody else has: a large catalogue has more words than a small one. */
const PRODUCTS_PER_MAKER = 5

export const commonWords = [...list(THINGS).slice(0, 8), ...list(KINDS).slice(0, 4), 'navy', 'clothing']

/** So many products of three variants each: words as unevenly common as they are in shops, makers' names, SKUs. */
export async function seedProducts(world, agentId, count) {
  await world.db.session(async (session) => {
    await session.script(`
      set statement_timeout = 0;
      set session_replication_role = replica;
      create function pg_temp.pick(words text[], n integer, salt bigint) returns text language sql immutable
        return words[1 + floor(cardinality(words) * power((hashint8(n * 97 + salt) & 1048575) / 1048576.0, 2))::integer];
      create function pg_temp.maker(n integer) returns text language sql immutable
        return (${array(SYLLABLES)})[1 + n * 7919 % 40] || (${array(SYLLABLES)})[1 + n * 7919 / 40 % 40]
            || (${array(SYLLABLES)})[1 + n * 7919 / 1600 % 40];

      insert into products (agent_id, id, source, external_id, name, description, category, sku, price_sen, is_active,
                            on_hand, variant_words)
      select '${agentId}', ${productId('n')}, 'api', n::text,
             initcap(kind || ' ' || material || ' ' || thing || ' ' || pg_temp.maker(n / ${PRODUCTS_PER_MAKER})),
             (select string_agg(pg_temp.pick(${array([PHRASES, THINGS, MATERIALS].join(' '))}, n, 10 + w), ' ')
                from generate_series(1, 20) w),
             initcap(category), sku, 100 + n % 9900, n % 50 <> 0, n % 40,
             (select string_agg(initcap(pg_temp.pick(${array(COLOURS)}, n, 40 + v)) || ' ' || size || ' ' || sku || '-' || size,
                                ' ' order by v)
                from unnest(array['S', 'M', 'L']) with ordinality as s (size, v))
        from generate_series(0, ${count - 1}) n,
             lateral (select pg_temp.pick(${array(KINDS)}, n, 1) as kind, pg_temp.pick(${array(MATERIALS)}, n, 2) as material,
                             pg_temp.pick(${array(THINGS)}, n, 3) as thing,
                             pg_temp.pick(${array(CATEGORIES)}, n, 4) as category) word,
             lateral (select upper(left(category, 3)) || '-' || lpad(n::text, 6, '0') as sku) code;

      insert into variants (agent_id, id, product_id, product_external_id, source, external_id, name, sku, price_sen,
                            is_active, position, on_hand)
      select '${agentId}', ${productId('n * 4 + v')}, p.id, p.external_id, 'api', n || '-' || size,
             initcap(pg_temp.pick(${array(COLOURS)}, n, 40 + v)) || ' ' || size, p.sku || '-' || size,
             p.price_sen + v, true, v - 1, (n + v) % 30
        from generate_series(0, ${count - 1}) n
        join products p on p.agent_id = '${agentId}' and p.id = ${productId('n')},
             unnest(array['S', 'M', 'L']) with ordinality as s (size, v);

      insert into catalogue_words (agent_id, word)
      select '${agentId}', word from (
        select pg_temp.maker(n) from generate_series(0, ${Math.floor((count - 1) / PRODUCTS_PER_MAKER)}) n
        union
        select unnest(${array([THINGS, KINDS, MATERIALS, COLOURS, CATEGORIES, PHRASES].join(' '))})
        union
        select left(unnest(${array(CATEGORIES)}), 3)
      ) known (word) where length(word) >= 3;
      reset session_replication_role`)
    for (const table of ['products', 'variants', 'catalogue_words'])
      await session.script(`vacuum analyze ${table}`)
  })
}

/** Products as a sync sends them, read back from the database: what is sent again is what is there. */
export function readDocuments(world, agentId, from, to) {
  return world.sql(`
    select p.external_id, p.name, p.description, p.category, p.sku, p.price_sen / 100.0 as price, p.is_active,
           p.on_hand as stock, v.variants
      from generate_series(${from}, ${to - 1}) n
      join products p on p.agent_id = '${agentId}' and p.source = 'api' and p.external_id = n::text,
           lateral (select json_agg(json_build_object('external_id', v.external_id, 'name', v.name, 'sku', v.sku,
                             'price', v.price_sen / 100.0, 'is_active', v.is_active, 'stock', v.on_hand)
                             order by v.position) as variants
                      from variants v where v.agent_id = p.agent_id and v.product_id = p.id) v
     order by n`)
}

function list(words) {
  return words.split(/\s+/)
}

function array(words) {
  return `array[${list(words).map((word) => `'${word}'`)}]`
}

function productId(number) {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}
