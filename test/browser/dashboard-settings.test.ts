import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createUser, findUserByEmail, signIn, type User } from '../../src/modules/users/index.ts'
import { updateWorkspace } from '../../src/modules/workspaces/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { openSmtp } from '../harness/smtp.ts'

const PASSWORD = 'kopi kaya roti bakar'
const PLACES = [
  ['/settings/keys', 'API keys', 'Kunci API'],
  ['/settings/team', 'Team', 'Pasukan'],
  ['/settings/plan', 'Plan and credits', 'Pelan dan kredit'],
  ['/settings/audit', 'Audit log', 'Log audit'],
  ['/settings/account', 'Your account', 'Akaun anda'],
] as const
let browser: Browser | undefined
let service: TestService
let shop: Shop
let member: User
beforeAll(async () => {
  browser = await openBrowser()
  service = await startService()
  shop = await openShop(service.db)
  member = await newMember()
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

let count = 0
const newMember = (): Promise<User> =>
  createUser(service.db, system, shop.workspace.id, {
    email: `m${++count}@settings.example`,
    password: PASSWORD,
  })

/** The dashboard in front of somebody for as long as it is used. */
async function withDesk(
  skip: (note: string) => void,
  user: User,
  use: (desk: Desk) => Promise<void>,
  look: Parameters<typeof openDesk>[3] = LOOKS.light,
  at = service,
): Promise<void> {
  if (!browser) return skip('no Chromium on this machine')
  const desk = await openDesk(browser, at, user, look)
  await use(desk)
  await desk.close()
}

describe('API keys', () => {
  it('are created with scopes in sentences, shown once, work, and are refused once revoked', async ({
    skip,
  }) => {
    await withDesk(skip, shop.owner, async ({ page, go, complaints }) => {
      await go('/settings/keys', 'API keys')
      await page.getByRole('button', { name: 'Create key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Till')
      await dialog.getByLabel('May sync products and stock, and report order status').check()
      await dialog.getByLabel(/Websites/).fill('shop.example')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await dialog.getByRole('alert').getByText('“shop.example” is not an origin').waitFor()
      await dialog.getByLabel(/Websites/).fill('https://shop.example')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('button', { name: 'I have stored it' }).waitFor()
      const key = await page.locator('code').first().innerText()
      expect(key).toMatch(/^svk_/)
      expect(await page.getByText(`-H 'Authorization: Bearer ${key}'`).innerText()).toContain(
        `${service.url}/api/v1/conversations`,
      )
      await page.getByText(`claude mcp add --transport http icebot ${service.url}/api/mcp`).waitFor()
      expect((await service.call('/api/v1/conversations', { key })).status).toBe(200)
      await page.getByRole('button', { name: 'I have stored it' }).click()
      expect(await page.content()).not.toContain(key)
      const card = page.getByRole('listitem').filter({ hasText: 'Till' })
      const text = await card.innerText()
      expect(text).toContain('May read and sync the catalogue and order status.')
      expect(text).toContain('https://shop.example')
      expect(text).toContain(key.slice(0, 12))
      await card.getByRole('button', { name: 'Revoke Till' }).click()
      await page.getByRole('alertdialog').getByText('The very next request').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
      await page.getByText('Revoked keys (1)').waitFor()
      expect((await service.call('/api/v1/conversations', { key })).status).toBe(401)
      expect(complaints.filter((one) => !one.includes('400'))).toEqual([])
    })
  })

  it('are those of the agent that is chosen', async ({ skip }) => {
    const other = await openShop(service.db)
    await createAgent(service.db, system, other.workspace.id, { name: 'Second' })
    await withDesk(skip, other.owner, async ({ page, go }) => {
      await go('/settings/keys', 'API keys')
      await page.getByText('May only read.').waitFor()
      await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Second' })
      await page.getByText('No key yet').waitFor()
    })
  })
})

describe('the team', () => {
  it('an invitation without mail shows its link, which works', async ({ skip }) => {
    await withDesk(skip, shop.owner, async ({ page, go }) => {
      await go('/settings/team', 'Team')
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('dialog').getByLabel('Email').fill(member.email)
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('alert').getByText('here already').waitFor()
      await page.getByRole('dialog').getByLabel('Email').fill('new@settings.example')
      await page.getByRole('dialog').getByLabel('Role').selectOption('owner')
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('heading', { name: 'Give this link to new@settings.example' }).waitFor()
      const link = await page.locator('code').innerText()
      expect((await service.call(new URL(link).pathname)).status).toBe(200)
      await page.getByRole('button', { name: 'Done' }).click()
      expect(await page.content()).not.toContain(link)
      const person = page.getByRole('listitem').filter({ hasText: 'new@settings.example' })
      expect(await person.innerText()).toContain('Has not chosen a password yet')
      expect(await person.getByRole('combobox').inputValue()).toBe('owner')
    })
  })

  it('with mail the link goes to the mailbox only; when it is not taken it is shown with the reason', async ({
    skip,
  }) => {
    let refuses = false
    const smtp = await openSmtp((command) =>
      refuses && command === 'RCPT' ? '550 no such mailbox' : undefined,
    )
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    await withDesk(
      skip,
      shop.owner,
      async ({ page, go }) => {
        await go('/settings/team', 'Team')
        await page.getByRole('button', { name: 'Invite' }).click()
        await page.getByRole('dialog').getByLabel('Email').fill('mailed@settings.example')
        await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
        await page.getByText('A link was mailed to mailed@settings.example.').waitFor()
        expect(await page.content()).not.toContain('set-password')
        refuses = true
        const person = page.getByRole('listitem').filter({ hasText: 'mailed@settings.example' })
        await person.getByRole('button', { name: 'New password link' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Make link' }).click()
        await page.getByText('550 no such mailbox').waitFor()
        expect(await page.locator('code').innerText()).toContain('/set-password/')
      },
      LOOKS.light,
      mailing,
    )
    await mailing.close()
  })

  it('owners change roles and remove people; the last owner stays, in words', async ({ skip }) => {
    const other = await openShop(service.db)
    const email = 'helper@settings.example'
    await createUser(service.db, system, other.workspace.id, { email })
    await withDesk(skip, other.owner, async ({ page, go }) => {
      await go('/settings/team', 'Team')
      await page.getByLabel(`Role of ${other.owner.email}`).selectOption('member')
      await page.getByText('A workspace needs an owner.').waitFor()
      expect(await page.getByLabel(`Role of ${other.owner.email}`).inputValue()).toBe('owner')
      await page.getByLabel(`Role of ${email}`).selectOption('owner')
      await page.getByText(`${email} is now: Owner.`).waitFor()
      const person = page.getByRole('listitem').filter({ hasText: email })
      await person.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect.poll(() => person.count()).toBe(0)
      expect(await findUserByEmail(service.db, email)).toBe(undefined)
    })
  })

  it('a member sees no deeds of owners', async ({ skip }) => {
    await withDesk(skip, member, async ({ page, go }) => {
      await go('/settings/team', 'Team')
      await page.getByText('Only an owner can invite').waitFor()
      await page.getByText(shop.owner.email).waitFor()
      for (const name of ['Invite', 'Remove', 'New password link'])
        expect(await page.getByRole('button', { name }).count()).toBe(0)
      expect(await page.getByRole('combobox').count()).toBe(0)
      await go('/settings/plan', 'Plan and credits')
      await page.getByText('Only an owner can change these.').waitFor()
      expect(await page.getByLabel('Name of the business').isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    })
  })
})

describe('plan and credits', () => {
  it('the owner changes what is theirs; low credits are said in words; the ledger goes on', async ({
    skip,
  }) => {
    const own = await openShop(service.db)
    for (let credits = 1_001; credits < 1_040; credits++)
      await updateWorkspace(service.db, system, own.workspace.id, { credits })
    await updateWorkspace(service.db, system, own.workspace.id, { credits: 40 })
    await withDesk(skip, own.owner, async ({ page, go }) => {
      await go('/settings/plan', 'Plan and credits')
      await page.getByText('Credits run low.').waitFor()
      await page.getByText(`workspace update ${own.workspace.id} --credits 10040`).waitFor()
      const rows = page.getByRole('table').getByRole('row')
      await expect.poll(() => rows.count()).toBe(26)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => rows.count()).toBe(42)
      await page.getByText('Starting balance').waitFor()
      await page.getByLabel('Name of the business').fill('Teh Corner')
      await page.getByLabel('Minutes to pay an order').fill('15')
      await page.getByLabel('Number for outgoing calls').fill('not a number')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('This is not a phone number.').waitFor()
      expect(await page.getByLabel('Name of the business').inputValue()).toBe('Teh Corner')
      await page.getByLabel('Number for outgoing calls').fill('03-7777 4321')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('heading', { name: 'Teh Corner' }).waitFor()
      const { json } = await service.call('/api/manage/workspace', { key: own.token })
      expect(json.data).toMatchObject({
        name: 'Teh Corner',
        payment_window_seconds: 900,
        outbound_number: '+60377774321',
      })
      await page.getByLabel('Minutes to pay an order').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      const window = async () =>
        (await service.call('/api/manage/workspace', { key: own.token })).json.data.payment_window_seconds
      await expect.poll(window).toBe(null)
    })
  })
})

describe('the audit log', () => {
  it('tells in sentences who did what, with the details behind, and goes on', async ({ skip }) => {
    const own = await openShop(service.db)
    for (let i = 0; i < 60; i++)
      await updateWorkspace(service.db, system, own.workspace.id, { name: `Name ${i}` })
    await service.call(`/api/manage/agents/${own.agent.id}/keys`, { key: own.token, body: { name: 'Till' } })
    await withDesk(skip, own.owner, async ({ page, go }) => {
      await go('/settings/audit', 'Audit log')
      const rows = page.getByRole('list', { name: 'What was done' }).getByRole('listitem')
      await expect.poll(() => rows.count()).toBe(50)
      expect(await rows.first().innerText()).toMatch(/You created the API key svk_\w+…/)
      expect(await rows.nth(1).innerText()).toContain('The service changed the workspace: name')
      await rows.nth(1).locator('summary').click()
      await page.getByText('"after": "Name 59"').waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText('The service created the workspace').waitFor()
    })
  })
})

describe('one’s own account', () => {
  it('a new password wants the present one, and signs the other browsers out', async ({ skip }) => {
    const person = await newMember()
    await signIn(service.db, person, 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0')
    await withDesk(skip, person, async ({ page, go }) => {
      await go('/settings/account', 'Your account')
      await page.getByText('Firefox on Windows').waitFor()
      await page.getByLabel('Present password').fill('not this one')
      await page.getByLabel('New password').fill('teh tarik kurang manis')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('alert').getByText('This is not your present password.').waitFor()
      await page.getByLabel('Present password').fill(PASSWORD)
      await page.getByLabel('New password').fill('short')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('alert').getByText('at least 10 characters').waitFor()
      await page.getByLabel('New password').fill('teh tarik kurang manis')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('1 other browser was signed out').waitFor()
      await expect.poll(() => page.getByText('Firefox on Windows').count()).toBe(0)
      await page.getByText('This browser', { exact: true }).waitFor()
    })
  })

  it('another browser is signed out by hand', async ({ skip }) => {
    const person = await newMember()
    const token = await signIn(service.db, person, 'Mozilla/5.0 (iPhone) Safari/605.1')
    const headers = { Cookie: `icebot_session=${token}` }
    expect((await service.call('/api/manage/me', { headers })).status).toBe(200)
    await withDesk(skip, person, async ({ page, go }) => {
      await go('/settings/account', 'Your account')
      await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('That browser is signed out.').waitFor()
    })
    expect((await service.call('/api/manage/me', { headers })).status).toBe(401)
  })

  it('language and looks are chosen and stay', async ({ skip }) => {
    await withDesk(skip, member, async ({ page, go }) => {
      await go('/settings/account', 'Your account')
      await page.getByLabel('Appearance').selectOption('dark')
      await page.getByLabel('Language').selectOption('ms')
      await page.getByRole('heading', { level: 1, name: 'Akaun anda' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Akaun anda' }).waitFor()
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    })
  })
})

const looks = ['light', 'dark', 'phone'] as const

describe('the settings can be used by everybody', () => {
  it.each(looks.flatMap((look) => PLACES.map(([path, heading]) => [look, path, heading] as const)))(
    'in %s: %s',
    async (look, path, heading) => {
      await withDesk(
        () => {},
        shop.owner,
        async ({ page, go, complaints }) => {
          await go(path, heading)
          await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
          expect(await faultsOf(page)).toEqual([])
          expect(complaints).toEqual([])
        },
        LOOKS[look],
      )
    },
  )

  it.each(looks)('in %s: the form of a new key', async (look) => {
    await withDesk(
      () => {},
      shop.owner,
      async ({ page, go }) => {
        await go('/settings/keys', 'API keys')
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.getByRole('dialog').waitFor()
        expect(await faultsOf(page)).toEqual([])
      },
      LOOKS[look],
    )
  })

  it.each(PLACES)('in Malay, on a phone: %s', async (path, _, heading) => {
    await withDesk(
      () => {},
      shop.owner,
      async ({ page, go }) => {
        await go(path, heading)
        expect(await faultsOf(page)).toEqual([])
      },
      { ...LOOKS.phone, locale: 'ms-MY' },
    )
  })
})
