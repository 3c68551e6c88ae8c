import { ask, quantile } from '../../measure.js'
import { commonWords, readDocuments } from '../../seed-catalogue.js'

const QUERIES_PER_KIND = 34

/** What people ask, in turns of every kind. */
export async function queriesOf({ world, agentId, count }) {
  const products = []
  for (let i = 0; i < QUERIES_PER_KIND; i++) {
    const n = Math.floor(((i + 0.5) / QUERIES_PER_KIND) * count)
    products.push(...(await readDocuments(world, agentId, n, n + 1)))
  }
  return products.flatMap(({ name, sku }, i) => {
    const [kind, material, thing, maker] = name.split(' ')
    const common = commonWords[i % commonWords.length]
    return [
      { kind: 'a common word', words: common },
      { kind: 'a rare word', words: maker },
      { kind: 'a misspelt word', words: misspelt(i % 2 ? maker : common, i) },
      { kind: 'two words', words: i % 2 ? `${thing} ${maker}` : `${kind} ${material}` },
      { kind: 'a SKU', words: i % 2 ? sku : `${sku}-M` },
      { kind: 'no match', words: `qzx${i}wv ${i % 2 ? 'jjhgf' : ''}` },
    ]
  })
}

/** Each query one at a time, again and again; after a first time that nobody counts. */
export async function answerTimes({ searchUrl, searchHeaders }, queries, rounds) {
  const times = new Map()
  for (let round = 0; round <= rounds; round++) {
    for (const { kind, words } of queries) {
      const start = performance.now()
      await ask(searchUrl(words), { headers: searchHeaders })
      if (round > 0) times.set(kind, [...(times.get(kind) ?? []), performance.now() - start])
    }
  }
  const rate = (list) => (list.length * 1000) / list.reduce((sum, ms) => sum + ms, 0)
  const all = [...times.values()].flat()
  const bar = (name, list) => ({
    name: `${name}: 95 of 100 within ${quantile(list, 0.95).toFixed(1)} ms`,
    perSecond: rate(list),
    ratio: rate(list) / rate(all),
  })
  const bars = [bar('all, one at a time', all), ...[...times].map(([kind, list]) => bar(kind, list))]
  return { p95: quantile(all, 0.95), bars }
}

/** One letter left out, two swapped, or one doubled. */
function misspelt(word, i) {
  const at = 1 + (i % (word.length - 2))
  if (i % 3 === 0) return word.slice(0, at) + word.slice(at + 1)
  if (i % 3 === 1) return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  return word.slice(0, at) + word[at] + word.slice(at)
}
