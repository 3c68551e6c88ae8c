import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

const CONNECTIONS = 16
const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 })

/** What is measured in turns, each against the first of them. */
export async function compare(things, options) {
  return against(await inTurns(things, options))
}

/**
 * Measures several things in turns, round after round: what disturbs the machine disturbs all of them alike. A thing is a
 * list of urls to put under load, or measures its rate itself.
 */
export async function inTurns(things, { rounds, seconds, warmUpSeconds = 1 }) {
  for (const thing of things) await rateOf(thing, warmUpSeconds)
  const measured = things.map(({ name }) => ({ name, rates: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const [i, thing] of things.entries()) measured[i].rates.push(await rateOf(thing, seconds))
  }
  return measured
}

/** Each round gives one ratio against the first thing in that round; the median of those is the result. */
export function against(measured) {
  const [first] = measured
  return measured.map(({ name, rates }) => ({
    name,
    perSecond: median(rates),
    ratio: median(rates.map((rate, round) => rate / first.rates[round])),
  }))
}

function rateOf(thing, seconds) {
  return thing.rate ? thing.rate(seconds) : load(thing, seconds)
}

/** Requests per second; any answer but the expected one spoils the measurement and ends it. */
async function load(thing, seconds) {
  const { name, urls, method = 'GET', body, headers = {}, expect = 200, connections = CONNECTIONS } = thing
  const result = await autocannon({
    url: urls[0],
    connections,
    duration: seconds,
    // It ends with a sample, not before.
    sampleInt: 100,
    method,
    body,
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

/** One step after the other, for so long or so often: steps per second. */
export async function repeat(step, { seconds = Infinity, times = Infinity }) {
  const start = performance.now()
  let count = 0
  let elapsed = 0
  while (count < times && elapsed < seconds * 1000) {
    await step()
    count++
    elapsed = performance.now() - start
  }
  return (count * 1000) / elapsed
}

/** One request over a connection that stays; the text of the answer, which must be a 200. */
export function ask(url, { method = 'GET', headers = {}, body } = {}) {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const options = { method, agent: oneConnection, headers: { ...type, ...length, ...headers } }
    const asked = request(url, options, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${url} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

export function median(values) {
  return quantile(values, 0.5)
}

/** Between two values where the place lies between them. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  return below + (sorted[Math.ceil(place)] - below) * (place % 1)
}
