import type { Uuid } from '../../lib/ids.ts'
import { distance } from '../../lib/spelling.ts'
import { nothing, type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { type ProductRow, readProducts } from './listing.ts'
import { plain, spellings, tolerance, wordsIn } from './words.ts'

export interface Search {
  words: string
  limit: number
  /** Only what is active; for the agent. */
  forSale?: boolean
  /** The archived ones instead of the others; they are never offered. */
  archived?: boolean
}

/** Of a word that very many products have, only so many are compared: more words find better ones. */
const MOST_COMPARED = 200
/** With fewer than this, the question may be misspelt. */
const FEW = 3
/** Of a question that nothing answers as a whole, the longest words: they say most. */
const TELLING_WORDS = 4

/**
 * Products by words: those that have all words in their names, then those with words that begin so, then in any text, then
 * those that have similar words, and at last those that have any of them. Each step is taken only while there is room, the
 * cheapest first. What can be sold comes first.
 */
export async function searchProducts(db: Queryable, agentId: Uuid, search: Search): Promise<ProductRow[]> {
  const question = plain(search.words)
  const words = wordsIn(question)
  if (words.length === 0) return []
  const found = new Map<Uuid, Match>()
  const look = async (text: Sql, query: string) => {
    for (const match of await matches(db, agentId, { ...search, words: question }, text, query)) {
      if (found.size < search.limit && !found.has(match.id)) found.set(match.id, match)
    }
  }
  await look(NAMES, words.map(exactly).join(' & '))
  // A word that nothing here begins with is in no text: most of what customers misspell, or want elsewhere, ends so.
  const meant = found.size === 0 ? await meanings(db, agentId, words) : undefined
  if (meant === undefined || meant.every(({ isThere }) => isThere)) {
    // Of words that a name has, only the last may be unfinished. What very many begin with is dear to look for.
    const finished = words.length - (found.size > 0 ? 1 : 2)
    const beginnings = words.map((word, i) => (i < finished ? exactly(word) : startingWith(word)))
    if (found.size < search.limit) await look(NAMES, beginnings.join(' & '))
    if (found.size < search.limit) await look(TEXTS, beginnings.join(' & '))
  }
  if (found.size < Math.min(FEW, search.limit)) {
    const guesses = meant ?? (await meanings(db, agentId, words))
    const all = guesses.filter(({ isThere, near }) => isThere || near.length > 0)
    if (all.length === words.length && guesses.some(({ near }) => near.length > 0))
      await look(TEXTS, guesses.map(anyOf).join(' & '))
    if (found.size === 0 && all.length > 0) await look(NAMES, telling(all).map(anyOf).join(' | '))
  }
  if (found.size === 0) return []
  const ranked = [...found.values()].sort((a, b) => Number(b.sellable) - Number(a.sellable))
  return readProducts(
    db,
    agentId,
    ranked.map(({ id }) => id),
  )
}

interface Match {
  id: Uuid
  sellable: boolean
}

const NAMES = sql`product_names(name, category, sku, variant_words)`
const TEXTS = sql`product_texts(name, category, sku, variant_words, description)`

function matches(
  db: Queryable,
  agentId: Uuid,
  { words, limit, forSale, archived }: Search,
  text: Sql,
  query: string,
): Promise<Match[]> {
  const shown = sql`archived_at is ${archived ? sql`not null` : sql`null`} ${forSale ? sql`and is_active` : nothing}`
  const calledSo = sql`lower(name) collate "C" between lower(${words}) and lower(${words}) || ${LAST}`
  const having = sql`
    select * from products
     where agent_id::text = ${agentId} and ${shown} and not (${calledSo}) and ${text} @@ to_tsquery('simple', ${query})`
  return db.rows<Match>(sql`
    select p.id, ${SELLABLE} as sellable
      from (
        select * from (
          (select * from products
            where agent_id = ${agentId} and ${shown} and ${calledSo}
            order by lower(name) collate "C"
            limit ${MOST_COMPARED})
          union all ${having} and ${SAMPLED}
          union all ${having} and not (${SAMPLED})
        ) found limit ${MOST_COMPARED}
      ) p
     order by sellable desc, similarity(p.name, ${words}) desc, lower(p.name), p.id
     limit ${limit}`)
}

/**
 * An index reads all that have a word before it gives the first one. One product in sixteen is in an index of its own, and
 * where those are enough the others are not looked for.
 */
const SAMPLED = sql`right(id::text, 1) = '0'`

/** Sorts after everything that may follow in a name. */
const LAST = '\u{10ffff}'

/** It has a price and something is left of it: of the product, or of a variant when it is sold by variant. */
const SELLABLE = sql`p.is_active and p.archived_at is null and coalesce(
  (select bool_or(coalesce(v.price_sen, p.price_sen) is not null and (v.on_hand is null or v.on_hand > v.held))
     from variants v
    where v.agent_id = p.agent_id and v.product_id = p.id and v.is_active and v.removed_at is null),
  p.price_sen is not null and (p.on_hand is null or p.on_hand > p.held))`

function exactly(word: string): string {
  return `'${word}'`
}

/** A word of two letters begins too many. */
function startingWith(word: string): string {
  return word.length < 3 ? exactly(word) : `'${word}':*`
}

function anyOf({ word, near }: Meaning): string {
  return `(${[word, ...near].map(exactly).join(' | ')})`
}

function telling(meant: Meaning[]): Meaning[] {
  return [...meant].sort((a, b) => b.word.length - a.word.length).slice(0, TELLING_WORDS)
}

interface Meaning {
  word: string
  /** Something in the catalogue is called so, or begins so; of codes and very short words nobody keeps a list. */
  isThere: boolean
  /** What it may have been meant to be. A word that the catalogue knows is what it is. */
  near: string[]
}

async function meanings(db: Queryable, agentId: Uuid, words: string[]): Promise<Meaning[]> {
  const asked = words.map((word) => word.toLowerCase())
  const rows = await db.rows<{ word: string; begun: boolean; similar: string | null }>(sql`
    select asked.word, coalesce(own.word, '') <> '' as begun, near.word as similar
      from unnest(${asked}::text[]) as asked (word)
      left join lateral (
             select known.word from catalogue_words known
              where known.agent_id = ${agentId} and known.word between asked.word and asked.word || ${LAST}
              order by known.word limit 1) own on true
      left join lateral similar_words(${agentId}, asked.word) near (word) on own.word is distinct from asked.word`)
  return asked.map((word) => {
    const own = rows.filter((row) => row.word === word)
    const near = own
      .flatMap(({ similar }) => (similar === null ? [] : { similar, steps: distance(word, similar) }))
      .filter(({ steps }) => steps <= tolerance(word))
      .sort((a, b) => a.steps - b.steps)
      .slice(0, 5)
    const isListed = spellings(word).includes(word)
    return {
      word,
      isThere: !isListed || own.some(({ begun }) => begun),
      near: near.map(({ similar }) => similar),
    }
  })
}
