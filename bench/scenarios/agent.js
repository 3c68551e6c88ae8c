import { setTimeout as sleep } from 'node:timers/promises'
import { ask, median, quantile } from '../measure.js'
import { memoryOf, memorySettings } from '../memory.js'
import { seedProducts } from '../seed-catalogue.js'
import { agentModel } from './agent-model.js'

const PRODUCTS = 10_000
const CUSTOMERS = 100
const EVERY_MS = 5_000
const WANTED_P95_MS = 50

/** The built-in brain: customers who each write every few seconds, then as many turns as it can take, and what memory does. */
export async function agent(world, { agent: { seconds, turns }, anotherWorld, say }) {
  say(`writing ${PRODUCTS.toLocaleString('en')} products`)
  const shop = await world.openShop()
  await seedProducts(world, shop.agent.id, PRODUCTS)
  await world.sql(`update workspaces set credits = 1000000000`)
  const names = (await world.sql(`select name from products order by random() limit 200`)).map(
    ({ name }) => name,
  )
  const service = await world.startService({ ICEBOT_BURST_MS: '0', ...memorySettings }, 'web,worker')
  const write = writer(service.url, shop, names)

  say(`${CUSTOMERS} customers, each writes every ${EVERY_MS / 1000} s, for ${seconds} s`)
  const took = await chatter(write, seconds)
  say(`${turns.toLocaleString('en')} turns one after the other, eight at a time`)
  const { rate, memory } = await manyTurns(write, turns, () => memoryOf(service.url))
  await service.stop()
  const model = await agentModel(await anotherWorld(), { turns: turns / 20, say })
  return [turnResult(took), memoryResult(memory, turns, rate), ...model]
}

/** Each customer goes through an order and begins again; what they write depends on how often they have written. */
function writer(url, { agent, token }, names) {
  const headers = { Authorization: `Bearer ${token}` }
  const counts = new Map()
  return async (customer) => {
    const count = counts.get(customer) ?? 0
    counts.set(customer, count + 1)
    const product = names[(customer * 7 + count) % names.length]
    const said = [
      'hi',
      `ada ${product}?`,
      `nak 2 ${product}`,
      'berapa semua?',
      'nama saya Siti, 012-345 6789',
      'ya betul',
      'bila buka?',
    ][count % 7]
    const body = { channel: 'whatsapp', external_user_id: `customer ${customer}`, text: said }
    const start = performance.now()
    const answer = await ask(`${url}/api/manage/agents/${agent.id}/inbound`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (JSON.parse(answer).replies.length === 0) throw new Error(`no reply to "${said}"`)
    return performance.now() - start
  }
}

async function chatter(write, seconds) {
  const took = []
  const until = performance.now() + seconds * 1000
  const customer = async (_, i) => {
    await sleep((i * EVERY_MS) / CUSTOMERS)
    while (performance.now() < until) {
      const ms = await write(i)
      took.push(ms)
      await sleep(Math.max(0, EVERY_MS - ms))
    }
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, customer))
  return took
}

async function manyTurns(write, turns, memoryNow) {
  const memory = []
  const share = Math.ceil(turns / 5)
  const start = performance.now()
  for (let part = 0; part < 5; part++) {
    let left = share
    const hand = async (_, i) => {
      while (left-- > 0) await write(1_000 + i)
    }
    await Promise.all(Array.from({ length: 8 }, hand))
    memory.push(await memoryNow())
  }
  return { rate: (share * 5 * 1000) / (performance.now() - start), memory }
}

function turnResult(took) {
  const [p50, p95] = [median(took), quantile(took, 0.95)]
  return {
    title: `A turn of the built-in brain among ${PRODUCTS.toLocaleString('en')} products: half within ${p50.toFixed(0)} ms, 95 of 100 within ${p95.toFixed(0)} ms (wanted: ${WANTED_P95_MS} ms)`,
    ok: p95 < WANTED_P95_MS,
    p50Ms: p50,
    p95Ms: p95,
    bars: [{ name: `${took.length} turns of ${CUSTOMERS} customers`, ratio: 1 }],
  }
}

function memoryResult(memory, turns, rate) {
  const [first] = memory
  const most = Math.max(...memory.slice(1)) / first
  return {
    title: `Memory over ${turns.toLocaleString('en')} turns: at most ${most.toFixed(2)} of what it was after a fifth of them`,
    ok: most < 1.25,
    bars: memory.map((bytes, i) => ({
      name: `after ${Math.round(((i + 1) * turns) / 5).toLocaleString('en')} turns: ${Math.round(bytes / 2 ** 20)} MB`,
      ...(i === 0 ? { perSecond: rate } : {}),
      ratio: bytes / first,
    })),
  }
}
