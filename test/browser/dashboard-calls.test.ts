import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import type { Answer } from '../../src/modules/calls/index.ts'
import { addDoNotCall } from '../../src/modules/contacts/index.ts'
import { replyAsAgent } from '../../src/modules/conversations/index.ts'
import { createUser, type User } from '../../src/modules/users/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Caller, loud, openCaller } from '../harness/calls.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { startService, type TestService } from '../harness/service.ts'

const NO_BROWSER = 'no Chromium on this machine'
const BARRED = '+60129998888'
const REFUSALS: [error: string, status: number, said: string][] = [
  ['insufficient_credits', 402, 'Fewer than 400 credits are left'],
  ['plan_no_voice', 403, 'not verified yet'],
  ['opted_out', 422, 'asked this agent not to call again'],
  ['no_voice_agent', 422, 'This agent has no voice'],
  ['no_outbound_number', 422, 'There is no number to call from'],
  ['call rate limit exceeded', 429, 'Ten calls were placed in the last minute'],
  ['provider_declined', 502, 'The phone company refused the call'],
  ['voice_unconfigured', 503, 'Phone calls are switched off'],
  ['dnc_unreadable', 503, 'Try again shortly'],
]
let browser: Browser | undefined
let service: TestService
let caller: Caller
let owner: User

/** What the agent says next in the call that goes on; `end` lets it end. */
let line: { say(role: 'user' | 'assistant', text: string): Promise<void>; end(): void } | undefined
const answer: Answer = async (call, wire, clock) => {
  const begun = clock.now()
  wire.listen({ sound: () => {}, closed: () => {} })
  const ids = { workspaceId: call.workspaceId, agentId: call.agentId }
  const say = (text: string) =>
    service.db.transaction(async (tx) => void (await replyAsAgent(tx, ids, call.conversationId, text)))
  await say(call.greeting)
  await new Promise<void>((resolve) => {
    line = {
      end: resolve,
      async say(role, text) {
        await say(text)
        await service.db.run(sql`
          update messages set role = ${role} where conversation_id = ${call.conversationId} and content = ${text}`)
      },
    }
  })
  line = undefined
  return { reason: 'goodbye', seconds: (clock.now() - begun) / 1_000, recording: loud(12), lostFrames: 0 }
}

beforeAll(async () => {
  browser = await openBrowser()
  service = await startService({ env: { ICEBOT_SANDBOX_SPEED: '10' }, answer })
  caller = await openCaller(service, { credits: 100_000 })
  owner = await ownerOf(caller)
})
afterEach(() => line?.end())
afterAll(async () => {
  await browser?.close()
  await service.close()
})

function ownerOf({ workspace }: Caller): Promise<User> {
  return createUser(service.db, system, workspace.id, { email: `owner@${workspace.id}.example` })
}

async function desk(look: keyof typeof LOOKS = 'light', user = owner, locale = 'en-MY') {
  return browser && openDesk(browser, service, user, { ...LOOKS[look], locale })
}

const countCalls = async () =>
  (await service.db.rows(sql`select id from calls where workspace_id = ${caller.workspace.id}`)).length

async function dial(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Place a call' }).first().click()
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Call now' }).click()
}

/** Where the recording plays, in seconds. */
const timeOf = async (page: Page) =>
  Number(await page.evaluate('document.querySelector("audio").currentTime'))

/** A call that is over, with its recording. */
async function oneCall(): Promise<string> {
  // The rate has tests of its own.
  await service.db.run(sql`update calls set dialled_at = dialled_at - interval '61 seconds'`)
  const { id } = (await caller.place({ to: '012-345 6001', variables: { name: 'Mei' } })).json.data
  await expect.poll(() => line !== undefined, { timeout: 15_000 }).toBe(true)
  line?.end()
  await expect
    .poll(async () => (await caller.read(id)).json.data.recording, { timeout: 15_000 })
    .toBe('available')
  return id
}

async function opened(skip: (why: string) => never, ...given: Parameters<typeof desk>): Promise<Desk> {
  return (await desk(...given)) ?? skip(NO_BROWSER)
}

describe('calls in the dashboard', () => {
  it('one is placed with what the agent should know, watched to its end, and heard', async ({ skip }) => {
    const { page, go, complaints, close } = await opened(skip)
    await go('/calls', 'Calls')
    await page.getByRole('button', { name: 'Place a call' }).first().click()
    await page.getByLabel('Phone number').fill('012-345 6789')
    await page.getByText('Rings +60123456789').waitFor()
    // The agent's greeting has a place for it.
    expect(await page.getByLabel('Name of detail 1').inputValue()).toBe('name')
    await page.getByLabel('Value of detail 1').fill('Siti')
    await page.getByRole('button', { name: 'Call now' }).click()
    await page.getByRole('heading', { level: 1, name: 'Call with 012-345 6789' }).waitFor()
    await page.getByText('no real phone rings').waitFor()
    await page.getByText('On the line for').waitFor()
    const said = page.getByRole('log')
    await said.getByText('Hello Siti, this is Aina.').waitFor()
    await line?.say('user', 'One kopi ais please')
    await line?.say('assistant', 'Added one Kopi O Ais.')
    await said.getByText('One kopi ais please').waitFor()
    await said.getByText('Added one Kopi O Ais.').waitFor()
    line?.end()
    await page.getByText('They talked, and the call ended.').waitFor()
    await page.getByRole('heading', { name: 'What was said' }).waitFor()
    await page.getByText(/^\d+ credits$/).waitFor()

    expect(await page.locator('[data-waveform=flat]').count()).toBe(1)
    await page.getByRole('button', { name: 'Play the recording' }).click()
    await page.locator('[data-waveform=drawn]').waitFor()
    const at = () => timeOf(page)
    await expect.poll(at).toBeGreaterThan(0.3)
    await page.getByRole('button', { name: 'Pause' }).click()
    const slider = page.getByRole('slider', { name: 'Position in the recording' })
    await slider.press('Home')
    await expect.poll(at).toBe(0)
    await slider.press('ArrowRight')
    await slider.press('ArrowRight')
    await expect.poll(at).toBe(10)
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0:10 of 0:12')
    const box = await slider.boundingBox()
    await slider.click({ position: { x: (box?.width ?? 0) / 4, y: 10 } })
    await expect.poll(at).toBeLessThan(5)
    await page.getByRole('button', { name: 'Speed 1×' }).click()
    expect(await page.evaluate('document.querySelector("audio").playbackRate')).toBe(1.5)
    expect(complaints).toEqual([])
    await close()
  }, 60_000)

  it('a press again after the answer was lost places the call once', async ({ skip }) => {
    const { page, go, close } = await opened(skip)
    await go('/calls', 'Calls')
    const before = await countCalls()
    let asked = 0
    await page.route('**/api/manage/agents/*/calls', async (request) => {
      // The first one arrives, and its answer does not.
      if (++asked > 1) return request.continue()
      await request.fetch()
      await request.abort()
    })
    await dial(page, '0123456700')
    await page.getByText('the call is placed once, however often you press').waitFor()
    expect(await page.getByLabel('Phone number').inputValue()).toBe('0123456700')
    await page.getByRole('button', { name: 'Call now' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Call with 012-345 6700' }).waitFor()
    expect(asked).toBeGreaterThan(1)
    expect((await countCalls()) - before).toBe(1)
    await expect.poll(() => line !== undefined, { timeout: 15_000 }).toBe(true)
    await close()
  }, 60_000)

  it('a recording that is not there yet is waited for, and one that never was is said so', async ({
    skip,
  }) => {
    const id = await oneCall()
    const { page, go, close } = await opened(skip)
    let asked = 0
    await page.route('**/recording', (request) =>
      ++asked === 1
        ? request.fulfill({ status: 409, json: { error: 'recording_pending' } })
        : request.continue(),
    )
    await go(`/calls/${id}`, /Call with/)
    await page.getByRole('button', { name: 'Play the recording' }).click()
    await page.getByText('The recording is being prepared.').waitFor()
    await page.locator('[data-waveform=drawn]').waitFor()
    await page.unroute('**/recording')
    await page.route('**/recording', (request) =>
      request.fulfill({ status: 404, json: { error: 'no_recording' } }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Play the recording' }).click()
    await page.getByText('There is no recording of this call').waitFor()
    await close()
  }, 60_000)

  it('a recording on another host that lets nobody read it is played all the same', async ({ skip }) => {
    const id = await oneCall()
    const { page, go, close } = await opened(skip)
    const { url } = (await caller.recording(id)).json.data
    const file = Buffer.from(await (await fetch(url)).arrayBuffer())
    await page.route('**/recording', (request) =>
      request.fulfill({ json: { data: { id, url: 'https://files.example/one.mp3', expires_in: 300 } } }),
    )
    await page.route('https://files.example/**', (request) =>
      request.request().resourceType() === 'fetch'
        ? request.abort()
        : request.fulfill({ body: file, contentType: 'audio/mpeg' }),
    )
    await go(`/calls/${id}`, /Call with/)
    await page.getByRole('button', { name: 'Play the recording' }).click()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.2)
    expect(await page.locator('[data-waveform=flat]').count()).toBe(1)
    await close()
  }, 60_000)

  it('a refusal is explained, with where to go about it', async ({ skip }) => {
    await addDoNotCall(service.db, system, caller.workspace.id, BARRED)
    const { page, go, close } = await opened(skip)
    await go('/calls', 'Calls')
    await dial(page, 'Siti')
    await page.getByText('This is no phone number').waitFor()
    await page.getByLabel('Phone number').fill('012-999 8888')
    await page.getByRole('button', { name: 'Call now' }).click()
    await page.getByRole('alert').getByText('on your do-not-call list, so nothing was dialled').waitFor()
    await page.getByRole('link', { name: 'Open the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Who not to call' }).waitFor()
    await page.getByRole('list', { name: 'Do not call' }).getByText('012-999 8888').waitFor()
    await close()
  })

  it('every other one is said in words, and what was typed stays', async ({ skip }) => {
    const { page, go, close } = await opened(skip)
    let refusal = { status: 0, json: { error: '' } }
    await page.route('**/api/manage/agents/*/calls', (request) => request.fulfill(refusal))
    await go('/calls', 'Calls')
    await page.getByRole('button', { name: 'Place a call' }).first().click()
    await page.getByLabel('Phone number').fill('0123456789')
    for (const [error, status, text] of REFUSALS) {
      refusal = { status, json: { error } }
      await page.getByRole('button', { name: 'Call now' }).click()
      await page.getByRole('alert').getByText(text).waitFor()
    }
    expect(await page.getByLabel('Phone number').inputValue()).toBe('0123456789')
    await close()
  })

  it('numbers are barred and freed again, for all agents and for one', async ({ skip }) => {
    const { page, go, close } = await opened(skip)
    await go('/calls/lists', 'Who not to call')
    for (const name of ['Do not call', 'Opted out']) {
      const card = page.locator('section', { has: page.getByRole('heading', { level: 2, name }) })
      await card.getByLabel('Number to add').fill('nobody')
      await card.getByRole('button', { name: 'Add' }).click()
      await card.getByText('This is no phone number').waitFor()
      await card.getByLabel('Number to add').fill('011-2345 6789')
      await card.getByRole('button', { name: 'Add' }).click()
      await card.getByRole('listitem').getByText('011-2345 6789').waitFor()
      expect((await caller.place({ to: '+601123456789' })).json.error).toBe(
        name === 'Do not call' ? 'do_not_call' : 'opted_out',
      )
      await card.getByRole('button', { name: 'Remove 011-2345 6789' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect.poll(() => card.getByRole('listitem').getByText('011-2345 6789').count()).toBe(0)
    }
    await close()
  })

  it('filters live in the address', async ({ skip }) => {
    const id = await oneCall()
    const { page, go, close } = await opened(skip)
    await go('/calls?status=completed', 'Calls')
    await page.locator(`a[href="/calls/${id}"]`).waitFor()
    await page.getByLabel('Direction').selectOption('inbound')
    await page.getByText('No call fits this filter').waitFor()
    expect(new URL(page.url()).search).toBe('?status=completed&direction=inbound')
    await page.goBack()
    await page.locator(`a[href="/calls/${id}"]`).click()
    await page.getByRole('heading', { level: 1, name: /Call with/ }).waitFor()
    await close()
  }, 60_000)

  it('another workspace’s call is not there', async ({ skip }) => {
    const id = await oneCall()
    const other = await openCaller(service, { number: '+60312345699' })
    const { page, go, close } = await opened(skip, 'light', await ownerOf(other))
    await go(`/calls/${id}`, 'Call')
    await page.getByText('There is no such call').waitFor()
    await go('/calls', 'Calls')
    await page.getByText('No calls yet').waitFor()
    await close()
  }, 60_000)

  it.each(['light', 'dark', 'phone'] as const)(
    'everybody can use it: %s',
    async (look) => {
      const id = browser && (await oneCall())
      const one = await desk(look)
      if (!one || !id) return
      const { page, go, close, complaints } = one
      await go('/calls', 'Calls')
      await page.getByRole('table').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Place a call' }).first().click()
      await page.getByLabel('Phone number').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await go(`/calls/${id}`, /Call with/)
      await page.getByRole('log').getByText('Hello Mei').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await go('/calls/lists', 'Who not to call')
      await page.getByText('Nobody opted out').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(complaints).toEqual([])
      await close()
    },
    60_000,
  )

  it('speaks Malay', async ({ skip }) => {
    const id = await oneCall()
    const { page, go, close } = await opened(skip, 'phone', owner, 'ms-MY')
    await go('/calls', 'Panggilan')
    await page.getByRole('button', { name: 'Buat panggilan' }).first().click()
    await page.getByLabel('Nombor telefon').fill('012-999 8888')
    await page.getByRole('button', { name: 'Telefon sekarang' }).click()
    await page.getByRole('alert').getByText('senarai jangan hubungi').waitFor()
    await go(`/calls/${id}`, /Panggilan dengan/)
    await page.getByRole('button', { name: 'Main rakaman' }).waitFor()
    await go('/calls/lists', 'Jangan hubungi')
    await close()
  }, 60_000)
})
