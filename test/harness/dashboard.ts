import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { signIn, type User } from '../../src/modules/users/index.ts'
import { axeFaults } from './axe.ts'
import type { TestService } from './service.ts'

/** How pages are looked at. */
export const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 800 }, colorScheme: 'light', hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>

export interface Desk {
  page: Page
  /** Broken scripts, what the content security policy refused, failed requests. */
  complaints: string[]
  /** Opens a place and waits for its heading. */
  go(path: string, heading: string | RegExp): Promise<void>
  close(): Promise<void>
}

/** The dashboard as somebody sees it who is signed in. */
export async function openDesk(
  browser: Browser,
  { db, url }: Pick<TestService, 'db' | 'url'>,
  user: User,
  options: BrowserContextOptions = LOOKS.light,
): Promise<Desk> {
  const context = await browser.newContext({ locale: 'en-MY', ...options })
  const cookie = { name: 'icebot_session', value: await signIn(db, user, 'a test'), url }
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return {
    page,
    complaints,
    async go(path, heading) {
      await page.goto(url + path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    },
    close: () => context.close(),
  }
}

/** What is wrong for somebody who cannot see, or sees badly, and what sticks out sideways. */
export async function faultsOf(page: Page): Promise<string[]> {
  // What comes in fades in, and is judged once it is there.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((one) => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity)
    .map((one) => one.finished.catch(() => {}))).then(() => undefined)`)
  const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  return [...(await axeFaults(page)), ...(Number(sideways) > 0 ? [`${sideways} pixels too wide`] : [])]
}
