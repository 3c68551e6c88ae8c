import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import {
  deliverAt,
  deliveries,
  full,
  manage,
  service,
  setUpDeliveries,
  subscribe,
  tell,
} from '../harness/deliveries.ts'
import { isSigned, openReceiver } from '../harness/receiver.ts'
import { startService } from '../harness/service.ts'

setUpDeliveries()

describe('a delivery', () => {
  it('that always fails is tried six times, on schedule, with the same bytes and id, then is failed', async () => {
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    const secret = await subscribe(receiver)
    await tell('Nasi lemak 🌶️ “sedap”')
    const [{ id }] = await deliveries()
    let passed = 0
    for (const [attempt, pause] of [60, 300, 1800, 7200, 21600].entries()) {
      await deliverAt(passed)
      expect(receiver.received).toHaveLength(attempt + 1)
      expect(await full(id)).toMatchObject({ status: 'pending', attempts: attempt + 1 })
      // Not a moment before it is due.
      await deliverAt(passed + pause - 1)
      expect(receiver.received).toHaveLength(attempt + 1)
      passed += pause
    }
    await deliverAt(passed)
    expect(await full(id)).toMatchObject({ status: 'failed', attempts: 6, next_attempt_at: null })
    await deliverAt(passed + 1_000_000)
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set([id]))
    expect(new Set(receiver.received.map(({ raw }) => raw.toString('hex'))).size).toBe(1)
    expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
    expect(receiver.received[0]?.raw.toString()).toBe(
      '{"event":"message.created","content":"Nasi lemak 🌶️ “sedap”"}',
    )
    const { log } = await full(id)
    expect(log).toHaveLength(6)
    for (const one of log) expect(one).toMatchObject({ status: 500, error: 'answered 500' })
  })

  it('is delivered once the receiver answers again', async () => {
    const receiver = await openReceiver((response) =>
      response.writeHead(receiver.received.length < 3 ? 503 : 200).end(),
    )
    await subscribe(receiver)
    await tell('hello')
    for (const seconds of [0, 60, 360, 2160]) await deliverAt(seconds)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, last_status: 200, last_error: null })
    expect(receiver.received).toHaveLength(3)
  })

  it('carries exactly the headers of the specification', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    const [received] = receiver.received
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'message.created',
      'x-service-delivery': (await deliveries())[0].id,
      'content-length': String(received?.raw.length),
    })
    expect(received?.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  })

  it('after a rotation is signed with the new secret, also what was tried before', async () => {
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    const old = await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    const { secret } = (await manage('/webhook/rotate', {})).json.data
    await deliverAt(60)
    const [first, second] = receiver.received
    expect(first && isSigned(first, old)).toBe(true)
    expect(second && isSigned(second, secret)).toBe(true)
    expect(second?.raw).toEqual(first?.raw)
  })

  it('goes to the address that is set now', async () => {
    const old = await openReceiver((response) => response.writeHead(410).end())
    const receiver = await openReceiver()
    await subscribe(old)
    await tell('hello')
    await deliverAt(0)
    await subscribe(receiver)
    await deliverAt(60)
    expect([old.received.length, receiver.received.length]).toEqual([1, 1])
  })

  it('to an address that is no longer allowed fails without a connection', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    const strict = await startService({ database: service.database })
    onTestFinished(() => strict.close())
    await deliverAt(0, strict.parts)
    expect(receiver.connections()).toBe(0)
    expect((await deliveries())[0].last_error).toMatch(/private or internal/)
  })

  it('whose secret cannot be read says what to do', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await service.db.run(sql`update webhook_endpoints set secret = 'v1.AAAA'`)
    await tell('hello')
    await deliverAt(0)
    expect(receiver.connections()).toBe(0)
    expect((await deliveries())[0].last_error).toMatch(/ICEBOT_SECRET.*rotate/)
  })
})
