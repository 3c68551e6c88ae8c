import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createUser } from '../../src/modules/users/index.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openStage, type Stage, type WidgetShop } from '../harness/widget.ts'

let stage: Stage | undefined
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** A shop of its own and its owner at the dashboard; undefined where there is no browser. */
async function begin(
  options: Parameters<typeof openDesk>[3] = LOOKS.light,
): Promise<{ shop: WidgetShop; desk: Desk; page: Page } | undefined> {
  if (!stage) return undefined
  const shop = await stage.shop()
  const desk = await openDesk(stage.browser, stage.service, shop.owner, options)
  return { shop, desk, page: desk.page }
}

const agentOf = async (shop: WidgetShop) => (await shop.manage(`/agents/${shop.agent.id}`)).json.data
const tryIt = (page: Page) => page.getByRole('region', { name: 'Try it' })
const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

async function say(page: Page, text: string): Promise<void> {
  const box = tryIt(page).getByRole('textbox')
  await box.fill(text)
  await box.press('Enter')
}

async function save(page: Page): Promise<void> {
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await saveBar(page).waitFor({ state: 'detached' })
}

describe('the agent’s settings', () => {
  it('change who answers: name and welcome are in the try-out once they are saved', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/agent', 'Agent')
    await tryIt(page).getByText('Hai! Nak order apa hari ini?').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Mak Som')
    await page.getByLabel('Welcome message').fill('Apa khabar? Mak Som di sini.')
    await page.getByRole('button', { name: 'Take an example' }).click()
    await page.getByRole('menuitem', { name: 'Straight to the point' }).click()
    await tryIt(page).getByText('Answers with the settings that are saved').waitFor()
    expect(await tryIt(page).getByText('Mak Som di sini').count()).toBe(0)
    await save(page)
    await tryIt(page).getByText('Apa khabar? Mak Som di sini.').waitFor()
    await tryIt(page).getByText('Chat with Mak Som').waitFor()
    const { name, persona } = await agentOf(shop)
    expect(name).toBe('Mak Som')
    expect(persona).toContain('one or two sentences')
    expect(desk.complaints).toEqual([])
  })

  it('keep opening hours as they were entered: several a day, past midnight, closed', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/agent', 'Agent')
    await page.getByRole('switch', { name: 'Tell customers when the shop is open' }).click()
    await page.getByLabel('Monday: opens (1)').fill('08:00')
    await page.getByLabel('Monday: closes (1)').fill('12:00')
    await page.getByRole('button', { name: 'Add hours on Monday' }).click()
    await page.getByLabel('Monday: opens (2)').fill('11:00')
    await page.getByLabel('Monday: closes (2)').fill('18:00')
    await page.getByText('These hours overlap').waitFor()
    expect(await saveBar(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByLabel('Monday: opens (2)').fill('14:00')
    await page.getByRole('button', { name: 'Copy to all days: Monday' }).click()
    await page.getByLabel('Open on Sunday').uncheck()
    await page.getByLabel('Friday: closes (2)').fill('02:00')
    await page.getByText('until the next day').waitFor()
    await page.getByLabel('Saturday: closes (2)').fill('00:00')
    await save(page)
    const day = [
      ['08:00', '12:00'],
      ['14:00', '18:00'],
    ]
    const night = (end: string) => [day[0], ['14:00', end]]
    const hours = {
      mon: day,
      tue: day,
      wed: day,
      thu: day,
      fri: night('02:00'),
      sat: night('24:00'),
      sun: [],
    }
    expect((await agentOf(shop)).opening_hours).toEqual(hours)
    await page.reload()
    await expect.poll(() => page.getByLabel('Friday: closes (2)').inputValue()).toBe('02:00')
    expect(await page.getByLabel('Open on Sunday').isChecked()).toBe(false)
    expect(await saveBar(page).count()).toBe(0)
  })

  it('ask whoever leaves with something unsaved', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    if (stage) await createAgent(stage.service.db, system, shop.workspace.id, { name: 'Second' })
    await desk.go('/agent', 'Agent')
    const others = page.getByRole('combobox', { name: 'Agent', exact: true })
    await others.selectOption('Second')
    await tryIt(page).getByText('Chat with Second').waitFor()
    await others.selectOption('Aina')
    await page.getByLabel('Name', { exact: true }).fill('Nobody')
    expect(await others.isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Orders' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Nobody')
    await page.getByRole('link', { name: 'Orders' }).click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL('**/orders')
    expect((await agentOf(shop)).name).toBe('Aina')
  })

  it('show a refusal where it belongs and keep what was typed', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { desk, page } = begun
    await desk.go('/agent', 'Agent')
    await page.getByLabel('Name', { exact: true }).fill('   ')
    await saveBar(page).getByRole('button', { name: 'Save' }).click()
    const field = page.getByLabel('Name', { exact: true })
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await saveBar(page).getByRole('button', { name: 'Discard' }).click()
    expect(await field.inputValue()).toBe('Aina')
  })

  it('are a member’s to change as well', async ({ skip }) => {
    if (!stage) return skip('no Chromium on this machine')
    const shop = await stage.shop()
    const fields = { email: `member-${shop.agent.id}@example.com`, role: 'member' } as const
    const member = await createUser(stage.service.db, system, shop.workspace.id, fields)
    const { page, go } = await openDesk(stage.browser, stage.service, member)
    await go('/agent', 'Agent')
    await page.getByLabel('Tamil').check()
    await page.getByLabel('Usual language').selectOption('ta')
    await save(page)
    expect((await agentOf(shop)).languages).toEqual(['ta', 'en', 'ms'])
  })
})

describe('the try-out', () => {
  it('is a conversation like any other, shows what the agent did, and begins anew', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/agent', 'Agent')
    await say(page, '2 kopi o ais')
    await tryIt(page).getByText('put 2 × Kopi O Ais into the order').waitFor()
    await tryIt(page).getByText('RM 6.40').first().waitFor()
    const [conversation = ''] = await shop.conversations()
    const stored = (await shop.manage(`/conversations/${conversation}`)).json.data
    expect(stored.channel).toBe('try-out')
    const link = tryIt(page).getByRole('link', { name: 'See it in the inbox' })
    expect(await link.getAttribute('href')).toBe(`/conversations/${conversation}`)
    await page.reload()
    await tryIt(page).getByText('2 kopi o ais').waitFor()
    await tryIt(page).getByRole('button', { name: 'Start over' }).click()
    await tryIt(page).getByText('2 kopi o ais').waitFor({ state: 'detached' })
    await say(page, 'hello')
    await expect.poll(async () => (await shop.conversations()).length).toBe(2)
    expect(desk.complaints).toEqual([])
  })

  it('says that a person answers', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/agent', 'Agent')
    await say(page, 'hello')
    await expect.poll(async () => (await shop.conversations()).length).toBe(1)
    const [conversation = ''] = await shop.conversations()
    await shop.reply(conversation, 'Salam, this is Farah.')
    await tryIt(page).getByText('Salam, this is Farah.').waitFor()
    await tryIt(page).getByText('A person has taken over').waitFor()
  })
})

describe('the knowledge', () => {
  it('is written, and the agent answers from it; renamed and deleted it is another’s no more', async ({
    skip,
  }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    const titles = async () =>
      (await shop.manage(`/agents/${shop.agent.id}/documents`)).json.data.map(
        ({ title }: { title: string }) => title,
      )
    await desk.go('/agent/knowledge', 'Knowledge')
    await page.getByRole('heading', { name: 'The agent knows only the catalogue' }).waitFor()
    await page.getByRole('link', { name: 'Write' }).click()
    await page.getByLabel('Title').fill('Parking')
    await page.getByLabel('Text').fill('# Parking\nFree parking behind the shop, twenty bays.')
    await saveBar(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Parking' }).waitFor()
    await say(page, 'is there parking?')
    await tryIt(page).getByText('behind the shop').waitFor()
    await tryIt(page).getByText('read “Parking”').waitFor()

    await page.getByRole('link', { name: 'Parking' }).click()
    await page.getByLabel('Title').fill('Parking and bicycles')
    await saveBar(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Parking and bicycles' }).waitFor()
    expect(await titles()).toEqual(['Parking and bicycles'])

    await page.getByRole('link', { name: 'Parking and bicycles' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'The agent knows only the catalogue' }).waitFor()
    expect(await titles()).toEqual([])
    expect(desk.complaints).toEqual([])
  })

  it('comes in files too, each told what becomes of it', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await shop.manage(`/agents/${shop.agent.id}/documents`, { title: 'halal', body: 'Old.' })
    await desk.go('/agent/knowledge', 'Knowledge')
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('delivery.md', '# Delivery area\n\nWithin 5 km.'),
        file('Halal.txt', 'All our suppliers are certified.'),
        file('menu.pdf', '%PDF'),
      ])
    const dialog = page.getByRole('dialog', { name: 'Add these files?' })
    await dialog.getByText('Only .txt and .md files can be read').waitFor()
    await dialog.getByText('Replaces the one there is').waitFor()
    await dialog.getByRole('button', { name: 'Add 2 documents' }).click()
    await page.getByRole('link', { name: 'Delivery area' }).waitFor()
    await page.getByText('2 of 500 documents').waitFor()
    const { data } = (await shop.manage(`/agents/${shop.agent.id}/documents`)).json
    expect(data).toHaveLength(2)
    expect(desk.complaints).toEqual([])
  })
})

describe('for everybody', () => {
  it.each(Object.entries(LOOKS))(
    'nothing is in the way: %s',
    async (_, look) => {
      const begun = await begin(look)
      if (!begun) return
      const { shop, desk, page } = begun
      const saved = await shop.manage(`/agents/${shop.agent.id}/documents`, {
        title: 'Halal',
        body: 'Certified.',
      })
      await desk.go('/agent', 'Agent')
      await page.getByRole('switch', { name: 'Tell customers when the shop is open' }).click()
      await say(page, '2 kopi o ais')
      await tryIt(page).getByText('RM 6.40').first().waitFor()
      expect(await faultsOf(page)).toEqual([])
      await saveBar(page).getByRole('button', { name: 'Discard' }).click()
      for (const [path, heading] of [
        ['/agent/knowledge', 'Knowledge'],
        ['/agent/knowledge/new', 'New document'],
        [`/agent/knowledge/${saved.json.data.id}`, 'Edit document'],
      ] as const) {
        await desk.go(path, heading)
        await tryIt(page).getByText('2 kopi o ais').waitFor()
        expect(await faultsOf(page)).toEqual([])
      }
      expect(desk.complaints).toEqual([])
    },
    60_000,
  )

  it('in Malay', async ({ skip }) => {
    const begun = await begin({ ...LOOKS.light, locale: 'ms-MY' })
    if (!begun) return skip('no Chromium on this machine')
    const { desk, page } = begun
    await desk.go('/agent', 'Ejen')
    await page.getByRole('heading', { name: 'Waktu buka' }).waitFor()
    await page.getByLabel('Nama', { exact: true }).fill('Kak Ros')
    await page.getByText('Perubahan belum disimpan').waitFor()
    await page.getByRole('button', { name: 'Buang', exact: true }).click()
    await desk.go('/agent/knowledge', 'Pengetahuan')
    await page.getByRole('heading', { name: 'Ejen hanya tahu katalog' }).waitFor()
  })
})
