import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { manageRoutes } from '../../src/modules/manage/index.ts'
import { createPasswordLink, createUser, redeemPasswordLink } from '../../src/modules/users/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { bodies, filled, fillStore } from '../harness/manage.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

/** What changes nothing of the shop's, and why it leaves no trace. */
const UNRECORDED: Record<string, string> = {
  'POST /agents/:agent_id/inbound': 'a customer wrote, and nobody of the team did anything',
  'POST /agents/:agent_id/domains/check': 'it only answers',
  'POST /agents/:agent_id/calls': 'there is no telephony in this test',
  'DELETE /session': 'a token has no sign-in to end',
  'DELETE /sessions/:id': 'in which browsers somebody is signed in is their own business',
}

let service: TestService
let shop: Store
let ids: Record<string, string>
beforeAll(async () => {
  service = await startService({ resolve: async () => ['93.184.216.34'] })
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 5 }]
  shop = await openStore(service.db, service.url, products)
  ids = await fillStore(service, shop)
  const member = await createUser(service.db, system, shop.workspace.id, {
    email: 'second@example.com',
    role: 'owner',
  })
  ids.member = member.id
})
afterAll(() => service.close())

const traces = () =>
  service.db.rows<{ id: string; actor_id: string | null; request_id: string | null; detail: object }>(sql`
    select id, actor_id, request_id, detail from audit_log where workspace_id = ${shop.workspace.id}
     order by created_at, id`)

/** Gentle deeds first: what is removed can be changed no more. */
const LAST = ['erase', 'DELETE', 'archive', 'refund', 'cancel', 'revoke']
const order = ({ method, path }: { method: string; path: string }) =>
  LAST.some((word) => `${method} ${path}`.includes(word)) ? 1 : 0
const deeds = manageRoutes
  .filter(({ method, path }) => method !== 'GET' && !(`${method} ${path}` in UNRECORDED))
  .sort((a, b) => order(a) - order(b))

describe('who did it is on record, with the request', () => {
  it.each(deeds.map(({ method, path }) => [method, path]))('%s %s', async (method, path) => {
    const before = (await traces()).length
    await prepared(`${method} ${path}`)
    const begun = (await traces()).length
    expect(begun).toBeGreaterThanOrEqual(before)
    const body = bodies[`${method} ${path}`] ?? {}
    const { status, text } = await service.call(`/api/manage${filled(path, ids)}`, {
      key: shop.token,
      method,
      ...(method === 'DELETE' ? {} : { body }),
    })
    expect(status, text).toBeLessThan(300)
    const left = (await traces()).slice(begun)
    expect(left.length).toBeGreaterThan(0)
    for (const row of left) {
      expect(row).toMatchObject({ actor_id: shop.owner.id, request_id: expect.any(String) })
      expect(JSON.stringify(row.detail)).not.toMatch(/imt_|svk_\w{9}|whsec_|set-password/)
    }
  })
})

/** What has to be so before a deed can be done. */
async function prepared(name: string): Promise<void> {
  const { db } = service
  const steps: Record<string, () => Promise<unknown>> = {
    'POST /orders/:id/refund': () =>
      db.run(sql`update orders set status = 'paid', attention = 'paid_twice' where id = ${ids.order}`),
    'POST /orders/:id/cancel': () =>
      db.run(sql`update orders set status = 'pending_payment' where id = ${ids.order}`),
    'POST /password': async () => {
      const { current } = bodies['POST /password'] as { current: string }
      await redeemPasswordLink(db, await createPasswordLink(db, system, shop.owner), current)
    },
    'POST /webhook/replay': () =>
      db.run(sql`update deliveries set status = 'failed' where workspace_id = ${shop.workspace.id}`),
    'POST /customers/:key/erase': () =>
      db.run(sql`update calls set ended_at = now() where workspace_id = ${shop.workspace.id}`),
    'POST /alerts/:id/seen': () => db.run(sql`update alerts set seen_at = null where id = ${ids.alert}`),
    'DELETE /do-not-call/:phone': () => shop.manage('/do-not-call', { phone: ids.phone }),
    'POST /agents/:agent_id/opt-outs': () =>
      db.run(sql`delete from call_opt_outs where agent_id = ${shop.agent.id}`),
    'DELETE /agents/:agent_id/opt-outs/:phone': () =>
      shop.manage(`/agents/${shop.agent.id}/opt-outs`, { phone: ids.phone }),
  }
  await steps[name]?.()
}
