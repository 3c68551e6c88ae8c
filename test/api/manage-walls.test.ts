import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { addDoNotCall, setOptOut } from '../../src/modules/contacts/index.ts'
import { manageRoutes } from '../../src/modules/manage/index.ts'
import { signIn } from '../../src/modules/users/index.ts'
import { rawSql, sql } from '../../src/platform/db/index.ts'
import { type Reply, startService, type TestService } from '../harness/service.ts'
import { CUSTOMER, openStore, type Store } from '../harness/store.ts'

/** What each kind of parameter is called in the other workspace; filled below. */
const theirs: Record<string, string> = {}
const OTHER_PHONE = '+60187654321'

/** A body that would do something if the thing were one's own. */
const bodies: Record<string, unknown> = {
  'POST /agents/:agent_id/inbound': { channel: 'x', external_user_id: 'u', text: 't' },
  'POST /agents/:agent_id/keys': {},
  'POST /agents/:agent_id/documents': { title: 'x', body: 'x' },
  'POST /agents/:agent_id/orders': {
    customer: CUSTOMER,
    lines: [{ product_external_id: 'kopi', quantity: 1 }],
  },
  'POST /agents/:agent_id/products': { products: [{ external_id: 'kopi', name: 'Mine' }] },
  'POST /agents/:agent_id/products/import': { csv: 'external_id,name\nkopi,Mine', dry_run: false },
  'POST /agents/:agent_id/products/archive': { external_ids: ['kopi'] },
  'POST /agents/:agent_id/stock': { levels: [{ product_external_id: 'kopi', quantity: 0 }] },
  'POST /agents/:agent_id/calls': { to: OTHER_PHONE },
  'POST /agents/:agent_id/opt-outs': { phone: CUSTOMER.phone },
  'PATCH /agents/:agent_id': { name: 'Mine' },
  'POST /agents/:agent_id/domains/check': { origin: 'https://shop.example' },
  'PATCH /conversations/:id': { status: 'closed' },
  'POST /conversations/:id/messages': { content: 'x' },
  'POST /conversations/:id/notes': { body: 'x' },
  'PATCH /team/:id': { role: 'member' },
}

/** Whose id a route wants, by the beginning of its path. */
const kinds: [string, string][] = [
  ['/conversations/', 'conversation'],
  ['/orders/', 'order'],
  ['/products/', 'product'],
  ['/calls/', 'call'],
  ['/alerts/', 'alert'],
  ['/keys/', 'key'],
  ['/sessions/', 'session'],
  ['/team/', 'member'],
  ['/webhook/deliveries/', 'delivery'],
  ['/agents/:agent_id/documents/', 'document'],
]

let service: TestService
let shop: Store
let other: Store
beforeAll(async () => {
  service = await startService()
  const { db, url } = service
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 5 }]
  shop = await openStore(db, url, products)
  other = await openStore(db, url, products)
  const { agent, workspace, owner } = other
  const body = {
    channel: 'whatsapp',
    external_user_id: 'u',
    text: 'theirs',
    name: 'Their customer',
    phone: OTHER_PHONE,
  }
  theirs.conversation = (await other.manage(`/agents/${agent.id}/inbound`, body)).json.conversation_id
  theirs.order = (await other.placed([{ product_external_id: 'kopi', quantity: 1 }])).id
  theirs.agent_id = agent.id
  theirs.member = owner.id
  theirs.phone = OTHER_PHONE
  theirs.key = (await other.manage(`/agents/${agent.id}/keys`)).json.data[0].id
  theirs.product = (await other.manage(`/agents/${agent.id}/products`)).json.data[0].id
  const document = { title: 'Their hours', body: 'Always open.' }
  theirs.document = (await other.manage(`/agents/${agent.id}/documents`, document)).json.data.id
  await signIn(db, owner, 'their browser')
  theirs.session = (await other.manage('/sessions')).json.data[0].id
  theirs.delivery = (await other.manage('/webhook/deliveries')).json.data[0].id
  await addDoNotCall(db, system, workspace.id, OTHER_PHONE)
  await setOptOut(db, system, agent, OTHER_PHONE, true)
  const conversationId = theirs.conversation as string
  const alert = { workspaceId: workspace.id, agentId: agent.id, conversationId }
  await db.transaction((tx) => raiseAlert(tx, { ...alert, kind: 'handover', reason: 'theirs' }))
  theirs.alert = (await other.manage('/alerts')).json.data[0].id
  theirs.call = newId()
  await db.run(sql`
    insert into calls (agent_id, id, workspace_id, conversation_id, direction, carrier, to_number, from_number)
    values (${agent.id}, ${theirs.call}, ${workspace.id}, ${conversationId}, 'outbound', 'sandbox', ${OTHER_PHONE}, '')`)
})
afterAll(() => service.close())

const withIds = manageRoutes.filter(({ path }) => path.includes(':'))
const withoutIds = manageRoutes.filter(({ path }) => !path.includes(':'))

function ask(path: string, method: string, body: unknown): Promise<Reply> {
  const given = method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }
  return service.call(`/api/manage${path}`, { key: shop.token, method, ...given })
}

function filled(path: string, ids: Record<string, string>): string {
  const kind = kinds.find(([start]) => path.startsWith(start))?.[1] ?? ''
  const name = (param: string) => (param === 'id' ? kind : param === 'key' ? 'phone' : param)
  return path.replace(/:(\w+)/g, (_, param) => encodeURIComponent(ids[name(param)] ?? ''))
}

describe('two workspaces', () => {
  it.each(withIds.map(({ method, path }) => [method, path]))(
    '%s %s answers for the other’s exactly as for what is nowhere',
    async (method, path) => {
      const body = bodies[`${method} ${path}`]
      const missing = Object.fromEntries(Object.keys(theirs).map((kind) => [kind, newId()]))
      missing.phone = '+60187654320'
      const foreign = filled(path, theirs)
      expect(foreign).not.toMatch(/\/\/|\/$/)
      const before = await everythingOf(other)
      const answer = await ask(foreign, method, body)
      const nowhere = await ask(filled(path, missing), method, body)
      expect([answer.status, answer.text]).toEqual([404, nowhere.text])
      expect(await everythingOf(other)).toEqual(before)
    },
  )

  it('a conversation’s id is no way to the other’s customer', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/conversations'],
      ['GET', '/orders'],
      ['GET', '/export'],
      ['POST', '/erase'],
    ] as const) {
      expect((await ask(`/customers/${theirs.conversation}${path}`, method, {})).status).toBe(404)
    }
  })

  it.each(withoutIds.filter(({ method }) => method === 'GET').map(({ path }) => path))(
    'GET %s says nothing of the other',
    async (path) => {
      const { status, text } = await ask(path, 'GET', undefined)
      expect(status).toBe(200)
      const secrets = [...Object.values(theirs), other.workspace.id, other.owner.email, 'Their customer']
      for (const secret of secrets) expect(text).not.toContain(secret)
      for (const query of [
        `agent_id=${theirs.agent_id}`,
        `conversation_id=${theirs.conversation}`,
        'q=their',
      ]) {
        const narrowed = await ask(`${path}?${query}`, 'GET', undefined)
        for (const secret of secrets) expect(narrowed.text).not.toContain(secret)
      }
    },
  )
})

/** Every row that is the workspace's, in every table that says whose its rows are. */
async function everythingOf({ agent, workspace }: Store): Promise<unknown> {
  const tables = await service.db.rows<{ name: string; column: string }>(sql`
    select table_name as name, min(column_name) as column from information_schema.columns
     where table_schema = 'public' and column_name in ('agent_id', 'workspace_id') group by table_name order by 1`)
  expect(tables.length).toBeGreaterThan(20)
  const rows: Record<string, unknown> = {}
  for (const { name, column } of tables) {
    const id = column === 'agent_id' ? agent.id : workspace.id
    rows[name] = await service.db.rows(
      rawSql(
        `select to_jsonb(t) - 'last_used_at' as row from "${name}" t where ${column} = '${id}' order by 1`,
      ),
    )
  }
  return rows
}
