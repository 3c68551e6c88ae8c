import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWork } from '../../src/app.ts'
import { sql } from '../../src/platform/db/index.ts'
import { runOnce } from '../harness/due.ts'
import { openStage, PLAIN_PAGE, type Stage, visitorOf } from '../harness/widget.ts'

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

describe('on a bad network', () => {
  it('nothing is lost or doubled while offline and back', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    await siti.say('zero')
    await siti.panel.getByText('heard zero').waitFor()
    const [id = ''] = await shop.conversations()
    await siti.page.context().setOffline(true)
    await siti.say('one')
    await siti.say('two')
    await siti.panel.getByText('Offline.').waitFor()
    await expect.poll(() => siti.panel.locator('.delivery').allInnerTexts()).toEqual(['Sending', 'Sending'])
    await shop.reply(id, 'said while you were away')
    await siti.page.context().setOffline(false)
    await siti.panel.getByText('said while you were away').waitFor()
    await expect.poll(() => siti.panel.locator('.delivery').allInnerTexts()).toEqual(['Sent'])
    const stored = await shop.stored(id)
    expect(stored.filter((line) => line.startsWith('user'))).toEqual(['user: zero', 'user: one', 'user: two'])
    const shown = (await siti.thread()).filter((text) => text.startsWith('You'))
    expect(shown).toEqual(['You: zero', 'You: one', 'You: two'])
    await siti.page.context().close()
  })

  it('an answer lost on its way back does not send the message twice', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    let attempts = 0
    await siti.page.route('**/api/widget/messages?*', async (route) => {
      if (route.request().method() !== 'POST' || ++attempts > 2) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await siti.say('only once')
    await siti.panel.getByText('heard only once').waitFor()
    await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
    await expect.poll(() => siti.panel.locator('.delivery').allInnerTexts()).toEqual(['Sent'])
    const [id = ''] = await shop.conversations()
    expect(await shop.stored(id)).toEqual(['user: only once', 'assistant: heard only once'])
    expect(await siti.thread()).toHaveLength(3)
    await expect.poll(() => siti.panel.locator('.notice').count()).toBe(0)
    await siti.page.context().close()
  })

  it('what stays unsent says so, goes by hand, and survives a change of page', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    let isDown = true
    await siti.page.route('**/api/widget/messages?*', (route) =>
      isDown && route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    // The probe that tells a lost network from a forbidden site.
    await siti.page.route('**/api/widget/ready', (route) => (isDown ? route.abort() : route.continue()))
    await siti.say('stubborn')
    await siti.panel.getByText('Not sent.').waitFor({ timeout: 10_000 })
    await siti.page.reload()
    await siti.open()
    expect(await siti.thread()).toContain('You: stubborn')
    await siti.panel.getByText('Not sent.').waitFor({ timeout: 10_000 })
    isDown = false
    await siti.panel.getByRole('button', { name: 'Try again' }).click()
    await siti.panel.getByText('heard stubborn').waitFor()
    await siti.page.context().close()
  })

  it('a service that asks for patience gets it', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    let refused = 0
    await siti.page.route('**/api/widget/messages?*', (route) =>
      route.request().method() === 'POST' && refused++ === 0
        ? route.fulfill({
            status: 429,
            headers: { ...cors(), 'Retry-After': '2' },
            json: { error: 'rate limit exceeded', message: 'A lot at once.' },
          })
        : route.continue(),
    )
    const start = Date.now()
    await siti.say('patience')
    await siti.panel.getByText('Many people are writing').waitFor()
    await siti.panel.getByText('heard patience').waitFor()
    expect(Date.now() - start).toBeGreaterThanOrEqual(1900)
    await expect.poll(() => siti.panel.locator('.notice').count()).toBe(0)
    await siti.page.context().close()
  })
})

describe('a service in trouble', () => {
  it('that cannot say who may read its answers does not end the chat of who had one', async () => {
    const shop = await stage.shop({ think: echo })
    const siti = await shop.visit()
    await siti.open()
    await siti.say('before')
    await siti.panel.getByText('heard before').waitFor()
    const { db } = stage.service
    await db.run(sql`alter table visitor_sessions rename to visitor_sessions_gone`)
    // Each return of the network is one more attempt, without waiting.
    const again = async () => {
      await siti.page.context().setOffline(true)
      await siti.page.waitForTimeout(50)
      await siti.page.context().setOffline(false)
      await siti.page.waitForTimeout(250)
    }
    try {
      await siti.say('during')
      for (let i = 0; i < 6; i++) await again()
      expect(await siti.panel.locator('.notice').allInnerTexts()).toEqual([])
    } finally {
      await db.run(sql`alter table visitor_sessions_gone rename to visitor_sessions`)
    }
    await again()
    await siti.panel.getByText('heard during').waitFor()
    expect(await siti.input.isDisabled()).toBe(false)
    await siti.page.context().close()
  })

  it('that refused this site is asked again when the chat is opened again', async () => {
    const shop = await stage.shop({ think: echo })
    const allow = (domains: string[]) =>
      stage.service.db.run(sql`update agents set allowed_domains = ${domains} where id = ${shop.agent.id}`)
    await allow(['other.example'])
    const siti = await shop.visit()
    await siti.launcher.click()
    await siti.panel.getByText('This chat cannot be used on this website.').waitFor()
    await allow([new URL(stage.site).host])
    await siti.launcher.click()
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('heard hello').waitFor()
    expect(await siti.panel.locator('.notice').count()).toBe(0)
    await siti.page.context().close()
  })

  it.each([-60, 60])('is no clock: a device that is %d days wrong has its replies', async (days) => {
    const shop = await stage.shop({ think: echo })
    const page = await (await stage.browser.newContext()).newPage()
    const wrong = `{ const now = Date.now; Date.now = () => now() + ${days} * 86_400_000 }`
    await page.addInitScript(wrong)
    stage.serve(PLAIN_PAGE.replace('{script}', shop.script))
    await page.goto(stage.site)
    const siti = visitorOf(page)
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('heard hello').waitFor()
    await siti.page.context().close()
  })
})

describe('a refusal is told kindly', () => {
  it('without credits, in the visitor’s language', async () => {
    const shop = await stage.shop()
    await stage.service.db.run(sql`update workspaces set credits = 0 where id = ${shop.workspace.id}`)
    const siti = await shop.visit({}, PLAIN_PAGE.replace('lang="en"', 'lang="ms"'))
    await siti.open()
    await siti.say('hai')
    await siti.panel.getByText('Pembantu kami sedang berehat').waitFor()
    await siti.page.context().close()
  })

  it('without credits: the message is kept and not repeated', async () => {
    const shop = await stage.shop()
    await stage.service.db.run(sql`update workspaces set credits = 0 where id = ${shop.workspace.id}`)
    const siti = await shop.visit()
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('Our assistant is taking a break').waitFor()
    await expect.poll(() => siti.panel.locator('.delivery').allInnerTexts()).toEqual(['Sent'])
    const [id = ''] = await shop.conversations()
    expect((await shop.stored(id)).filter((line) => line.startsWith('user'))).toEqual(['user: hello'])
    await siti.page.context().close()
  })

  it('on a website that is not allowed', async () => {
    const shop = await stage.shop()
    await stage.service.db.run(
      sql`update agents set allowed_domains = '{other.example}' where id = ${shop.agent.id}`,
    )
    const siti = await shop.visit()
    await siti.launcher.click()
    await siti.panel.getByText('This chat cannot be used on this website.').waitFor()
    expect(await siti.input.isDisabled()).toBe(true)
    await siti.page.context().close()
  })

  it('when the agent is gone', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.page.route('**/api/widget/session?*', (route) =>
      route.fulfill({ status: 404, headers: cors(), json: { error: 'agent_not_found', message: 'Gone.' } }),
    )
    await siti.launcher.click()
    await siti.panel.getByText('This chat is not available any more.').waitFor()
    await siti.page.context().close()
  })

  it('a service that is down is tried again by itself', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    let isDown = true
    await siti.page.route('**/api/widget/session?*', (route) =>
      isDown ? route.fulfill({ status: 502, headers: cors(), body: 'bad gateway' }) : route.continue(),
    )
    await siti.launcher.click()
    await siti.panel.getByText('The chat cannot be reached right now.').waitFor()
    isDown = false
    await siti.panel.getByText('Replies at once').waitFor({ timeout: 10_000 })
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

function cors(): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': stage.site.replace(/\/$/, ''),
    'Access-Control-Expose-Headers': 'Retry-After',
  }
}

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
