import { gzipSync } from 'node:zlib'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import type { Thought, Turn } from '../../src/modules/brain/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

const POLLED = { timeout: 15_000 }
const MOST_SCRIPT_BYTES = 200_000
const EVIL = '<img src=x onerror="document.title=1"><script>alert(1)</script>'

const browser: Browser | undefined = await openBrowser()
let service: TestService
let shop: Store
let desk: Desk

const think = async (turn: Turn): Promise<Thought> =>
  turn.heard.at(-1)?.content === 'hello?' ? { replies: ['The AI is here.'] } : { replies: [], silent: true }

beforeAll(async () => {
  service = await startService({ brain: { think } })
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})
afterEach(async () => {
  await desk?.close()
})

/** A shop of its own for every test, signed in on a desk. */
async function open(look: Parameters<typeof openDesk>[3] = LOOKS.light): Promise<Page> {
  shop = await openStore(service.db, service.url, [{ external_id: 'kopi', name: 'Kopi', price: 3.2 }])
  desk = await openDesk(browser as Browser, service, shop.owner, look)
  return desk.page
}

async function say(who: string, text: string, more: object = {}): Promise<string> {
  const body = { channel: 'whatsapp', external_user_id: who, name: who, text, ...more }
  return (await shop.manage(`/agents/${shop.agent.id}/inbound`, body)).json.conversation_id
}

async function read(id: string) {
  return (await shop.manage(`/conversations/${id}`)).json.data
}

async function patch(id: string, body: object): Promise<void> {
  await service.call(`/api/manage/conversations/${id}`, { method: 'PATCH', key: shop.token, body })
}

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name })
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' })
const box = (page: Page) => page.getByRole('textbox', { name: /^Write a/ })
const namesOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.querySelector('.grow')?.textContent))

describe.skipIf(!browser)('the inbox', () => {
  it('shows what is said while somebody looks, in the thread and in the list', async () => {
    const page = await open()
    const id = await say('Siti', 'nak 2 kopi ais')
    await desk.go('/conversations', 'Inbox')
    await row(page, /Siti/).click()
    await thread(page).getByText('nak 2 kopi ais').waitFor()
    expect(page.url()).toContain(`/conversations/${id}`)
    await say('Siti', 'dan satu roti')
    await thread(page).getByText('dan satu roti').waitFor()
    await row(page, /dan satu roti/).waitFor()
    expect(desk.complaints).toEqual([])
  })

  it('lets a person take over, answer and hand back, and always says who answers', async () => {
    const page = await open()
    const id = await say('Siti', 'hello?')
    await desk.go(`/conversations/${id}`, 'Inbox')
    await thread(page).getByText('The AI is here.').waitFor()
    await page.getByText('AI is answering').waitFor()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('A person is answering').waitFor()
    await expect.poll(async () => (await read(id)).handler).toBe('human')
    await say('Siti', 'hello?')
    await box(page).fill('Hi, this is Farah.\nHow can I help?')
    await page.keyboard.press('Control+Enter')
    await thread(page).getByText('Hi, this is Farah.').waitFor()
    await thread(page).getByText('You', { exact: true }).waitFor()
    const { messages } = (await shop.manage(`/conversations/${id}/thread`)).json.data
    expect(messages.map(({ author }: { author: { kind: string } }) => author.kind)).toEqual([
      'customer',
      'agent',
      'customer',
      'team',
    ])
    expect(messages.at(-1).content).toBe('Hi, this is Farah.\nHow can I help?')
    await page.getByRole('button', { name: 'Hand back to AI' }).click()
    await expect.poll(async () => (await read(id)).handler).toBe('ai')
    await page.getByText('AI is answering').waitFor()
  })

  it('makes who replies the one who answers', async () => {
    const page = await open()
    const id = await say('Siti', 'hm')
    await desk.go(`/conversations/${id}`, 'Inbox')
    await page.getByText('The AI steps aside when you send.').waitFor()
    await box(page).fill('I am here.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('A person is answering').waitFor()
    expect((await read(id)).handler).toBe('human')
  })

  it('keeps a note among notes, never among messages', async () => {
    const page = await open()
    const id = await say('Siti', 'hm')
    await desk.go(`/conversations/${id}`, 'Inbox')
    await thread(page).getByText('hm').waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => box(page).getAttribute('aria-label')).toContain('note')
    await box(page).pressSequentially('likes less sugar')
    await page.getByRole('button', { name: 'Save note' }).click()
    await thread(page).getByText('Your note').waitFor()
    const { messages, notes } = (await shop.manage(`/conversations/${id}/thread`)).json.data
    expect([messages.length, notes.length]).toEqual([1, 1])
    expect((await read(id)).handler).toBe('ai')
    expect(await thread(page).getByText('likes less sugar').count()).toBe(1)
  })

  it('keeps what could not be sent, tells so, and sends it once when tried again', async () => {
    const page = await open()
    const id = await say('Siti', 'hm')
    await desk.go(`/conversations/${id}`, 'Inbox')
    // It arrives, but the answer is lost on the way.
    await page.route('**/messages', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await box(page).fill('only once')
    await page.keyboard.press('Control+Enter')
    const fault = thread(page).getByRole('alert')
    await fault.getByText('Not sent.').waitFor()
    await fault.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => fault.count()).toBe(0)
    await page.unroute('**/messages')
    await page.route('**/messages', (route) => route.abort())
    await box(page).fill('said differently')
    await page.keyboard.press('Control+Enter')
    await thread(page).getByRole('alert').getByRole('button', { name: 'Edit' }).click()
    expect(await box(page).inputValue()).toBe('said differently')
    await page.unroute('**/messages')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(async () =>
        (await shop.manage(`/conversations/${id}/thread`)).json.data.messages.map(
          ({ content }: { content: string }) => content,
        ),
      )
      .toEqual(['hm', 'only once', 'said differently'])
  })

  it('keeps a draft with its conversation', async () => {
    const page = await open()
    await say('Siti', 'one')
    await say('Ravi', 'two')
    await desk.go('/conversations', 'Inbox')
    await row(page, /Siti/).click()
    await box(page).fill('for Siti')
    await row(page, /Ravi/).click()
    await thread(page).getByText('two').waitFor()
    expect(await box(page).inputValue()).toBe('')
    await row(page, /Siti/).click()
    await expect.poll(() => box(page).inputValue()).toBe('for Siti')
  })

  it('that is empty says how to begin, and its keys are told by ?', async () => {
    const page = await open()
    await desk.go('/conversations', 'Inbox')
    await page.getByRole('heading', { name: 'No conversations yet' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Close the conversation').waitFor()
  })

  it('is worked by keys', async () => {
    const page = await open()
    for (const who of ['Siti', 'Ravi', 'Mei']) await say(who, `from ${who}`)
    await desk.go('/conversations?status=open', 'Inbox')
    await row(page, /Mei/).waitFor()
    await page.keyboard.press('j')
    await thread(page).getByText('from Mei').waitFor()
    await page.keyboard.press('j')
    await thread(page).getByText('from Ravi').waitFor()
    await page.keyboard.press('k')
    await thread(page).getByText('from Mei').waitFor()
    await page.keyboard.press('e')
    // Closed, it is no longer among the open ones: on to the next, and back with one press.
    await thread(page).getByText('from Ravi').waitFor()
    await expect.poll(() => namesOf(page)).toEqual(['Ravi', 'Siti'])
    const closed = (await shop.manage('/conversations?status=closed')).json.data
    expect(closed).toHaveLength(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await read(closed[0].id)).status).toBe('open')
    await page.keyboard.press('r')
    await box(page).pressSequentially('jek?')
    expect(await box(page).inputValue()).toBe('jek?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type('siti')
    await expect.poll(() => namesOf(page)).toEqual(['Siti'])
    expect(page.url()).toContain('q=siti')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor()
  })

  it('narrows by status, channel, label and who answers, and the address remembers it', async () => {
    const page = await open()
    await say('Siti', 'one')
    const ravi = await say('Ravi', 'two', { channel: 'telegram' })
    await patch(ravi, { labels: ['vip'], handler: 'human', status: 'pending' })
    await desk.go('/conversations', 'Inbox')
    await page.getByRole('button', { name: 'Waiting', exact: true }).click()
    await expect.poll(() => namesOf(page)).toEqual(['Ravi'])
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Channel').selectOption('telegram')
    await page.getByLabel('Label', { exact: true }).selectOption('vip')
    await page.getByLabel('Who answers').selectOption('human')
    await expect.poll(() => new URL(page.url()).search).toContain('handler=human')
    const { search } = new URL(page.url())
    expect(search).toBe('?status=pending&channel=telegram&label=vip&handler=human')
    await page.reload()
    await expect.poll(() => namesOf(page)).toEqual(['Ravi'])
    await page.getByLabel('Channel').selectOption('')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect.poll(() => namesOf(page)).toEqual(['Ravi', 'Siti'])
  })

  it('does not move under the eyes of who reads further down', async () => {
    const page = await open()
    await many(60)
    await desk.go('/conversations', 'Inbox')
    await row(page, /Customer 60/).waitFor()
    const list = page.getByRole('list', { name: 'Conversations' })
    const scroller = list.locator('..')
    await scroller.evaluate((element) => element.scrollTo(0, 900))
    await row(page, /Customer 45/).waitFor()
    const before = await row(page, /Customer 45/).boundingBox()
    await say('Newcomer', 'hello')
    await say('Customer 45', 'again')
    await page.getByRole('button', { name: '2 new' }).waitFor()
    expect(await row(page, /Customer 45/).boundingBox()).toEqual(before)
    await row(page, /again/).waitFor()
    await page.getByRole('button', { name: '2 new' }).click()
    await expect
      .poll(async () => (await namesOf(page)).slice(0, 3))
      .toEqual(['Customer 45', 'Newcomer', 'Customer 60'])
    // At the top new ones come in by themselves.
    await say('Another', 'hello')
    await expect.poll(async () => (await namesOf(page))[0]).toBe('Another')
    expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0)
  })

  it('opens at the newest message and loads earlier ones on the way up, in place', async () => {
    const page = await open()
    const id = await say('Siti', 'message 0')
    await service.db.run(sql`
      insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
      select ${shop.agent.id}, ${id}, gen_random_uuid(), 'user', 'message ' || m, 'whatsapp',
             now() - interval '1 day' + m * interval '1 second'
        from generate_series(1, 150) m`)
    await desk.go(`/conversations/${id}`, 'Inbox')
    await thread(page).getByText('message 0', { exact: true }).waitFor()
    const seen = () =>
      thread(page)
        .getByText(/message \d+$/)
        .count()
    expect(await seen()).toBeLessThan(100)
    const newest = thread(page).getByText('message 0', { exact: true })
    for (let held = await seen(); held < 151; held = await seen()) {
      await thread(page).evaluate((element) => element.scrollTo(0, 300 - element.scrollHeight))
      const before = await placeOf(newest)
      await expect.poll(seen, POLLED).toBeGreaterThan(held)
      // What came before it moved nothing of what is after it.
      expect(Math.abs((await placeOf(newest)) - before)).toBeLessThan(2)
    }
    await thread(page).getByText('The beginning of the conversation').waitFor()
    await thread(page).evaluate((element) => element.scrollTo(0, -800))
    const reading = await thread(page).evaluate((element) => element.scrollHeight + element.scrollTop)
    await say('Siti', 'one more')
    await thread(page).getByText('one more').waitFor({ state: 'attached' })
    expect(
      Math.abs(
        (await thread(page).evaluate((element) => element.scrollHeight + element.scrollTop)) - reading,
      ),
    ).toBeLessThan(2)
    await page.getByRole('button', { name: 'To the newest message' }).click()
    await thread(page).getByText('one more').waitFor()
  })

  it('shows orders and what the agent did in line, and labels of one press', async () => {
    const page = await open()
    const id = await say('Siti', 'nak kopi')
    await shop.placed([{ product_external_id: 'kopi', quantity: 2 }], { conversation_id: id })
    await service.db.run(sql`
      insert into actions (agent_id, conversation_id, id, tool, input, result)
      values (${shop.agent.id}, ${id}, gen_random_uuid(), 'search_catalogue', '{"words": "kopi"}', '{"products": [{"name": "Kopi O"}]}')`)
    await service.db.run(sql`
      update conversations set suggested_labels = '{regular}', summary = 'Wants coffee.', outcome = 'order_placed' where id = ${id}`)
    await desk.go(`/conversations/${id}`, 'Inbox')
    await thread(page)
      .getByText(/RM 6\.40 · Waiting for payment/)
      .waitFor()
    const deed = thread(page).getByText('Searched the catalogue: kopi')
    expect(await thread(page).getByText('Kopi O').isVisible()).toBe(false)
    await deed.click()
    await thread(page).getByText('Kopi O').waitFor()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByText('Wants coffee.').waitFor()
    await details.getByText('Order placed').waitFor()
    await details.getByRole('button', { name: 'Add regular' }).click()
    await details.getByRole('combobox', { name: 'Add a label' }).fill('vip')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read(id)).labels).toEqual(['regular', 'vip'])
    await details.getByRole('button', { name: 'Remove regular' }).click()
    await expect.poll(async () => (await read(id)).labels).toEqual(['vip'])
    await row(page, /vip/).waitFor()
    expect(
      await details.getByRole('link', { name: 'Everything about this customer' }).getAttribute('href'),
    ).toBe(`/customers/${id}`)
  })

  it('has seen an alert when its conversation is opened, and says why it was raised', async () => {
    const page = await open()
    const id = await say('Siti', 'a person please')
    await patch(id, { handler: 'human', status: 'pending' })
    await service.db.transaction((tx) =>
      raiseAlert(tx, {
        workspaceId: shop.workspace.id,
        agentId: shop.agent.id,
        conversationId: id,
        kind: 'handover',
        reason: 'Siti wants a person.',
      }),
    )
    await desk.go('/conversations', 'Inbox')
    await page.getByText('1 waiting for a person').first().waitFor({ state: 'attached' })
    await row(page, /Waiting for a person/).click()
    await page.getByText('Siti wants a person.').waitFor()
    await expect.poll(async () => (await shop.manage('/alerts?unseen=1')).json.data).toEqual([])
    await expect.poll(() => page.getByText('1 waiting for a person').count()).toBe(0)
    // Seen is not answered: it stays marked until somebody replies.
    await row(page, /Waiting for a person/).waitFor()
    await box(page).fill('Here I am.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => row(page, /Waiting for a person/).count()).toBe(0)
  })

  it('shows what looks like a program as the text it is', async () => {
    const page = await open()
    const id = await say(EVIL, EVIL)
    await shop.manage(`/conversations/${id}/notes`, { body: EVIL })
    await patch(id, { labels: [EVIL.slice(0, 50)] })
    await desk.go(`/conversations/${id}`, 'Inbox')
    await thread(page).getByText(EVIL).first().waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toContain('icebot')
    expect(desk.complaints).toEqual([])
  })

  it('says when a conversation is not there', async () => {
    const page = await open()
    await desk.go('/conversations/00000000-0000-7000-8000-000000000000', 'Inbox')
    await page.getByRole('heading', { name: 'This conversation is not here' }).waitFor()
  })

  it.each(['light', 'dark', 'phone'] as const)('can be used by everybody: %s', async (look) => {
    const page = await open(LOOKS[look])
    const id = await say('Siti', 'nak kopi', { phone: '012-345 6789' })
    await say('Ravi', 'x'.repeat(3_000))
    await shop.placed([{ product_external_id: 'kopi', quantity: 2 }], { conversation_id: id })
    await shop.manage(`/conversations/${id}/notes`, { body: 'a note' })
    await shop.manage(`/conversations/${id}/messages`, { content: 'from us' })
    await patch(id, { labels: ['vip'] })
    await desk.go('/conversations', 'Inbox')
    await row(page, /Siti/).waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    expect(await faultsOf(page)).toEqual([])
    await row(page, /Siti/).click()
    await thread(page).getByText('a note').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(desk.complaints).toEqual([])
  })

  it('shows one pane at a time on a phone', async () => {
    const page = await open(LOOKS.phone)
    await say('Siti', 'nak kopi', { phone: '012-345 6789' })
    await desk.go('/conversations', 'Inbox')
    await row(page, /Siti/).click()
    await thread(page).getByText('nak kopi').waitFor()
    expect(await row(page, /Siti/).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByText('012-345 6789').waitFor()
    expect(await thread(page).isVisible()).toBe(false)
    await page.goBack()
    await thread(page).getByText('nak kopi').waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await row(page, /Siti/).waitFor()
    expect(await thread(page).count()).toBe(0)
  })

  it('speaks Malay', async () => {
    const page = await open({ ...LOOKS.light, locale: 'ms-MY' })
    const id = await say('Siti', 'nak kopi')
    await desk.go(`/conversations/${id}`, 'Peti masuk')
    await page.getByText('AI sedang menjawab').waitFor()
    await page.getByRole('button', { name: 'Ambil alih' }).click()
    await page.getByText('Seseorang sedang menjawab').waitFor()
  })

  it('loads little, and asks for as much with thousands of conversations as with a few', async () => {
    const page = await open()
    const asked: string[] = []
    let scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/api/') && !pathname.endsWith('/stream')) asked.push(pathname)
      if (pathname.endsWith('.js')) scripts.push(response.body())
    })
    const visit = async (name: RegExp) => {
      asked.length = 0
      scripts = []
      await desk.go('/conversations', 'Inbox')
      await row(page, name).waitFor()
      await page.waitForLoadState('networkidle').catch(() => {})
      return [...new Set(asked)].sort()
    }
    await many(3)
    const few = await visit(/Customer 3\b/)
    const scriptBytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0)
    expect(scriptBytes).toBeGreaterThan(100_000)
    expect(scriptBytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
    await many(3_000)
    expect(await visit(/Customer 3000/)).toEqual(few)
    expect(await row(page, /Customer/).count()).toBeLessThan(40)
    // Towards the end of what is there, page by page.
    const scroller = page.getByRole('list', { name: 'Conversations' }).locator('..')
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return Math.min(...(await namesOf(page)).map((name) => Number(/\d+/.exec(name ?? '')?.[0])))
      }, POLLED)
      .toBeLessThanOrEqual(2_800)
    expect(await row(page, /Customer/).count()).toBeLessThan(40)
  })
})

/** How far down the page it stands, also where it is out of sight. */
function placeOf(element: Locator): Promise<number> {
  return element.evaluate((one) => one.getBoundingClientRect().top)
}

/** Conversations of the past, the last one the newest. */
async function many(count: number): Promise<void> {
  await service.db.run(sql`
    with made as (
      insert into conversations (agent_id, id, channel, external_user_id, customer_name, last_message_at)
      select ${shop.agent.id}, gen_random_uuid(), 'whatsapp', 'Customer ' || c, 'Customer ' || c,
             now() - interval '1 day' + c * interval '1 second'
        from generate_series(1, ${count}) c
      on conflict do nothing returning *)
    insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
    select agent_id, id, gen_random_uuid(), 'user', 'hello from ' || customer_name, 'whatsapp', last_message_at from made`)
}
