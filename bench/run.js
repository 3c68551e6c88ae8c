import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderPage } from './page.js'
import { agent } from './scenarios/agent.js'
import { catalogue } from './scenarios/catalogue.js'
import { dashboard } from './scenarios/dashboard.js'
import { mcp } from './scenarios/mcp.js'
import { messages } from './scenarios/messages.js'
import { orders } from './scenarios/orders.js'
import { refusals } from './scenarios/refusals.js'
import { speech } from './scenarios/speech.js'
import { voice } from './scenarios/voice.js'
import { webhooks } from './scenarios/webhooks.js'
import { createWorld } from './world.js'

const scenarios = { messages, refusals, catalogue, orders, mcp, webhooks, agent, speech, voice, dashboard }
const folder = join(dirname(fileURLToPath(import.meta.url)), 'results')

/** `npm run bench [-- --quick] [-- NAME …]`: ratios against a bare reference in the same run; see docs/benchmark.md. */
export async function bench(args) {
  const quick = args.includes('--quick')
  const chosen = args.filter((word) => !word.startsWith('--'))
  const unknown = chosen.find((name) => !Object.hasOwn(scenarios, name))
  if (unknown)
    throw new Error(`there is no scenario "${unknown}"; there are ${Object.keys(scenarios).join(', ')}`)
  const options = {
    large: quick ? 200_000 : 5_000_000,
    products: { small: 1_000, large: quick ? 10_000 : 100_000 },
    orders: { small: 1_000, large: quick ? 50_000 : 1_000_000 },
    deliveries: quick ? { count: 2_000, rounds: 2, seconds: 5 } : { count: 10_000, rounds: 7, seconds: 30 },
    agent: quick ? { seconds: 15, turns: 1_000 } : { seconds: 60, turns: 10_000 },
    voice: quick ? { turns: 6, seconds: 10 } : { turns: 60, seconds: 60 },
    rounds: quick ? 5 : 15,
    seconds: quick ? 0.5 : 2,
    warmUpSeconds: quick ? 0.25 : 1,
    say: (text) => process.stderr.write(`${text} …\n`),
  }
  const results = []
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const worlds = []
    const anotherWorld = async () => {
      worlds.push(await createWorld())
      return worlds.at(-1)
    }
    try {
      results.push(...(await scenario(await anotherWorld(), { ...options, anotherWorld })))
    } finally {
      for (const world of worlds) await world.close()
    }
  }
  const report = {
    at: new Date().toISOString(),
    node: process.version,
    cpus: cpus().length,
    quick,
    results: results.map(judged),
  }
  process.stdout.write(`\n${table(report.results)}\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(folder, 'latest.html'), renderPage(report))
  process.stdout.write(`\n${join(folder, 'latest.html')}\n`)
}

function judged(result) {
  return { ...result, ok: result.ok ?? result.bars.at(-1).ratio >= result.want }
}

function table(results) {
  return results
    .map(({ title, want, ok, bars }) => {
      const aim = want === undefined ? '' : ` (wanted: at least ${want.toFixed(2)})`
      const lines = bars.map(
        ({ name, perSecond, ratio }) =>
          `  ${name.padEnd(46)} ${rate(perSecond).padStart(10)}  ${ratio.toFixed(2).padStart(6)}`,
      )
      return [`${ok ? '✓' : '✗'} ${title}${aim}`, ...lines].join('\n')
    })
    .join('\n\n')
}

/** Not everything that is compared is a rate. */
function rate(perSecond) {
  return perSecond === undefined ? '' : `${Math.round(perSecond).toLocaleString('en')}/s`
}
