import { newId } from '../../src/lib/ids.ts'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { addDoNotCall, setOptOut } from '../../src/modules/contacts/index.ts'
import { signIn } from '../../src/modules/users/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import type { TestService } from './service.ts'
import { CUSTOMER, type Store } from './store.ts'

export const THEIR_PHONE = '+60187654321'

/** A body that would do something if the thing were one's own. */
export const bodies: Record<string, unknown> = {
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
  'POST /agents/:agent_id/calls': { to: THEIR_PHONE },
  'POST /agents/:agent_id/opt-outs': { phone: CUSTOMER.phone },
  'PATCH /agents/:agent_id': { name: 'Mine' },
  'POST /agents/:agent_id/domains/check': { origin: 'https://shop.example' },
  'PATCH /conversations/:id': { status: 'closed' },
  'POST /conversations/:id/messages': { content: 'x' },
  'POST /conversations/:id/notes': { body: 'x' },
  'POST /do-not-call': { phone: '+60187654322' },
  'POST /team': { email: 'invited@example.com' },
  'PATCH /team/:id': { role: 'member' },
  'POST /password': { current: 'the present one', password: 'another good one' },
  'POST /session': { email: 'nobody@example.com', password: 'a good long one' },
  'POST /session/forgot': { email: 'nobody@example.com' },
  'PATCH /workspace': { name: 'Renamed' },
  'PUT /webhook': { url: 'https://hooks.example/icebot' },
  'POST /webhook/replay': { from: '2020-01-01T00:00:00Z' },
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

/** The path with the ids that its parameters ask for. */
export function filled(path: string, ids: Record<string, string>): string {
  const kind = kinds.find(([start]) => path.startsWith(start))?.[1] ?? ''
  const name = (param: string) => (param === 'id' ? kind : param === 'key' ? 'phone' : param)
  return path.replace(/:(\w+)/g, (_, param) => encodeURIComponent(ids[name(param)] ?? ''))
}

/** One of everything in a store that sells `kopi`: what each kind of parameter is called there. */
export async function fillStore({ db }: TestService, store: Store): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const { agent, workspace, owner } = store
  const body = {
    channel: 'whatsapp',
    external_user_id: 'u',
    text: 'theirs',
    name: 'Their customer',
    phone: THEIR_PHONE,
  }
  ids.conversation = (await store.manage(`/agents/${agent.id}/inbound`, body)).json.conversation_id
  ids.order = (await store.placed([{ product_external_id: 'kopi', quantity: 1 }])).id
  ids.agent_id = agent.id
  ids.member = owner.id
  ids.phone = THEIR_PHONE
  ids.key = (await store.manage(`/agents/${agent.id}/keys`)).json.data[0].id
  ids.product = (await store.manage(`/agents/${agent.id}/products`)).json.data[0].id
  const document = { title: 'Their hours', body: 'Always open.' }
  ids.document = (await store.manage(`/agents/${agent.id}/documents`, document)).json.data.id
  await signIn(db, owner, 'their browser')
  ids.session = (await store.manage('/sessions')).json.data[0].id
  ids.delivery = (await store.manage('/webhook/deliveries')).json.data[0].id
  await addDoNotCall(db, system, workspace.id, THEIR_PHONE)
  await setOptOut(db, system, agent, THEIR_PHONE, true)
  const conversationId = ids.conversation as string
  const alert = { workspaceId: workspace.id, agentId: agent.id, conversationId }
  await db.transaction((tx) => raiseAlert(tx, { ...alert, kind: 'handover', reason: 'theirs' }))
  ids.alert = (await store.manage('/alerts')).json.data[0].id
  ids.call = newId()
  await db.run(sql`
    insert into calls (agent_id, id, workspace_id, conversation_id, direction, carrier, to_number, from_number)
    values (${agent.id}, ${ids.call}, ${workspace.id}, ${conversationId}, 'outbound', 'sandbox', ${THEIR_PHONE}, '')`)
  return ids
}
