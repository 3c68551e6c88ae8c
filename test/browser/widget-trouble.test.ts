import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
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

function cors(): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': stage.site.replace(/\/$/, ''),
    'Access-Control-Expose-Headers': 'Retry-After',
  }
}
