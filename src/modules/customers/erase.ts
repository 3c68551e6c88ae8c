import { newId, type Uuid } from '../../lib/ids.ts'
import { type Queryable, sql, type Transactional } from '../../platform/db/index.ts'
import { conflict } from '../../platform/http/index.ts'
import { changeIn } from '../../platform/news.ts'
import type { Storage } from '../../providers/storage/index.ts'
import { type Actor, record } from '../audit/index.ts'
import { ownersOnly, type Role } from '../users/index.ts'
import { conversationsOf, ordersOf, type Who, whoIs } from './who.ts'

export interface CustomerContext {
  db: Transactional
  workspaceId: Uuid
  actor: Actor
  requestId?: string | undefined
}

/** How much of each there was. */
export interface Erased {
  conversations: number
  messages: number
  calls: number
  recordings: number
  orders: number
  texts: number
  deliveries: number
}

/** Stands in for the name on orders, which stay for the shop's books. */
export const ERASED_NAME = 'Erased customer'

/**
 * Forgets a customer: conversations with all that hangs on them, texts, recordings, and what webhooks still keep. Orders
 * stay, without the person. Numbers that must not be called stay on their lists, or they would be called again.
 */
export async function eraseCustomer(
  context: CustomerContext & { role: Role },
  storage: Pick<Storage, 'remove'>,
  key: string,
): Promise<Erased> {
  const { db, workspaceId, actor, requestId } = context
  ownersOnly(context)
  const who = await whoIs(db, workspaceId, key)
  await refuseUnfinished(db, who)
  // Before their rows: a file that no row names nobody would ever find again.
  const recordings = await recordingsOf(db, who)
  for (const file of recordings) await storage.remove(file)
  return db.transaction(async (tx) => {
    const own = await lockAll(tx, who)
    await refuseUnfinished(tx, who)
    const late = (await recordingsOf(tx, who)).filter((file) => !recordings.includes(file))
    if (late.length > 0) throw busy('A recording was stored a moment ago.')
    const erased = { ...(await forget(tx, who, own)), recordings: recordings.length }
    // The number itself is what must not be kept: the row tells that and how much, not whom.
    const target = newId()
    await record(tx, {
      workspaceId,
      actor,
      action: 'customer.erased',
      target,
      detail: { ...erased },
      requestId,
    })
    return erased
  })
}

/** Whoever still waits for goods, money or an answer on the phone cannot be forgotten in the middle of it. */
async function refuseUnfinished(db: Queryable, who: Who): Promise<void> {
  const row = await db.row<{ talking: boolean; waiting: boolean }>(sql`
    select exists (select from calls l join (${conversationsOf(who)}) own
                      on own.agent_id = l.agent_id and own.id = l.conversation_id
                    where l.ended_at is null or l.talking) as talking,
           exists (select from orders o join (${ordersOf(who)}) own on own.agent_id = o.agent_id and own.id = o.id
                    where o.status = 'pending_payment' or (o.status = 'paid' and o.acknowledged_at is null)) as waiting`)
  if (row?.talking) throw busy('A call with this customer is going on.')
  if (row?.waiting) {
    throw conflict(
      'open orders',
      'This customer has orders that are not paid or not handled yet. Handle, cancel or refund them first.',
    )
  }
}

function busy(what: string) {
  return conflict('customer is busy', `${what} Try again in a moment.`)
}

async function recordingsOf(db: Queryable, who: Who): Promise<string[]> {
  const rows = await db.rows<{ recording_key: string }>(sql`
    select l.recording_key from calls l
      join (${conversationsOf(who)}) own on own.agent_id = l.agent_id and own.id = l.conversation_id
     where l.recording_key is not null order by l.recording_key`)
  return rows.map((row) => row.recording_key)
}

interface Own {
  conversations: Uuid[]
  orders: Uuid[]
}

/** What is there at this moment, held still: what is forgotten is what was looked at, and what comes later is new. */
async function lockAll(tx: Queryable, who: Who): Promise<Own> {
  const conversations = await tx.rows<{ id: Uuid }>(sql`
    select c.id from conversations c
      join (${conversationsOf(who)}) own on own.agent_id = c.agent_id and own.id = c.id
     order by c.agent_id, c.id for update of c`)
  const orders = await tx.rows<{ id: Uuid }>(sql`
    select o.id from orders o join (${ordersOf(who)}) own on own.agent_id = o.agent_id and own.id = o.id
     order by o.agent_id, o.id for update of o`)
  return { conversations: conversations.map(({ id }) => id), orders: orders.map(({ id }) => id) }
}

async function forget(
  tx: Queryable,
  who: Who,
  { conversations: ids, orders: orderIds }: Own,
): Promise<Omit<Erased, 'recordings'>> {
  const { workspaceId } = who
  const counts = (await tx.row<{ messages: number; calls: number }>(sql`
    select (select count(*) from messages m join agents a on a.id = m.agent_id
             where a.workspace_id = ${workspaceId} and m.conversation_id = any(${ids})) as messages,
           (select count(*) from calls l
             where l.workspace_id = ${workspaceId} and l.conversation_id = any(${ids})) as calls`)) as {
    messages: number
    calls: number
  }
  const deliveries = await tx.run(sql`
    delete from deliveries d
     where d.workspace_id = ${workspaceId}
       and (d.subject_id = any(${orderIds}) or d.subject_id in (
             select m.id from messages m join agents a on a.id = m.agent_id
              where a.workspace_id = ${workspaceId} and m.conversation_id = any(${ids})))`)
  const phone = 'phone' in who ? who.phone : null
  const texts = await tx.run(sql`
    delete from texts where workspace_id = ${workspaceId} and (to_number = ${phone} or subject_id = any(${orderIds}))`)
  await anonymise(tx, workspaceId, orderIds, ids)
  await tx.run(sql`
    delete from conversations c using agents a
     where a.id = c.agent_id and a.workspace_id = ${workspaceId} and c.id = any(${ids})`)
  for (const id of ids) tx.announce(changeIn(workspaceId, 'conversation', id))
  for (const id of orderIds) tx.announce(changeIn(workspaceId, 'order', id))
  return { conversations: ids.length, ...counts, orders: orderIds.length, texts, deliveries }
}

/** An order of somebody else in one of these conversations only loses the way back to it. */
async function anonymise(
  tx: Queryable,
  workspaceId: Uuid,
  orders: Uuid[],
  conversations: Uuid[],
): Promise<void> {
  await tx.run(sql`
    update order_lines l set special_instructions = null from agents a
     where a.id = l.agent_id and a.workspace_id = ${workspaceId} and l.order_id = any(${orders})`)
  await tx.run(sql`
    update orders o set customer_name = ${ERASED_NAME}, customer_phone = '' from agents a
     where a.id = o.agent_id and a.workspace_id = ${workspaceId} and o.id = any(${orders})`)
  await tx.run(sql`
    update orders o set conversation_id = null from agents a
     where a.id = o.agent_id and a.workspace_id = ${workspaceId} and o.conversation_id = any(${conversations})`)
}
