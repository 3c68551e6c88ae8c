import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { serve, temporaryFolder } from '../harness/process.ts'
import { isSigned, openReceiver } from '../harness/receiver.ts'
import { visitorOf } from '../harness/widget.ts'

let browser: Browser | undefined
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** From the first start to the first sale, as a new user would: nothing prepared, nothing but what is on the screen. */
it('a newcomer’s whole path', { timeout: 180_000 }, async ({ skip }) => {
  if (!browser) return skip('no Chromium on this machine')
  const receiver = await openReceiver()
  const service = await serve({
    ICEBOT_DATA_DIR: temporaryFolder(),
    ICEBOT_WEBHOOK_ALLOW: '127.0.0.1',
  })
  const { baseUrl: url, demo } = service.announcement
  try {
    const owner = await person(browser)
    await signInFirst(owner, demo as NonNullable<typeof demo>)

    await owner.goto(`${url}/catalogue/new`)
    await owner.getByLabel('Name').fill('Ondeh Ondeh')
    await owner.getByLabel(/^Price/).fill('3.50')
    await owner.getByRole('button', { name: /^(Add|Save)/ }).click()
    await owner.goto(`${url}/catalogue?q=Ondeh`)
    await owner.getByRole('row').filter({ hasText: 'Ondeh Ondeh' }).getByText('RM 3.50').waitFor()

    await owner.goto(`${url}/website`)
    await owner.getByLabel('Host to allow').fill('kedai.example')
    await owner.getByRole('button', { name: 'Add', exact: true }).click()
    await owner.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
    await owner.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })

    // The owner looks at the inbox while a customer opens the shop's page on another device.
    await owner.goto(`${url}/conversations`)
    await owner.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
    const customer = visitorOf(await person(browser))
    await customer.page.goto(`${url}/demo`)
    await customer.open()
    await customer.say('hi, 2 ondeh ondeh please')
    await customer.panel.getByText(/7\.00/).first().waitFor()

    // Newest first, by itself; what is already on the screen does not move without being asked to.
    const isNew = owner.getByRole('button', { name: /\d new/ })
    const first = owner.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
    await expect
      .poll(async () => (await isNew.count()) > 0 || (await first.innerText()).includes('now'), {
        timeout: 15_000,
      })
      .toBe(true)
    if (await isNew.count()) await isNew.click()
    await first.click()
    const thread = owner.getByRole('region', { name: 'Messages' })
    await thread.getByText('hi, 2 ondeh ondeh please').waitFor()

    await owner.getByRole('button', { name: 'Take over' }).click()
    await owner.getByText('A person is answering').waitFor()
    await owner
      .getByRole('textbox', { name: /^Write a/ })
      .fill('Hello from the kitchen: fresh in ten minutes.')
    await owner.getByRole('button', { name: 'Send', exact: true }).click()
    await customer.panel.getByText('fresh in ten minutes').waitFor()
    await customer.say('nice, thank you')
    await thread.getByText('nice, thank you').waitFor()
    await owner.getByRole('button', { name: 'Hand back to AI' }).click()
    await owner.getByText('AI is answering').waitFor()

    await customer.say('my name is Alia, 012-345 6789, pick up')
    // Read back, with name and number; only then is a yes an order.
    await customer.page.locator('icebot-widget .theirs').filter({ hasText: 'Alia' }).waitFor()
    await customer.say('yes')
    await customer.panel.getByText(/Pay RM\s?7\.00/).waitFor()
    await thread.getByText(/[Pp]laced order/).waitFor()
    await owner.goto(`${url}/orders`)
    await owner.getByRole('row').filter({ hasText: 'Alia' }).getByText('RM 7.00').waitFor()

    await owner.goto(`${url}/settings/keys`)
    await owner.getByRole('button', { name: 'Create key' }).first().click()
    await owner.getByRole('dialog').getByLabel('Name').fill('Till')
    await owner.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await owner.getByRole('button', { name: 'I have stored it' }).waitFor()
    const key = /svk_\w+/.exec(await owner.locator('main').innerText())?.[0]
    const since = new Date(Date.now() - 60_000 * 10).toISOString()
    const answer = await fetch(`${url}/api/v1/orders?since=${since}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const { data } = (await answer.json()) as { data: { customer: { name: string } }[] }
    expect(answer.status).toBe(200)
    expect(data.map((order) => order.customer.name)).toContain('Alia')

    await owner.goto(`${url}/integrations/webhooks`)
    await owner.getByLabel('Address (URL)').fill(receiver.url)
    await owner.getByRole('button', { name: 'Save webhook' }).click()
    await owner.getByRole('button', { name: 'I have stored it' }).waitFor()
    const secret = await owner.locator('code').first().innerText()
    await owner.getByRole('button', { name: 'Send test' }).click()
    await owner.getByText('The test arrived.').waitFor()
    expect(receiver.received.map((one) => [one.event, isSigned(one, secret)])).toEqual([
      ['webhook.test', true],
    ])
  } finally {
    await service.stop()
  }
})

async function person(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-MY' })
  page.setDefaultTimeout(20_000)
  return page
}

async function signInFirst(page: Page, { email, link }: { email: string; link: string }): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password').fill('kopi kaya roti bakar')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('kopi kaya roti bakar')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}
