import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { signIn } from '../../dist/modules/users/index.js'
import { median } from '../measure.js'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const FEW = 50
const MANY = 50_000
const WANTED_RATIO = 1.3
const WANTED_MS = 1_500
const WANTED_BYTES = 200 * 1024

/** The inbox in a real browser, opened for the first time: how large, how soon, and the same with many conversations. */
export async function dashboard(world, { say, anotherWorld, rounds }) {
  if (!CHROMIUM) {
    say('no Chromium on this machine: the dashboard is left out')
    return []
  }
  const { chromium } = await import('playwright-core')
  say(`writing ${MANY.toLocaleString('en')} conversations`)
  const few = await openInbox(world, FEW)
  const many = await openInbox(await anotherWorld(), MANY)
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu', ...asRoot] })
  try {
    say('opening the inbox in a browser')
    const { scriptBytes } = await visit(browser, few)
    await visit(browser, many)
    const took = { few: [], many: [] }
    for (let round = 0; round < rounds; round++) {
      took.few.push((await visit(browser, few)).ms)
      took.many.push((await visit(browser, many)).ms)
    }
    return [sizeResult(scriptBytes), timeResult(took), growthResult(took)]
  } finally {
    await browser.close()
  }
}

async function openInbox(world, count) {
  const { agent, owner } = await world.openShop()
  await world.sql(`
    insert into conversations (agent_id, id, channel, external_user_id, customer_name, status, last_message_at, created_at)
    select '${agent.id}', gen_random_uuid(), case when c % 3 = 0 then 'website' else 'whatsapp' end, 'user-' || c,
           'Customer ' || c, case when c % 4 = 0 then 'closed' else 'open' end,
           timestamptz '2026-01-01' + c * interval '61.017 seconds', timestamptz '2026-01-01'
      from generate_series(1, ${count}) c`)
  await world.sql(`
    insert into messages (agent_id, id, conversation_id, role, content, channel, created_at)
    select agent_id, gen_random_uuid(), id, case when n = 2 then 'assistant' else 'user' end, 'Message ' || n, channel,
           last_message_at - (3 - n) * interval '10 seconds'
      from conversations, generate_series(1, 3) n where agent_id = '${agent.id}'`)
  await world.sql('analyze conversations, messages')
  const { url } = await world.startService()
  return { url, newest: `Customer ${count}`, token: await signIn(world.db, owner, 'the benchmark') }
}

/** Somebody's first visit: nothing is in the browser's cache. Until the list is there and the page has nothing more to do. */
async function visit(browser, { url, newest, token }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await context.addCookies([{ name: 'icebot_session', value: token, url, httpOnly: true, sameSite: 'Lax' }])
    const page = await context.newPage()
    const scripts = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.body())
    })
    await page.goto(`${url}/conversations`, { waitUntil: 'commit' })
    await page.getByText(newest, { exact: true }).first().waitFor()
    const ms = await page.evaluate(
      'new Promise((done) => requestIdleCallback(() => done(performance.now())))',
    )
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length)
    return { ms, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) }
  } finally {
    await context.close()
  }
}

function sizeResult(bytes) {
  return {
    title: `Script for the inbox: ${Math.round(bytes / 1024)} kB gzip (wanted: at most ${WANTED_BYTES / 1024})`,
    ok: bytes <= WANTED_BYTES,
    bars: [{ name: 'of what is allowed', ratio: bytes / WANTED_BYTES }],
  }
}

function timeResult({ few }) {
  const ms = median(few)
  return {
    title: `The inbox on a first visit: there and idle after ${ms.toFixed(0)} ms (wanted: ${WANTED_MS} ms)`,
    ok: ms < WANTED_MS,
    bars: [{ name: `${few.length} visits`, ratio: ms / WANTED_MS }],
  }
}

function growthResult({ few, many }) {
  const ratio = median(many.map((ms, round) => ms / few[round]))
  return {
    title: `The inbox with ${MANY.toLocaleString('en')} conversations against ${FEW}: ${ratio.toFixed(2)} of the time (wanted: at most ${WANTED_RATIO})`,
    ok: ratio <= WANTED_RATIO,
    bars: [
      { name: `${FEW} conversations`, ratio: 1 },
      { name: `${MANY.toLocaleString('en')} conversations`, ratio },
    ],
  }
}
