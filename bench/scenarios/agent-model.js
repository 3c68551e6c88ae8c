import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { system } from '../../dist/modules/audit/index.js'
import { createBrain, hear, takeTurn } from '../../dist/modules/brain/index.js'
import { ask, median, quantile } from '../measure.js'
import { seedProducts } from '../seed-catalogue.js'

const PRODUCTS = 10_000
const WARM_UP = 50
const WANTED_MS = 15

/**
 * The language-model brain against a model that answers at once: whole turns, each with a tool call, beside the same two
 * requests sent bare. What thinking takes longer than those and the search is our own.
 */
export async function agentModel(world, { turns = 500, say }) {
  const { agent } = await world.openShop()
  await seedProducts(world, agent.id, PRODUCTS)
  const model = await startModel()
  const brain = createBrain({ llm: 'openai-compatible', llmUrl: model.url, llmModel: 'instant' })
  const thinking = []
  const computing = []
  const searching = []
  const think = async (turn) => {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const thought = await brain.think(turn)
    const { user, system } = process.cpuUsage(cpu)
    thinking.push(performance.now() - start)
    computing.push((user + system) / 1000)
    return thought
  }
  const turn = turnOf(world, agent, { think }, stopwatch(searching))

  say(`${turns.toLocaleString('en')} turns against an instant model, each beside two bare requests to it`)
  const took = { turns: [], bare: [] }
  for (let i = -WARM_UP; i < turns; i++) {
    const whole = await turn(i)
    const bare = await timed(() => exchange(model.url))
    if (i < 0) continue
    took.turns.push(whole)
    took.bare.push(bare)
  }
  await model.stop()
  const [thought, computed, searched] = [thinking, computing, searching].map((list) => list.slice(WARM_UP))
  return [overheadResult({ ...took, thought, computed, searched })]
}

/** A new customer each time: history is short, as most conversations are. */
function turnOf({ db, sql }, agent, brain, watch) {
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, flush: quiet }
  const terms = async () => ({ payUrl: null, windowSeconds: 1_800 })
  const parts = { db, brain, log, terms, messageCredits: 0, burstMs: 0 }
  const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
  return async (i) => {
    const from = { channel: 'api', external_user_id: `customer ${i}`, text: 'ada kopi ais?' }
    const { conversation } = await hear(parts, context, from)
    const ms = await timed(async () => {
      const taken = await takeTurn(parts, agent.id, conversation.id, watch)
      if (taken !== 'answered') throw new Error(`a turn was ${taken}`)
    })
    const [{ handler }] = await sql(`select handler from conversations where id = '${conversation.id}'`)
    if (handler !== 'ai') throw new Error('the model could not be used')
    return ms
  }
}

/** A tool is told of before and after it runs. */
function stopwatch(times) {
  let start
  return ({ result }) => {
    if (result === undefined) start = performance.now()
    else times.push(performance.now() - start)
  }
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function exchange(url) {
  for (const role of ['user', 'tool']) {
    const body = JSON.stringify({ stream: true, messages: [{ role, content: 'x'.repeat(8_000) }] })
    await ask(`${url}/chat/completions`, { method: 'POST', body })
  }
}

async function startModel() {
  const file = fileURLToPath(new URL('../model-server.js', import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  const stop = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  return { url: `http://127.0.0.1:${String(port).trim()}/v1`, stop }
}

/** The model's time and the database's are theirs; the rest of a turn is the same whatever thinks. */
function overheadResult({ turns, thought, computed, searched, bare }) {
  const own = thought.map((ms, i) => ms - bare[i] - searched[i])
  const [p50, p95] = [median(own), quantile(own, 0.95)]
  const shown = (ms) => `${ms.toFixed(1)} ms`
  const bar = (name, times) => ({
    name: `${name}: ${shown(median(times))}`,
    ratio: median(times) / median(bare),
  })
  return {
    title: `What the language-model brain takes beside the model and the database: half within ${shown(p50)}, 95 of 100 within ${shown(p95)} (wanted: ${WANTED_MS} ms)`,
    ok: p50 < WANTED_MS,
    p50Ms: p50,
    p95Ms: p95,
    // What a machine with nothing else to do would need: others only ever make it longer.
    p5Ms: quantile(own, 0.05),
    bars: [
      bar('the two requests, bare', bare),
      bar('its search of the catalogue', searched),
      bar('the brain, both included', thought),
      bar('of that, processor time of this process', computed),
      bar('the whole turn', turns),
    ],
  }
}
