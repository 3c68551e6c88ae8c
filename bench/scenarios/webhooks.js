import { setTimeout as sleep } from 'node:timers/promises'
import { emit } from '../../dist/modules/webhooks/index.js'
import { against, ask, median, quantile } from '../measure.js'
import { memoryOf, memorySettings } from '../memory.js'
import { queueDeliveries } from '../seed-deliveries.js'

/** As many requests at a time as the service gives one endpoint. */
const AT_ONCE = 8
const PER_SECOND = 50

/** A queue of deliveries against a bare loop of POSTs, what that does to memory, and how soon a single one arrives. */
export async function webhooks(world, { deliveries: { count, rounds, seconds }, say }) {
  const { workspace, token } = await world.openShop()
  const receiver = await world.startReceiver()
  const loop = await world.startBarePost(receiver.url, 1)
  const wide = await world.startBarePost(receiver.url, AT_ONCE)
  const service = await world.startService(
    { ICEBOT_WEBHOOK_ALLOW: '127.0.0.1', ...memorySettings },
    'web,worker',
  )
  const headers = { Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ url: `${receiver.url}/hook` })
  await ask(`${service.url}/api/manage/webhook`, { method: 'PUT', headers, body })

  say(`delivering ${count.toLocaleString('en')} webhooks, ${rounds + 1} times`)
  const things = [
    { name: 'bare keep-alive POST loop', start: () => ask(`${loop.url}/${count}`), rates: [] },
    { name: `the same, ${AT_ONCE} at a time`, start: () => ask(`${wide.url}/${count}`), rates: [] },
    { name: 'icebot, from its queue', start: () => queueDeliveries(world, workspace.id, count), rates: [] },
  ]
  const memory = []
  for (let round = 0; round <= rounds; round++) {
    for (const { start, rates } of things) {
      const rate = await arrival(receiver, count, start)
      // The first round warms everything up.
      if (round > 0) rates.push(rate)
    }
    memory.push(await memoryOf(service.url))
  }
  const bars = against(things)

  say(`${PER_SECOND} webhooks a second for ${seconds} s`)
  const delays = await delaysOf(world, workspace.id, receiver, seconds)
  await Promise.all([service, loop, wide, receiver].map(({ stop }) => stop()))
  return [
    { title: `${count.toLocaleString('en')} queued webhooks to one receiver`, want: 0.5, bars },
    memoryResult(memory, count),
    delayResult(delays),
  ]
}

/** Starts it and waits until all have arrived; per second, by the receiver's own clock. */
async function arrival(receiver, count, start) {
  await ask(`${receiver.url}/reset`)
  await start()
  let seen = 0
  let tally
  for (const until = Date.now() + 120_000; seen < count; ) {
    if (Date.now() > until) throw new Error(`only ${seen} of ${count} webhooks arrived`)
    await sleep(300)
    tally = JSON.parse(await ask(`${receiver.url}/tally`))
    seen = tally.count
  }
  return (count * 1000) / tally.overMs
}

/** Counted from before the transaction begins, so the true delay after its commit is shorter. */
async function delaysOf({ db }, workspaceId, receiver, seconds) {
  await ask(`${receiver.url}/reset`)
  const start = performance.now()
  const sending = []
  for (let i = 0; i < seconds * PER_SECOND; i++) {
    await sleep(Math.max(0, start + (i * 1000) / PER_SECOND - performance.now()))
    const content = { sent_ms: performance.timeOrigin + performance.now() }
    const event = { workspaceId, name: 'message.created', subject: workspaceId, content }
    sending.push(db.transaction((tx) => emit(tx, event)))
  }
  await Promise.all(sending)
  await sleep(3_000)
  const { delays } = JSON.parse(await ask(`${receiver.url}/tally`))
  if (delays.length !== sending.length) throw new Error(`${delays.length} of ${sending.length} arrived`)
  return delays
}

function memoryResult(memory, count) {
  const [first, ...later] = memory
  const most = Math.max(...later) / first
  const name = (rounds) => `after ${(rounds * count).toLocaleString('en')}: ${megabytes(memory[rounds - 1])}`
  return {
    title: `Memory after many webhooks: at most ${most.toFixed(2)} of what it was after the first ${count.toLocaleString('en')}`,
    ok: most < 1.25,
    bars: memory.map((bytes, i) => ({ name: name(i + 1), ratio: bytes / first })),
  }
}

function delayResult(delays) {
  const [p50, p99] = [median(delays), quantile(delays, 0.99)]
  const shown = (ms) => `${ms.toFixed(0)} ms`
  return {
    title: `From what happened to its arrival, ${PER_SECOND} a second: half within ${shown(p50)}, 99 of 100 within ${shown(p99)} (wanted: 50 and 500)`,
    ok: p50 < 50 && p99 < 500,
    p50Ms: p50,
    p99Ms: p99,
    bars: [{ name: `${delays.length} webhooks`, perSecond: PER_SECOND, ratio: 1 }],
  }
}

function megabytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
