import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTexting, textsOf, textWork } from '../../src/modules/texts/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import type { Texting } from '../../src/providers/texting/index.ts'
import { NUMBER } from '../harness/calls.ts'
import { runOnce } from '../harness/due.ts'
import { startService, type TestService } from '../harness/service.ts'
import { CUSTOMER, openStore, type Store } from '../harness/store.ts'
import { type FakeTwilio, startTwilio } from '../harness/twilio.ts'

let service: TestService
let twilio: FakeTwilio
let store: Store
beforeAll(async () => {
  service = await startService()
  twilio = await startTwilio()
  store = await openStore(service.db, service.url, [{ external_id: 'kopi', name: 'Kopi O', price: 2.3 }])
  await service.db.run(
    sql`update workspaces set outbound_number = ${NUMBER} where id = ${store.workspace.id}`,
  )
})
afterAll(async () => {
  await service.close()
  await twilio.close()
})

const place = async (channel: string, phone = '+60123456789') => {
  const body = {
    channel,
    customer: { ...CUSTOMER, phone },
    lines: [{ product_external_id: 'kopi', quantity: 1 }],
  }
  const placed = await service.call(`/api/manage/agents/${store.agent.id}/orders`, { key: store.token, body })
  expect(placed.status).toBe(201)
  return placed.json.data as { id: string; order_number: string; payment_url: string }
}
const outbox = () => textsOf(service.db, store.workspace.id, 100)
const over = (texting: Texting) => textWork({ db: service.db, texting, log: service.parts.log })
const overTwilio = () => {
  const { accountSid, authToken, url } = twilio
  const settings = { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioUrl: url }
  return over(createTexting({ ...settings, telephony: 'twilio' }))
}

describe('an order taken on the phone', () => {
  it('sends its payment link to the customer’s phone, once; orders of other channels send none', async () => {
    const { id, order_number, payment_url } = await place('voice')
    await place('whatsapp')
    expect(await outbox()).toMatchObject([
      {
        subject_id: id,
        to_number: '+60123456789',
        from_number: NUMBER,
        body: `Your order ${order_number}, RM 2.30. Pay here: ${payment_url}`,
        status: 'pending',
      },
    ])
    await Promise.all([runOnce(overTwilio()), runOnce(overTwilio())])
    expect(twilio.messages.map((form) => [form.get('To'), form.get('From')])).toEqual([
      ['+60123456789', NUMBER],
    ])
    expect(await outbox()).toMatchObject([{ status: 'sent' }])
  })

  it('a text that Twilio refuses is given up; one that it does not take now is tried again', async () => {
    await place('voice', '+60123459999')
    await runOnce(overTwilio())
    expect((await outbox())[0]).toMatchObject({ status: 'failed', error: 'Unsubscribed (21610)' })
    await place('voice', '+60123456780')
    twilio.fault(/Messages/, 503)
    await runOnce(overTwilio())
    expect((await outbox())[0]).toMatchObject({ status: 'pending' })
    await service.db.run(sql`update texts set due_at = clock_timestamp()`)
    await runOnce(overTwilio())
    expect((await outbox())[0]).toMatchObject({ status: 'sent' })
  })

  it('without anybody to send it, it says so instead of passing for sent', async () => {
    await place('voice', '+60123456782')
    const nobody = { twilioAccountSid: undefined, twilioAuthToken: undefined, twilioUrl: twilio.url }
    await runOnce(over(createTexting({ ...nobody, telephony: 'elevenlabs' })))
    expect((await outbox())[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('TWILIO_ACCOUNT_SID'),
    })
  })

  it('in the sandbox nothing leaves the house: it lies in the outbox', async () => {
    await place('voice', '+60123456781')
    const before = twilio.messages.length
    const { accountSid, authToken, url } = twilio
    const settings = { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioUrl: url }
    await runOnce(over(createTexting({ ...settings, telephony: 'sandbox' })))
    expect((await outbox())[0]).toMatchObject({ status: 'sent', to_number: '+60123456781' })
    expect(twilio.messages).toHaveLength(before)
  })
})
