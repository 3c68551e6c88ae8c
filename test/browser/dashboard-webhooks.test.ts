import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim } from '../../src/modules/webhooks/store.ts'
import { sql } from '../../src/platform/db/index.ts'
import { databaseClock } from '../../src/platform/due-claims.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import {
  deliverAt,
  deliveries,
  service,
  setUpDeliveries,
  shop,
  subscribe,
  tell,
} from '../harness/deliveries.ts'
import { isSigned, openReceiver } from '../harness/receiver.ts'

const PATH = '/integrations/webhooks'
setUpDeliveries()
let browser: Browser | undefined
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function withDesk(
  skip: (note: string) => void,
  use: (desk: Desk) => Promise<void>,
  look: Parameters<typeof openDesk>[3] = LOOKS.light,
): Promise<void> {
  if (!browser) return skip('no Chromium on this machine')
  const desk = await openDesk(browser, service, shop.owner, look)
  await use(desk)
  await desk.close()
}

describe('webhooks in the dashboard', () => {
  it('are set up with a secret shown once, which signs the test that is sent', async ({ skip }) => {
    const receiver = await openReceiver()
    await withDesk(skip, async ({ page, go, complaints }) => {
      await go(PATH, 'Webhooks')
      for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true)
      await page.getByLabel('Address (URL)').fill(receiver.url)
      await page.getByRole('button', { name: 'Save webhook' }).click()
      await page.getByRole('button', { name: 'I have stored it' }).waitFor()
      const secret = await page.locator('code').first().innerText()
      await page.getByText('Not tried yet').waitFor()
      await page.getByRole('button', { name: 'Send test' }).click()
      await page.getByText('The test arrived.').waitFor()
      await page.getByText('Healthy', { exact: true }).waitFor()
      expect(receiver.received.map((one) => [one.event, isSigned(one, secret)])).toEqual([
        ['webhook.test', true],
      ])
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await page.reload()
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
      expect(await page.content()).not.toContain(secret)
      expect(complaints).toEqual([])
    })
  })

  it('an address that is refused is refused in place, and what was typed stays', async ({ skip }) => {
    await withDesk(skip, async ({ page, go }) => {
      await go(PATH, 'Webhooks')
      const url = page.getByLabel('Address (URL)')
      await url.fill('http://10.0.0.7/hook')
      await page.getByRole('button', { name: 'Save webhook' }).click()
      await page.getByRole('alert').getByText('private or internal').waitFor()
      expect(await url.inputValue()).toBe('http://10.0.0.7/hook')
      expect(await url.getAttribute('aria-invalid')).toBe('true')
      for (const name of await page.getByRole('checkbox').all()) await name.uncheck()
      await page.getByText('Choose at least one event.').waitFor()
      expect(await page.getByRole('button', { name: 'Save webhook' }).isDisabled()).toBe(true)
    })
  })

  it('a test that does not arrive says why', async ({ skip }) => {
    const receiver = await openReceiver((response) => response.writeHead(401).end('who are you?'))
    await subscribe(receiver)
    await withDesk(skip, async ({ page, go }) => {
      await go(PATH, 'Webhooks')
      await page.getByRole('button', { name: 'Send test' }).click()
      const result = page.getByRole('status').filter({ hasText: 'The test did not arrive.' })
      expect(await result.innerText()).toContain('answered 401')
    })
  })

  it('every attempt of a delivery stands there with its exact body, and it can be sent again', async ({
    skip,
  }) => {
    const receiver = await openReceiver((response) =>
      response.writeHead(receiver.received.length < 3 ? 500 : 204).end(),
    )
    await subscribe(receiver)
    await tell('nak 2 kopi ais')
    await deliverAt(0)
    await deliverAt(120)
    await withDesk(skip, async ({ page, go }) => {
      await go(`${PATH}?status=pending`, 'Webhooks')
      await page.getByRole('link', { name: 'message.created' }).click()
      await page.getByRole('heading', { level: 1, name: 'Delivery: message.created' }).waitFor()
      expect(await page.getByText('answered 500').count()).toBe(2)
      await page.getByRole('button', { name: 'Exactly as sent' }).click()
      expect(await page.locator('pre').innerText()).toBe(receiver.received[0]?.raw.toString())
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('It is sent again.').waitFor()
      await deliverAt(60)
      await page.getByText('Delivered', { exact: true }).waitFor()
      expect(receiver.received).toHaveLength(3)
      expect(receiver.received[2]?.id).toBe(receiver.received[0]?.id)
      await page.getByRole('link', { name: 'All webhook deliveries' }).click()
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    })
  })

  it('one that is being sent at this moment is not sent twice, in words', async ({ skip }) => {
    await subscribe(await openReceiver())
    await tell('hello')
    await claim(service.db, databaseClock, shop.workspace.id, { limit: 1, leaseMs: 30_000 })
    const [{ id }] = await deliveries()
    await withDesk(skip, async ({ page, go }) => {
      await go(`${PATH}/${id}`, /^Delivery/)
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('alert').getByText('being sent at this moment').waitFor()
    })
  })

  it('are listed by status from the address, page by page, and all that failed goes out again', async ({
    skip,
  }) => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    for (let i = 0; i < 30; i++) await tell(`message ${i}`)
    await service.db.run(
      sql`update deliveries set status = 'failed' where workspace_id = ${shop.workspace.id}`,
    )
    await withDesk(skip, async ({ page, go }) => {
      await go(`${PATH}?status=failed`, 'Webhooks')
      const rows = page.getByRole('table').getByRole('row')
      await expect.poll(() => rows.count()).toBe(26)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => rows.count()).toBe(31)
      await page.getByRole('link', { name: 'Delivered', exact: true }).click()
      await page.getByText('No delivery is in this state').waitFor()
      expect(new URL(page.url()).search).toBe('?status=delivered')
      await page.goBack()
      await expect.poll(() => rows.count()).toBe(31)
      await page.getByRole('button', { name: 'Send failed ones again' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
      await page.getByText('30 are sent again.').waitFor()
      await deliverAt(60)
      expect(receiver.received).toHaveLength(30)
    })
  })

  it('a new secret and a removal are asked about first', async ({ skip }) => {
    const receiver = await openReceiver()
    const first = await subscribe(receiver)
    await withDesk(skip, async ({ page, go }) => {
      await go(PATH, 'Webhooks')
      await page.getByRole('button', { name: 'Make a new secret' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new secret' }).click()
      await page.getByRole('button', { name: 'I have stored it' }).waitFor()
      const second = await page.locator('code').first().innerText()
      expect(second).not.toBe(first)
      await page.getByRole('button', { name: 'Send test' }).click()
      await page.getByText('The test arrived.').waitFor()
      expect(receiver.received.map((one) => isSigned(one, second))).toEqual([true])
      await page.getByRole('button', { name: 'Remove webhook' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Remove webhook' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click()
      await page.getByRole('heading', { name: 'Set up your webhook' }).waitFor()
    })
  })

  it.each(['light', 'dark', 'phone'] as const)('can be used by everybody (%s)', async (look) => {
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    const [{ id }] = await deliveries()
    await withDesk(
      () => {},
      async ({ page, go, complaints }) => {
        await go(PATH, 'Webhooks')
        await page.getByRole('link', { name: 'message.created' }).waitFor()
        expect(await faultsOf(page)).toEqual([])
        await go(`${PATH}/${id}`, /^Delivery/)
        expect(await faultsOf(page)).toEqual([])
        expect(complaints).toEqual([])
      },
      LOOKS[look],
    )
  })

  it('speak Malay', async ({ skip }) => {
    await subscribe(await openReceiver())
    await withDesk(
      skip,
      async ({ page, go }) => {
        await go(PATH, 'Webhook')
        await page.getByText('Belum dicuba').waitFor()
        const url = await page.getByLabel('Alamat (URL)').inputValue()
        await page.getByLabel('Alamat (URL)').fill('https://10.0.0.7/')
        await page.getByRole('button', { name: 'Simpan webhook' }).click()
        await page.getByText('alamat peribadi atau dalaman (10.0.0.7)').waitFor()
        await page.getByLabel('Alamat (URL)').fill(url)
        expect(await faultsOf(page)).toEqual([])
        await page.getByRole('button', { name: 'Hantar ujian' }).click()
        await page.getByText('Ujian sudah sampai.').waitFor()
      },
      { ...LOOKS.phone, locale: 'ms-MY' },
    )
  })
})
