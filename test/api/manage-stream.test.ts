import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createToken, createUser } from '../../src/modules/users/index.ts'
import { openCaller } from '../harness/calls.ts'
import { request, startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'
import { type EventStream, listenTo } from '../harness/visitor.ts'

let service: TestService
/** Another process of the same service, as far as the database can tell. */
let second: TestService
let shop: Store
let other: Store

const PRODUCTS = [{ external_id: 'kopi', name: 'Kopi', price: 2.6 }]
beforeAll(async () => {
  service = await startService()
  second = await startService({ database: service.database })
  shop = await openStore(service.db, service.url, PRODUCTS)
  other = await openStore(service.db, service.url, PRODUCTS)
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const listen = ({ url }: TestService, token: string) =>
  listenTo(`${url}/api/manage/stream`, { Authorization: `Bearer ${token}` })
const is = (event: string, id: string) => (one: EventStream['events'][number]) =>
  one.event === event && one.data.id === id
const writes = (to: Store, text = 'hello') =>
  to.manage(`/agents/${to.agent.id}/inbound`, { channel: 'whatsapp', external_user_id: 'u1', text })

describe('the stream of the dashboard', () => {
  it('says which conversation, order and alert changed, in every process, and what is in them to nobody', async () => {
    const streams = await Promise.all([listen(service, shop.token), listen(second, shop.token)])
    for (const stream of streams) await stream.until(({ event }) => event === 'resync')
    const { conversation_id: id } = (await writes(shop, 'a secret wish')).json
    const order = await shop.placed([{ product_external_id: 'kopi', quantity: 1 }])
    await service.db.transaction((tx) =>
      raiseAlert(tx, {
        workspaceId: shop.workspace.id,
        agentId: shop.agent.id,
        conversationId: id,
        kind: 'handover',
        reason: 'wants a person',
      }),
    )
    const [alert] = (await shop.manage('/alerts')).json.data
    for (const stream of streams) {
      await stream.until(is('conversation', id))
      await stream.until(is('order', order.id))
      await stream.until(is('alert', alert.id))
      expect(JSON.stringify(stream.events)).not.toMatch(/secret|Siti|person/)
      stream.close()
    }
  })

  it('tells of every change: a note, a reply, labels, an order that was handled or cancelled', async () => {
    const { conversation_id: id } = (await writes(shop)).json
    const order = await shop.placed([{ product_external_id: 'kopi', quantity: 1 }])
    const steps: [string, string, () => Promise<unknown>][] = [
      ['conversation', id, () => shop.manage(`/conversations/${id}/notes`, { body: 'likes less sugar' })],
      ['conversation', id, () => shop.manage(`/conversations/${id}/messages`, { content: 'hi' })],
      ['conversation', id, () => patch(`/conversations/${id}`, { labels: ['vip'] })],
      ['order', order.id, () => shop.manage(`/orders/${order.id}/handled`, {})],
      ['order', order.id, () => shop.manage(`/orders/${order.id}/cancel`, {})],
    ]
    const patch = (path: string, body: object) =>
      service.call(`/api/manage${path}`, { method: 'PATCH', key: shop.token, body })
    for (const [event, changed, act] of steps) {
      const stream = await listen(service, shop.token)
      await stream.until((one) => one.event === 'resync')
      await act()
      await stream.until(is(event, changed))
      stream.close()
    }
  })

  it('tells of a call from the dial to its end', async () => {
    const caller = await openCaller(service)
    const owner = await openOwner(caller.workspace.id)
    const stream = await listen(service, owner)
    await stream.until(({ event }) => event === 'resync')
    const { id } = (await caller.place({ to: '+60123456789' })).json.data
    await stream.until(is('call', id))
    await caller.ended(id)
    // Placed, and over: at least these two are moments apart.
    await expect.poll(() => stream.events.filter(is('call', id)).length).toBeGreaterThan(1)
    stream.close()
  })

  it('never tells of another workspace', async () => {
    const mine = await listen(service, shop.token)
    const theirs = await listen(second, other.token)
    await writes(other)
    const order = await other.placed([{ product_external_id: 'kopi', quantity: 1 }])
    await theirs.until(is('order', order.id))
    const { conversation_id: own } = (await writes(shop)).json
    await mine.until(is('conversation', own))
    expect(mine.events.filter(({ event }) => event !== 'resync').map(({ data }) => data.id)).toEqual([own])
    mine.close()
    theirs.close()
  })

  it('says nothing of what was rolled back', async () => {
    const stream = await listen(service, shop.token)
    await stream.until(({ event }) => event === 'resync')
    const lines = [{ product_external_id: 'nothing', quantity: 1 }]
    expect((await shop.place(lines)).status).toBe(422)
    const { conversation_id: id } = (await writes(shop)).json
    await stream.until(is('conversation', id))
    expect(stream.events.filter(({ event }) => event === 'order')).toEqual([])
    stream.close()
  })

  it('is refused to strangers, API keys and tokens for inbound only', async () => {
    const { token: inbound } = await createToken(service.db, system, shop.owner, true)
    const status = async (key?: string) => (await request(`${service.url}/api/manage/stream`, { key })).status
    expect([await status(), await status(shop.key), await status(inbound)]).toEqual([401, 401, 403])
  })

  it('who leaves while they are let in takes no place of those who stay', async () => {
    const { hostname, port } = new URL(service.url)
    for (let i = 0; i < 30; i++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `GET /api/manage/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.token}\r\n\r\n`,
      )
      socket.resetAndDestroy()
    }
    const stream = await listen(service, shop.token)
    await stream.until(({ event }) => event === 'resync')
    stream.close()
  })

  it('ends with the service, which does not wait for it', async () => {
    const third = await startService({ database: service.database })
    const stream = await listen(third, shop.token)
    const begun = Date.now()
    await third.close()
    await stream.ended
    expect(Date.now() - begun).toBeLessThan(3_000)
  })
})

async function openOwner(workspaceId: string): Promise<string> {
  const user = await createUser(service.db, system, workspaceId, { email: `${workspaceId}@example.com` })
  return (await createToken(service.db, system, user, false)).token
}
