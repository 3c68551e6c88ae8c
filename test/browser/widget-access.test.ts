import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStage, PLAIN_PAGE, type Stage, type Visitor } from '../harness/widget.ts'

let stage: Stage
beforeAll(async () => {
  const opened = await openStage()
  if (opened) stage = opened
})
afterAll(() => stage?.close())
beforeEach(({ skip }) => {
  if (!stage) skip('no Chromium on this machine')
})

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Measured while it still moves into place, nothing has its size. */
const STILL = { reducedMotion: 'reduce' } as const
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...STILL } as const
const DESK = { viewport: { width: 1100, height: 820 }, ...STILL } as const
/** A folder for pictures of every state, for people to look at: ICEBOT_PICTURES=… npm test -- test/browser/widget-access */
const pictures = process.env.ICEBOT_PICTURES

const FACES: [string, BrowserContextOptions][] = [
  ['light', { ...DESK, colorScheme: 'light' }],
  ['dark', { ...DESK, colorScheme: 'dark' }],
  ['phone', { ...PHONE, colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
]

async function order(siti: Visitor): Promise<void> {
  await siti.say('2 kopi o ais less sugar and 1 karipap, I am Siti 0123456789')
  await siti.panel.getByText('Is that correct?').waitFor()
  await siti.say('yes')
  await siti.panel.getByRole('link', { name: /Pay/ }).waitFor()
}

async function takePicture({ page }: Visitor, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

async function violations(siti: Visitor): Promise<string[]> {
  await siti.page.evaluate(AXE)
  return siti.page.evaluate(async () => {
    const { axe } = globalThis as Dom
    const { violations, passes } = await axe.run('icebot-widget')
    // It must have looked into the shadow tree.
    if (!passes.some(({ id }: Dom) => id === 'button-name')) throw new Error('axe saw no button')
    return violations.flatMap(({ id, nodes }: Dom) =>
      nodes.map(({ html, any }: Dom) => `${id}: ${html} ${any?.[0]?.message ?? ''}`),
    )
  })
}

describe.each(FACES)('%s', (name, options) => {
  it('has no fault that axe knows, from the bubble to the paid order', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit(options)
    const picture = (part: string) => takePicture(siti, `${name}-${part}`)
    await siti.launcher.waitFor()
    expect(await violations(siti)).toEqual([])
    await siti.open()
    await picture('1-welcome')
    expect(await violations(siti)).toEqual([])
    await siti.say('what kuih do you have?')
    await siti.panel.locator('.products').waitFor()
    await picture('2-products')
    expect(await violations(siti)).toEqual([])
    await order(siti)
    await picture('3-order')
    expect(await violations(siti)).toEqual([])
    const [paying] = await Promise.all([
      siti.page.context().waitForEvent('page'),
      siti.panel.getByRole('link', { name: /Pay/ }).click(),
    ])
    await paying.getByRole('button', { name: /Pay/ }).click()
    await siti.panel.locator('.standing.good').waitFor()
    await siti.page.context().setOffline(true)
    await siti.say('terima kasih!')
    await siti.panel.locator('header .away').waitFor()
    await siti.panel.locator('.line').last().click()
    await picture('4-paid-offline')
    expect(await violations(siti)).toEqual([])
    await siti.page.context().close()
  })
})

describe('with the keyboard alone', () => {
  it('a visitor opens, writes, goes round, and closes', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    const { page } = siti
    await siti.launcher.waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(siti)).toBe('Open chat')
    await page.keyboard.press('Enter')
    await siti.panel.getByText('Replies at once').waitFor()
    expect(await focused(siti)).toBe('Write a message')
    await page.keyboard.type('what kuih do you have?')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('and kopi?')
    expect(await siti.input.inputValue()).toBe('what kuih do you have?\nand kopi?')
    await page.keyboard.press('Enter')
    await expect.poll(() => siti.input.inputValue()).toBe('')
    await siti.panel.locator('.products').first().waitFor()
    const round: string[] = []
    for (let i = 0; i < 20 && round.at(-1) !== 'Write a message'; i++) {
      await page.keyboard.press('Tab')
      round.push(await focused(siti))
    }
    expect(round.slice(0, 3)).toEqual(['Close chat', 'Close chat', 'Conversation'])
    const back: string[] = []
    for (let i = 0; i < round.length; i++) {
      await page.keyboard.press('Shift+Tab')
      back.push(await focused(siti))
    }
    expect(back).toEqual([...round.slice(0, -1).reverse(), 'Write a message'])
    await page.keyboard.press('Escape')
    await expect.poll(() => siti.panel.isVisible()).toBe(false)
    expect(await focused(siti)).toBe('Open chat')
    await page.context().close()
  })

  it('the focus stays in the panel when what had it goes away', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.open()
    await siti.panel.getByRole('button', { name: 'Talk to a person' }).press('Enter')
    await siti.panel.getByText('The team will reply').waitFor()
    expect(await focused(siti)).toBe('Write a message')
    const [id = ''] = await shop.conversations()
    await shop.reply(id, 'line\n\n'.repeat(40))
    await siti.panel.locator('.rich p').nth(20).waitFor()
    await siti.panel.locator('.scroller').evaluate((element: Dom) => {
      element.scrollTop = 0
    })
    await siti.page.waitForTimeout(100)
    await shop.reply(id, 'one more')
    await siti.panel.getByRole('button', { name: '1 new message' }).press('Enter')
    await expect.poll(() => focused(siti)).toBe('Conversation')
    await siti.page.keyboard.press('Escape')
    await expect.poll(() => siti.panel.isVisible()).toBe(false)
    expect(await focused(siti)).toBe('Open chat')
    await siti.page.context().close()
  })

  it('Escape closes from the bubble, too', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit()
    await siti.open()
    await siti.launcher.focus()
    await siti.page.keyboard.press('Escape')
    await expect.poll(() => siti.panel.isVisible()).toBe(false)
    expect(await focused(siti)).toBe('Open chat')
    await siti.page.context().close()
  })

  it('an unfinished word of an input method is not sent', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit({ locale: 'zh-CN' })
    await siti.open()
    const cdp = await siti.page.context().newCDPSession(siti.page)
    await siti.input.focus()
    await cdp.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await siti.page.keyboard.press('Enter')
    await cdp.send('Input.insertText', { text: '你好' })
    expect((await siti.thread()).filter((text) => text.startsWith('You'))).toEqual([])
    await siti.page.keyboard.press('Enter')
    await siti.panel.getByText('你好').waitFor()
    await siti.page.context().close()
  })

  it('new replies are said to screen readers, once', async () => {
    const shop = await stage.shop({ think: async () => ({ replies: ['**Hello** there'] }) })
    const siti = await shop.visit()
    await siti.open()
    const live = siti.page.locator('icebot-widget [aria-live=polite]')
    expect(await live.innerText()).toBe('')
    await siti.say('hi')
    await expect.poll(() => live.textContent()).toBe('Aina: Hello there')
    await siti.page.context().close()
  })
})

describe('the input', () => {
  it('grows to five lines and tells what is left of 4000 characters', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit(STILL)
    await siti.open()
    const height = async () => (await siti.input.boundingBox())?.height ?? 0
    const one = await height()
    await siti.input.fill('1\n2\n3')
    await expect.poll(height).toBe(one + 48)
    await siti.input.fill('1\n2\n3\n4\n5\n6\n7\n8')
    await expect.poll(height).toBe(one + 96)
    const toEnd = () =>
      siti.panel.locator('.scroller').evaluate((e: Dom) => e.scrollHeight - e.scrollTop - e.clientHeight)
    await expect.poll(toEnd).toBeLessThan(2)
    await siti.input.fill('a'.repeat(3799))
    await expect.poll(height).toBe(one + 96)
    expect(await siti.panel.locator('.left').count()).toBe(0)
    await siti.input.fill('a'.repeat(3990))
    await siti.panel.getByText('10 characters left').waitFor()
    await siti.input.fill('a'.repeat(4001))
    await siti.panel.getByText('Too long').waitFor()
    expect(await siti.panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await siti.say('a'.repeat(4000))
    await siti.panel.locator('.delivery').getByText('Sent').waitFor()
    await expect.poll(height).toBe(one)
    await siti.page.context().close()
  })
})

describe('the time of a message', () => {
  it.each([
    ['hover', {}],
    ['tap', { hasTouch: true }],
  ] as const)('shows on %s, and the exact one is its title', async (gesture, options) => {
    const shop = await stage.shop()
    const siti = await shop.visit({ ...options, ...STILL })
    await siti.open()
    await siti.say('hello')
    await siti.panel.locator('.delivery').getByText('Sent').waitFor()
    const line = siti.panel.locator('.own .line')
    const time = line.locator('time')
    const opacity = () => time.evaluate((e: Dom) => e.ownerDocument.defaultView.getComputedStyle(e).opacity)
    await siti.page.mouse.move(0, 0)
    expect(await opacity()).toBe('0')
    await line.locator('.bubble')[gesture]()
    await expect.poll(opacity).toBe('1')
    expect(await time.innerText()).toContain('just now')
    expect(await time.getAttribute('title')).toMatch(/20\d\d.*\d:\d\d/)
    await siti.page.context().close()
  })
})

describe('on a phone', () => {
  it('it is the whole screen, and the keyboard hides neither input nor last message', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit(PHONE)
    await siti.open()
    expect(await siti.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await siti.launcher.isVisible()).toBe(false)
    await siti.say('what kuih do you have?')
    await siti.panel.locator('.products').waitFor()
    // A keyboard of 340 px, as the visual viewport tells of it.
    await siti.page.evaluate(showKeyboard, 340)
    await expect.poll(async () => (await siti.panel.boundingBox())?.height).toBe(504)
    const input = await siti.input.boundingBox()
    expect((input?.y ?? 0) + (input?.height ?? 0)).toBeLessThanOrEqual(504)
    const last = await siti.panel.locator('.products').boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(input?.y ?? 0)
    await siti.panel.getByRole('button', { name: 'Close chat' }).click()
    await siti.launcher.waitFor()
    await siti.page.context().close()
  })

  it('never needs sideways scrolling, whatever is written', async () => {
    const shop = await stage.shop({
      think: async () => ({ replies: [`${'Nasi'.repeat(60)} \`${'x'.repeat(200)}\``] }),
    })
    const siti = await shop.visit({ ...PHONE, viewport: { width: 320, height: 568 } })
    await siti.open()
    await siti.say('W'.repeat(300))
    await siti.panel.getByText('NasiNasi').waitFor()
    const excess = await siti.panel.locator('.scroller').evaluate((e: Dom) => e.scrollWidth - e.clientWidth)
    expect(excess).toBe(0)
    expect(await siti.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await siti.page.context().close()
  })
})

describe('the owner’s and the visitor’s wishes', () => {
  it.each([
    ['ms', 'Tulis mesej'],
    ['zh-Hans', '写消息'],
    ['en-GB', 'Write a message'],
    ['', 'Tulis mesej'],
  ])('on a page in %j the input says %j', async (lang, expected) => {
    const shop = await stage.shop()
    const siti = await shop.visit({ locale: 'ms-MY' }, PLAIN_PAGE.replace('lang="en"', `lang="${lang}"`))
    await siti.launcher.click()
    await siti.panel.getByPlaceholder(expected).waitFor()
    await siti.page.context().close()
  })

  it('side, theme and a light accent with dark text upon it', async () => {
    const shop = await stage.shop({ look: { side: 'left', theme: 'dark', accent: '#ffd60a' } })
    const siti = await shop.visit({ ...DESK, colorScheme: 'light' })
    await siti.open()
    await siti.say('what kuih do you have?')
    await siti.panel.locator('.products').waitFor()
    await takePicture(siti, 'left-yellow')
    expect((await siti.launcher.boundingBox())?.x).toBe(20)
    expect((await siti.panel.boundingBox())?.x).toBe(20)
    expect(
      await siti.launcher.evaluate((e: Dom) => e.ownerDocument.defaultView.getComputedStyle(e).color),
    ).toBe('rgb(0, 0, 0)')
    expect(await violations(siti)).toEqual([])
    await siti.page.context().close()
  })

  it('words that run from right to left do so', async () => {
    const shop = await stage.shop({ think: async () => ({ replies: ['أهلا!', 'Hello!'] }) })
    const siti = await shop.visit(STILL)
    await siti.open()
    await siti.say('سلام')
    await siti.panel.getByText('Hello!').waitFor()
    const ends = await siti.panel.locator('.theirs .rich p').evaluateAll((all: Dom[]) =>
      all.slice(1).map((p) => {
        const range = p.ownerDocument.createRange()
        const letter = (at: number) => {
          range.setStart(p.firstChild, at)
          range.setEnd(p.firstChild, at + 1)
          return range.getBoundingClientRect().x
        }
        return letter(p.textContent.length - 1) > letter(0) ? 'right' : 'left'
      }),
    )
    expect(ends).toEqual(['left', 'right'])
    await siti.page.context().close()
  })

  it('what is drawn by its ground alone is there in forced colours', async () => {
    const shop = await stage.shop({ think: () => new Promise(() => {}) })
    const siti = await shop.visit({ ...STILL, forcedColors: 'active' })
    await siti.open()
    await siti.say('hello')
    const dot = siti.panel.locator('.typing i').first()
    const colours = await dot.evaluate((e: Dom) => {
      const { getComputedStyle } = e.ownerDocument.defaultView
      return [getComputedStyle(e), getComputedStyle(e.closest('.bubble'))].map((s) => s.backgroundColor)
    })
    expect(colours[0]).not.toBe(colours[1])
    await siti.page.context().close()
  })

  it.each(['light', 'dark'] as const)('more contrast is more contrast, in %s', async (colorScheme) => {
    const shop = await stage.shop()
    const siti = await shop.visit({ ...DESK, colorScheme, contrast: 'more' })
    await siti.open()
    await takePicture(siti, `contrast-${colorScheme}`)
    expect(await violations(siti)).toEqual([])
    const [ink, quiet, ground] = await siti.panel.evaluate((panel: Dom) => {
      const { getComputedStyle } = panel.ownerDocument.defaultView
      const send = getComputedStyle(panel.querySelector('.send'))
      return [getComputedStyle(panel).color, send.color, send.backgroundColor]
    })
    expect(quiet).toBe(ink)
    expect(ground).not.toBe(ink)
    await siti.page.context().close()
  })

  it('nothing moves for who asked for less motion', async () => {
    const shop = await stage.shop()
    const siti = await shop.visit(STILL)
    await siti.open()
    const moving = await siti.page.evaluate(
      "document.querySelector('icebot-widget').shadowRoot.getAnimations().length",
    )
    expect(moving).toBe(0)
    await siti.page.context().close()
  })
})

// biome-ignore lint/suspicious/noExplicitAny: what is a page's own is unknown to the types of Node
type Dom = any

/** The name of what has the focus, within the widget. */
function focused(siti: Visitor): Promise<string> {
  return siti.page.evaluate(() => {
    const { activeElement } = (globalThis as Dom).document
    const element = activeElement?.shadowRoot?.activeElement ?? activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })
}

/** Runs in the page: what a browser does when its keyboard covers the lower part. */
function showKeyboard(height: number): void {
  const { visualViewport, innerHeight } = globalThis as Dom
  Object.defineProperty(visualViewport, 'height', { value: innerHeight - height })
  visualViewport.dispatchEvent(new (globalThis as Dom).Event('resize'))
}
