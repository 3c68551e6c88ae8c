import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { createUser, signIn as startSignIn, type User } from '../../src/modules/users/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { openSmtp } from '../harness/smtp.ts'

const PASSWORD = 'kopi kaya roti bakar'
let browser: Browser | undefined
let service: TestService
let shop: Shop
let owner: User
beforeAll(async () => {
  browser = await openBrowser()
  service = await startService()
  shop = await openShop(service.db)
  owner = await newPerson()
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

let count = 0
const newPerson = (): Promise<User> =>
  createUser(service.db, system, shop.workspace.id, {
    email: `p${++count}@sign-in.example`,
    password: PASSWORD,
    role: 'owner',
  })

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}, at = service) {
  const context = await browser?.newContext({ locale: 'en-MY', ...LOOKS.light, ...options })
  if (!context) return undefined
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(at.url + path)
  return page
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('signing in', () => {
  it('leads to where one wanted to go, with a cookie no script can read', async ({ skip }) => {
    const page = await open('/settings/team')
    if (!page) return skip('no Chromium on this machine')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, owner.email, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/team')
    expect(await page.evaluate('document.cookie')).toBe('')
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  it('leads to the very view one wanted, filters and all', async ({ skip }) => {
    const page = await open('/orders?status=paid')
    if (!page) return skip('no Chromium on this machine')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, owner.email, PASSWORD)
    await page.getByRole('link', { name: 'Paid', exact: true }).and(page.locator('[aria-current]')).waitFor()
    expect(page.url()).toBe(`${service.url}/orders?status=paid`)
  })

  it('never leads to another website', async ({ skip }) => {
    const page = await open('/sign-in?next=//evil.example/x')
    if (!page) return skip('no Chromium on this machine')
    await signIn(page, owner.email, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(new URL(page.url()).origin).toBe(service.url)
  })

  it('says in words what was wrong, keeps what was typed, and how long to wait', async ({ skip }) => {
    const { email } = await newPerson()
    const page = await open('/sign-in')
    if (!page) return skip('no Chromium on this machine')
    await signIn(page, email, 'not this one')
    await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    const body = { email, password: 'a guess' }
    for (let i = 0; i < 10; i++) await service.call('/api/manage/session', { body })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByRole('alert')
      .getByText(/Wait 1[45] minutes/)
      .waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
  })

  it('signing out leaves nothing behind, and what was seen is not shown to the next one', async ({
    skip,
  }) => {
    if (!browser) return skip('no Chromium on this machine')
    const desk = await openDesk(browser, service, owner)
    await desk.go('/settings/account', 'Your account')
    await desk.page.evaluate(`localStorage['icebot.agent'] = localStorage['icebot.try-out.x'] = 'x'
      localStorage['icebot.language'] = 'en'`)
    await desk.page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await desk.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect
      .poll(() =>
        desk.page.evaluate('Object.keys(localStorage).filter((name) => /icebot/.test(name)).join()'),
      )
      .toBe('icebot.language')
    await desk.page.goto(`${service.url}/settings/account`)
    await desk.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await desk.close()
  })

  it('who is signed out elsewhere is led out, and what they were writing is not left for the next one', async ({
    skip,
  }) => {
    if (!browser) return skip('no Chromium on this machine')
    const person = await newPerson()
    const { json } = await service.call(`/api/manage/agents/${shop.agent.id}/inbound`, {
      key: shop.token,
      body: { channel: 'whatsapp', external_user_id: 'left', name: 'Mei', text: 'hello' },
    })
    const { page, go, close } = await openDesk(browser, service, person)
    await go(`/conversations/${json.conversation_id}`, 'Inbox')
    const box = page.getByRole('textbox', { name: 'Write a reply' })
    await box.fill('half a thought')
    await service.db.run(sql`delete from sign_ins where user_id = ${person.id}`)
    // By the next thing done at the latest; the page may have heard of it before.
    await page
      .getByRole('button', { name: 'Take over' })
      .click({ timeout: 2_000 })
      .catch(() => {})
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, owner.email, PASSWORD)
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/conversations/${json.conversation_id}`)
    await page.getByText('hello').last().waitFor()
    expect(await box.inputValue()).toBe('')
    await close()
  })

  it('another one who signs in with the same browser is shown nothing of the first, in no tab', async ({
    skip,
  }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, owner)
    await go('/settings/account', 'Your account')
    await page.evaluate("sessionStorage['icebot.drafts'] = '[]'")
    const other = await openShop(service.db)
    const { url } = service
    const value = await startSignIn(service.db, other.owner, 'a test')
    await page.context().addCookies([{ name: 'icebot_session', value, url }])
    await service.db.run(sql`delete from sign_ins where user_id = ${owner.id}`)
    await page.getByText(other.owner.email).first().waitFor({ timeout: 25_000 })
    expect(await page.getByText(owner.email).count()).toBe(0)
    expect(await page.evaluate("sessionStorage['icebot.drafts']")).toBeUndefined()
    await close()
  })

  it('speaks the language one chooses', async ({ skip }) => {
    const page = await open('/sign-in')
    if (!page) return skip('no Chromium on this machine')
    await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
    await page.getByRole('heading', { name: 'Log masuk' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('ms')
    await page.reload()
    await page.getByRole('heading', { name: 'Log masuk' }).waitFor()
  })

  it.each(['light', 'dark', 'phone'] as const)('can be used by everybody (%s)', async (look) => {
    const page = await open('/sign-in', LOOKS[look])
    if (!page) return
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText('This service sends no mail').waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})

describe('a forgotten password', () => {
  it('without mail the page says whom to ask, with the command', async ({ skip }) => {
    const page = await open('/sign-in')
    if (!page) return skip('no Chromium on this machine')
    await page.getByLabel('Email').fill(owner.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText(`npm run -s icebot -- user reset --email ${owner.email}`).waitFor()
  })

  it('puts nothing into the command that a link brought and a shell could run', async ({ skip }) => {
    const page = await open(`/sign-in/forgotten?email=${encodeURIComponent('a@b.example; rm -rf /')}`)
    if (!page) return skip('no Chromium on this machine')
    await page.getByText('npm run -s icebot -- user reset --email EMAIL').waitFor()
    expect(await page.getByText('rm -rf').count()).toBe(0)
  })

  it('with mail a link comes that lets one choose a new one, and strangers learn nothing', async ({
    skip,
  }) => {
    const smtp = await openSmtp()
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    onTestFinished(() => mailing.close())
    const person = await newPerson()
    const page = await open('/sign-in/forgotten', {}, mailing)
    if (!page) return skip('no Chromium on this machine')
    await page.getByLabel('Email').fill('nobody@sign-in.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If nobody@sign-in.example belongs to an account').waitFor()
    await page.reload()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(`If ${person.email} belongs to an account`).waitFor()
    await expect.poll(() => smtp.received.length).toBe(1)
    const link = /http\S+set-password\S+/.exec(smtp.received[0]?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('New password').fill('teh tarik kurang manis')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, person.email, 'teh tarik kurang manis')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})
