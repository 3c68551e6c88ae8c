import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWork } from '../../src/app.ts'
import { sql } from '../../src/platform/db/index.ts'
import { runOnce } from '../harness/due.ts'
import { openStage, PLAIN_PAGE, type Stage } from '../harness/widget.ts'

let stage: Stage
beforeAll(async () => {
  const opened = await openStage()
  if (opened) stage = opened
})
afterAll(() => stage?.close())
beforeEach(({ skip }) => {
  if (!stage) skip('no Chromium on this machine')
})

const echo = async (turn: { heard: { content: string }[] }) => ({
  replies: [`heard ${turn.heard.map(({ content }) => content).join('+')}`],
})

describe('a conversation', () => {
  it('goes from the first word to a paid order, and the card says so by itself', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.open()
    await siti.panel.getByText('Hai! Nak order apa hari ini?').waitFor()
    await siti.panel.getByRole('button', { name: 'Show me the menu' }).waitFor()
    await siti.say('what kuih do you have?')
    await siti.panel.getByRole('button', { name: /^Karipap/ }).waitFor()
    expect(await siti.panel.getByRole('list', { name: 'Suggestions' }).count()).toBe(0)
    await siti.panel.getByRole('button', { name: 'Seri Muka Sold out' }).waitFor()
    await siti.panel.getByRole('button', { name: /^Karipap/ }).click()
    await expect.poll(() => siti.input.inputValue()).toBe('Karipap ')
    await siti.say('2 kopi o ais less sugar and 1 karipap, I am Siti 0123456789')
    await siti.panel.getByText('Is that correct?').waitFor()
    await siti.say('yes')
    const card = siti.panel.getByRole('region', { name: /^Your order/ })
    await card.getByText('less sugar').waitFor()
    expect(await card.locator('.lines li').allInnerTexts()).toEqual([
      expect.stringMatching(/2 ×\s+Kopi O Ais\s+less sugar\s+RM\s6\.40/),
      expect.stringMatching(/1 ×\s+Karipap\s+RM\s2\.50/),
    ])
    const pay = card.getByRole('link', { name: /Pay RM\s8\.90/ })
    expect(await pay.getAttribute('rel')).toBe('noopener noreferrer')
    const [payPage] = await Promise.all([siti.page.context().waitForEvent('page'), pay.click()])
    await payPage.getByRole('button', { name: 'Pay RM 8.90' }).click()
    await payPage.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
    await card.locator('.standing').getByText('Paid').waitFor()
    expect(await pay.count()).toBe(0)
    expect(siti.complaints).toEqual([])

    await siti.page.reload()
    await siti.open()
    await card.locator('.standing').getByText('Paid').waitFor()
    await siti.page.context().close()
  })

  it.each(['Cancelled', 'Expired'])('an order card becomes %s by itself', async (standing) => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.open()
    await siti.say('1 karipap, I am Siti 0123456789')
    await siti.panel.getByText('Is that correct?').waitFor()
    await siti.say('yes')
    const card = siti.panel.getByRole('region', { name: /^Your order/ })
    const pay = card.getByRole('link', { name: /Pay/ })
    const address = (await pay.getAttribute('href')) ?? ''
    if (standing === 'Cancelled') {
      const paying = await siti.page.context().newPage()
      await paying.goto(address)
      await paying.getByRole('button', { name: 'Cancel this order' }).click()
    } else {
      await stage.service.db.run(sql`
        update orders set payment_expires_at = clock_timestamp() - interval '1 second'
         where agent_id = ${shop.agent.id}`)
      for (const work of createWork(stage.service.parts))
        if (/not paid in time/.test(work.name)) await runOnce(work)
    }
    await card.getByText(standing, { exact: true }).waitFor()
    expect(await pay.count()).toBe(0)
    await siti.page.context().close()
  })

  it('of two browsers is never seen by the other', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    const ravi = await shop.visit()
    await Promise.all([siti.open(), ravi.open()])
    await siti.say('siti one')
    await ravi.say('ravi one')
    await siti.panel.getByText('heard siti one').waitFor()
    await ravi.panel.getByText('heard ravi one').waitFor()
    await siti.say('siti two')
    await siti.panel.getByText('heard siti two').waitFor()
    expect((await ravi.thread()).join()).not.toContain('siti')
    expect((await siti.thread()).join()).not.toContain('ravi')
    await siti.page.context().close()
    await ravi.page.context().close()
  })

  it('is answered within 300 ms of Enter', { retry: 2 }, async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.open()
    const took = async (text: string) => {
      await siti.input.fill(text)
      const answered = siti.page.evaluate(timeToAnswer)
      await siti.input.press('Enter')
      return answered
    }
    // The best of three: what else the machine has to do is not the widget's.
    const times = [await took('hello'), await took('what kuih do you have?'), await took('opening hours?')]
    expect(Math.min(...times)).toBeLessThan(300)
    await siti.page.context().close()
  })

  it('goes on over pages and tabs, with a badge for what came meanwhile', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('heard hello').waitFor()
    const [id = ''] = await shop.conversations()
    await siti.panel.getByRole('button', { name: 'Close chat' }).click()
    await siti.page.evaluate(countUnread)
    await shop.reply(id, 'I am here')
    await shop.reply(id, 'and here')
    await siti.launcher.getByText('2').waitFor()
    expect(await siti.launcher.getAttribute('aria-label')).toBe('Open chat, 2 new messages')
    expect(await siti.page.evaluate('unread')).toEqual([1, 2])
    await siti.page.reload()
    await siti.launcher.getByText('2').waitFor()
    await siti.open()
    await siti.panel.getByText('The team will reply').waitFor()
    expect(await siti.launcher.locator('.badge').count()).toBe(0)
    expect((await siti.thread()).slice(1)).toEqual([
      'You: hello',
      'Aina: heard hello',
      'I am here',
      'The team: and here',
    ])
    await siti.page.reload()
    await siti.page.waitForTimeout(500)
    expect(await siti.launcher.locator('.badge').count()).toBe(0)
    await siti.page.context().close()
  })

  it('costs no session before the panel is opened', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.launcher.waitFor()
    await siti.page.waitForTimeout(300)
    const sessions = () =>
      stage.service.db.rows(sql`select from visitor_sessions where agent_id = ${shop.agent.id}`)
    expect(await sessions()).toHaveLength(0)
    await siti.open()
    expect(await sessions()).toHaveLength(1)
    await siti.page.reload()
    await siti.launcher.waitFor()
    await siti.page.waitForTimeout(300)
    await siti.open()
    expect(await sessions()).toHaveLength(1)
    await siti.page.context().close()
  })

  it('survives a session that ran out, without a word', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    await siti.say('before')
    await siti.panel.getByText('heard before').waitFor()
    await stage.service.db.run(
      sql`update visitor_sessions set expires_at = clock_timestamp() - interval '1 day' where agent_id = ${shop.agent.id}`,
    )
    await siti.say('after')
    await siti.panel.getByText('heard after').waitFor()
    expect(await shop.conversations()).toHaveLength(1)
    await siti.page.context().close()
  })
})

describe('what anybody writes is text', () => {
  const EVIL = '<img src=x onerror="hacked=1"><script>hacked=1</script>'

  it('in replies, welcome, names of agent, shop, products and customers', async () => {
    const shop = await stage.shop({
      name: `Shop ${EVIL}`,
      agent: `Agent ${EVIL}`,
      welcome: `${EVIL} [x](javascript:hacked=1)`,
      look: { suggestions: [EVIL.slice(0, 50)] },
      products: [
        {
          external_id: 'evil',
          name: `Kuih ${EVIL}`,
          category: 'Kuih',
          price: 2,
          image_url: 'https://127.0.0.1:1/x.png',
        },
        { external_id: 'good', name: 'Karipap', category: 'Kuih', price: 2.5 },
      ],
    })
    const siti = await shop.visit()
    await siti.open()
    await siti.say('what kuih do you have?')
    await siti.panel.locator('.products').waitFor()
    await siti.say('1 karipap')
    await siti.page.waitForTimeout(300)
    await siti.say(`my name is ${EVIL} and my phone is 0123456789`)
    await siti.page.waitForTimeout(500)
    await siti.say(EVIL)
    const [id = ''] = await shop.conversations()
    await shop.reply(id, `${EVIL}\n\n[click](javascript:hacked=1) **${EVIL}** \`${EVIL}\``)
    await siti.panel.getByText('The team').first().waitFor()
    expect(await siti.page.evaluate('typeof hacked')).toBe('undefined')
    const kinds = await siti.page.evaluate(foreignParts)
    expect(kinds).toEqual([])
    expect((await siti.thread()).at(-1)).toContain(EVIL)
    await siti.page.context().close()
  })
})

describe('a long conversation', () => {
  it('of 230 messages opens at its end, scrolls, and is not pulled away by news', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    await siti.say('first')
    await siti.panel.getByText('heard first').waitFor()
    const [id = ''] = await shop.conversations()
    await stage.service.db.run(sql`
      insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
      select ${shop.agent.id}, ${id}, gen_random_uuid(), case when n % 2 = 0 then 'user' else 'assistant' end,
             'message ' || n || ' **with** some _words_ to fill a line or two of the panel', 'website',
             clock_timestamp() - interval '1 hour' + n * interval '1 second'
        from generate_series(1, 230) n`)
    await siti.page.reload()
    const start = Date.now()
    await siti.open()
    await siti.panel.getByText('message 230').waitFor()
    expect(Date.now() - start).toBeLessThan(3000)
    expect(await siti.panel.locator('.row').count()).toBe(233)
    expect(await distanceToEnd(siti.page)).toBeLessThan(2)

    const slow = await siti.page.evaluate(scrollThrough)
    expect(slow.longest).toBeLessThan(100)
    await siti.page.evaluate(scrollTo, 2000)
    const before = await siti.page.evaluate(scrollTo, undefined)
    await shop.reply(id, 'news one')
    await shop.reply(id, 'news two')
    await siti.panel.getByRole('button', { name: '2 new messages' }).waitFor()
    expect(await siti.page.evaluate(scrollTo, undefined)).toBe(before)
    await siti.panel.getByRole('button', { name: '2 new messages' }).click()
    await expect.poll(() => distanceToEnd(siti.page)).toBeLessThan(2)
    await expect.poll(() => siti.panel.locator('.pill').count()).toBe(0)
    await shop.reply(id, 'news three')
    await siti.panel.getByText('news three').waitFor()
    await expect.poll(() => distanceToEnd(siti.page)).toBeLessThan(2)
    await siti.page.context().close()
  })
})

describe('the page', () => {
  it('without storage has a chat all the same', async () => {
    const shop = await stage.shop({ think: echo })
    const refusing = `<script>for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError') } })</script>`
    const siti = await shop.visit({}, PLAIN_PAGE.replace('{script}', `${refusing}{script}`))
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('heard hello').waitFor()
    expect(siti.complaints).toEqual([])
    await siti.page.context().close()
  })
})

function distanceToEnd(page: Page): Promise<number> {
  return page.locator('icebot-widget .scroller').evaluate((element: Dom) => {
    return element.scrollHeight - element.scrollTop - element.clientHeight
  })
}

// biome-ignore lint/suspicious/noExplicitAny: what is a page's own is unknown to the types of Node
type Dom = any

/** Runs in the page: the time from the next Enter to the next bubble of the agent. */
function timeToAnswer(): Promise<number> {
  const { document, performance, MutationObserver } = globalThis as Dom
  const { shadowRoot } = document.querySelector('icebot-widget')
  const count = () => shadowRoot.querySelectorAll('.theirs:not(.typing)').length
  const before = count()
  return new Promise((resolve) => {
    let start = 0
    shadowRoot.addEventListener('keydown', () => (start ||= performance.now()), { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (count() === before) return
      observer.disconnect()
      resolve(performance.now() - start)
    })
    observer.observe(shadowRoot, { childList: true, subtree: true })
  })
}

/** Runs in the page: keeps what it is told of unread messages. */
function countUnread(): void {
  const page = globalThis as Dom
  page.unread = []
  page.document.addEventListener('icebot:unread', (event: Dom) => page.unread.push(event.detail.count))
}

/** Runs in the page: elements that only hostile text could have made. */
function foreignParts(): string[] {
  const { shadowRoot } = (globalThis as Dom).document.querySelector('icebot-widget')
  const bad = [...shadowRoot.querySelectorAll('img, script, iframe, object, embed, style, link')]
  const links = [...shadowRoot.querySelectorAll('[href]')].filter(
    (element: Dom) => !/^https?:/.test(element.getAttribute('href')),
  )
  const handlers = [...shadowRoot.querySelectorAll('*')].filter((element: Dom) =>
    element.getAttributeNames().some((name: string) => name.startsWith('on')),
  )
  return [...bad, ...links, ...handlers].map((element: Dom) => element.outerHTML)
}

/** Runs in the page: scrolls from end to beginning frame by frame; the longest frame in ms. */
async function scrollThrough(): Promise<{ longest: number }> {
  const { document, performance, requestAnimationFrame } = globalThis as Dom
  const scroller = document.querySelector('icebot-widget').shadowRoot.querySelector('.scroller')
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  const times: number[] = []
  await frame()
  for (let at = scroller.scrollTop; at > 0; at -= 400) {
    const start = performance.now()
    scroller.scrollTop = at
    await frame()
    times.push(performance.now() - start)
  }
  // The slowest one of them may have been somebody else's turn on the machine.
  times.sort((a, b) => b - a)
  return { longest: times[1] ?? 0 }
}

/** Runs in the page: scrolls there, if told where; where it is then. */
function scrollTo(place: number | undefined): number {
  const scroller = (globalThis as Dom).document
    .querySelector('icebot-widget')
    .shadowRoot.querySelector('.scroller')
  if (place !== undefined) scroller.scrollTop = place
  return scroller.scrollTop
}
