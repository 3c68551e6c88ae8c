import { against, ask, compare, inTurns } from '../measure.js'
import { seedProducts } from '../seed-catalogue.js'
import { answerTimes, queriesOf } from './catalogue/search.js'
import { checkReference, createdThings, stockThings, syncThings } from './catalogue/sync.js'

/** Searches take long beside a round: with more at once, those under way at its end would be a large part of all. */
const SEARCHING_AT_ONCE = 4
const ANSWERED_MS = 50

/** Syncs, stock and search with few and with many products: a database and a service each, measured in turns. */
export async function catalogue(world, { products: sizes, anotherWorld, say, ...options }) {
  const short = { ...options, seconds: options.seconds / 2 }
  const few = await openCatalogue(world, sizes.small, say)
  const many = await openCatalogue(await anotherWorld(), sizes.large, say)
  const [small, large] = [sizes.small, sizes.large].map((count) => count.toLocaleString('en'))
  await checkReference(few)

  say('syncing 200 products of 3 variants')
  const sync = await inTurns([...(await syncThings(few)), ...(await syncThings(many))], short)
  say('setting 1,000 stock levels')
  const variants = await inTurns(
    [...(await stockThings(few, 'variant')), ...(await stockThings(many, 'variant'))],
    short,
  )
  const products = await compare(await stockThings(few, 'product'), short)
  // After the syncs: the catalogue is searched as they leave it.
  say('searching')
  const queries = [await queriesOf(few), await queriesOf(many)]
  const search = await compare(
    [few, many].map((one, i) => searchThing(one, queries[i])),
    options,
  )
  const passes = Math.ceil(options.rounds / 3)
  const answers = [await answerTimes(few, queries[0], passes), await answerTimes(many, queries[1], passes)]
  say('creating 200 products of 3 variants')
  const created = await compare(await createdThings(many, options.rounds), { rounds: options.rounds })

  const pair = (title, want, bars) => ({ title, want, bars })
  return [
    pair(`A sync of 200 × 3, ${small} products stored`, 0.6, against(sync.slice(0, 2))),
    pair(`A sync of 200 × 3, ${large} products stored`, 0.6, against(sync.slice(2))),
    pair(`A sync that creates 200 × 3, ${large} products stored`, 0.6, created),
    pair('A sync as the catalogue grows (within 1.5×)', 1 / 1.5, grown(sync)),
    pair(`1,000 stock levels of variants, ${small} products stored`, 0.6, against(variants.slice(0, 2))),
    pair(`1,000 stock levels of variants, ${large} products stored`, 0.6, against(variants.slice(2))),
    pair(`1,000 stock levels of products, ${small} products stored`, 0.6, products),
    pair('Stock levels as the catalogue grows (within 1.5×)', 1 / 1.5, grown(variants)),
    pair('A search as the catalogue grows (within 1.5×)', 1 / 1.5, search),
    answered(small, answers[0]),
    answered(large, answers[1]),
  ]

  function grown([, fewer, , more]) {
    return against([
      { ...fewer, name: `${small} products` },
      { ...more, name: `${large} products` },
    ])
  }
}

function answered(products, { p95, bars }) {
  const title = `A search among ${products} products: 95 of 100 answered within ${p95.toFixed(1)} ms`
  return { title: `${title} (wanted: ${ANSWERED_MS} ms)`, ok: p95 < ANSWERED_MS, p95Ms: p95, bars }
}

async function openCatalogue(world, count, say) {
  say(`writing ${count.toLocaleString('en')} products`)
  const { agent, key, token } = await world.openShop()
  await seedProducts(world, agent.id, count)
  const { url } = await world.startService()
  const bare = await world.startBareSync(agent.id)
  return {
    world,
    agentId: agent.id,
    count,
    bareUrl: bare.url,
    searchUrl: (words) => `${url}/api/manage/agents/${agent.id}/products?q=${encodeURIComponent(words)}`,
    searchHeaders: { Authorization: `Bearer ${token}` },
    send: (path, body) =>
      ask(`${url}/api/v1/catalogue/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body,
      }),
  }
}

function searchThing({ count, searchUrl, searchHeaders }, queries) {
  const name = `${count.toLocaleString('en')} products`
  const urls = queries.map(({ words }) => searchUrl(words))
  return { name, urls, headers: searchHeaders, connections: SEARCHING_AT_ONCE }
}
