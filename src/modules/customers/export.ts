import { type Queryable, sql } from '../../platform/db/index.ts'
import { record } from '../audit/index.ts'
import { readWho } from './customers.ts'
import type { CustomerContext } from './erase.ts'
import { presentCustomer } from './present.ts'
import { barred } from './store.ts'
import { conversationsOf, ordersOf, type Who, whoIs } from './who.ts'

export type Kept = Record<string, unknown>

/** Everything that is kept about a customer, for them to have. Who asked for it is on record. */
export async function exportCustomer(context: CustomerContext, key: string): Promise<Kept> {
  const { db, workspaceId, actor, requestId } = context
  const who = await whoIs(db, workspaceId, key)
  return db.transaction(async (tx) => {
    const kept = {
      customer: presentCustomer(await readWho(tx, who)),
      conversations: await conversations(tx, who),
      orders: await orders(tx, who),
      calls: await calls(tx, who),
      ...(await messagesAndLists(tx, who)),
    }
    const counts = { conversations: kept.conversations.length, orders: kept.orders.length }
    const target = newTarget(who)
    await record(tx, { workspaceId, actor, action: 'customer.exported', target, detail: counts, requestId })
    return kept
  })
}

/** As with erasing, no number is written into a log that is kept longer than the customer. */
function newTarget(who: Who): string {
  return 'phone' in who ? 'customer' : who.conversationId
}

function conversations(db: Queryable, who: Who): Promise<Kept[]> {
  return db.rows<Kept>(sql`
    select c.id, c.channel, c.external_user_id, c.customer_name, c.customer_phone, c.status, c.labels, c.summary,
           c.created_at,
           (select coalesce(json_agg(json_build_object('at', m.created_at, 'role', m.role, 'channel', m.channel,
                                                       'content', m.content) order by m.created_at), '[]')
              from messages m where m.agent_id = c.agent_id and m.conversation_id = c.id) as messages,
           (select coalesce(json_agg(json_build_object('at', n.created_at, 'body', n.body) order by n.created_at), '[]')
              from notes n where n.agent_id = c.agent_id and n.conversation_id = c.id) as notes,
           (select coalesce(json_agg(json_build_object('at', x.created_at, 'tool', x.tool, 'input', x.input,
                                                       'result', x.result) order by x.id), '[]')
              from actions x where x.agent_id = c.agent_id and x.conversation_id = c.id) as actions
      from conversations c join (${conversationsOf(who)}) own on own.agent_id = c.agent_id and own.id = c.id
     order by c.created_at, c.id`)
}

function orders(db: Queryable, who: Who): Promise<Kept[]> {
  return db.rows<Kept>(sql`
    select o.id, o.order_number, o.status, o.channel, o.conversation_id, o.customer_name, o.customer_phone, o.total_sen,
           o.paid_at, o.created_at,
           (select json_agg(json_build_object('name', l.name, 'quantity', l.quantity, 'unit_price_sen', l.unit_price_sen,
                                              'special_instructions', l.special_instructions) order by l.position)
              from order_lines l where l.agent_id = o.agent_id and l.order_id = o.id) as lines,
           (select coalesce(json_agg(json_build_object('at', h.created_at, 'action', h.action, 'status', h.status)
                                     order by h.created_at, h.id), '[]')
              from order_history h where h.agent_id = o.agent_id and h.order_id = o.id) as history
      from orders o join (${ordersOf(who)}) own on own.agent_id = o.agent_id and own.id = o.id
     order by o.created_at, o.id`)
}

function calls(db: Queryable, who: Who): Promise<Kept[]> {
  return db.rows<Kept>(sql`
    select l.id, l.conversation_id, l.direction, l.status, l.to_number, l.from_number, l.variables, l.duration_seconds,
           l.summary, l.recording, l.created_at, l.ended_at
      from calls l join (${conversationsOf(who)}) own on own.agent_id = l.agent_id and own.id = l.conversation_id
     order by l.created_at, l.id`)
}

/** What is kept under the number alone. */
async function messagesAndLists(db: Queryable, who: Who): Promise<Kept> {
  const phone = 'phone' in who ? who.phone : null
  const { workspaceId } = who
  const texts = await db.rows<Kept>(sql`
    select to_number, body, status, created_at from texts
     where workspace_id = ${workspaceId} and to_number = ${phone} order by created_at, id`)
  return { texts, ...(await barred(db, who)) }
}
