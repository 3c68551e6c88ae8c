import autocannon from 'autocannon'

const CONNECTIONS = 16

/**
 * Measures several things in turns, round after round: what disturbs the machine disturbs all of them alike. Each round
 * gives one ratio against the first thing of that round; the median of those is the result.
 */
export async function compare(things, { rounds, seconds, warmUpSeconds = 1 }) {
  for (const thing of things) await load(thing, warmUpSeconds)
  const rates = things.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, thing] of things.entries()) rates[i].push(await load(thing, seconds))
  }
  return things.map(({ name }, i) => ({
    name,
    perSecond: median(rates[i]),
    ratio: median(rates[i].map((rate, round) => rate / rates[0][round])),
  }))
}

/** Requests per second; any answer but the expected one spoils the measurement and ends it. */
async function load({ name, urls, headers = {}, expect = 200 }, seconds) {
  const result = await autocannon({
    url: urls[0],
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    requests: urls.map((url) => ({ path: new URL(url).pathname + new URL(url).search })),
  })
  const answers = Object.entries(result.statusCodeStats ?? {})
  const strange = answers.find(([status]) => Number(status) !== expect)
  if (strange || result.errors > 0) {
    throw new Error(`${name}: ${result.errors} errors, answers ${JSON.stringify(result.statusCodeStats)}`)
  }
  return result.requests.total / result.duration
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
