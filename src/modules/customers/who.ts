import { isUuid, type Uuid } from '../../lib/ids.ts'
import { toE164 } from '../../lib/phone.ts'
import { type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { notFound } from '../../platform/http/index.ts'

/**
 * Who is meant: a phone number, whatever channel it came by; or, as long as nobody knows a number, the one conversation.
 * Within one workspace, and never beyond it.
 */
export type Who = { workspaceId: Uuid } & ({ phone: string } | { conversationId: Uuid })

/** A number, or the id of a conversation, which is its number's customer once it has one. */
export async function whoIs(db: Queryable, workspaceId: Uuid, key: string): Promise<Who> {
  const phone = isUuid(key) ? await phoneOf(db, workspaceId, key) : (toE164(key) ?? undefined)
  const who = phone ? { workspaceId, phone } : isUuid(key) ? { workspaceId, conversationId: key } : undefined
  if (who && (await isKnown(db, who))) return who
  throw notFound('customer not found')
}

/** Those of the number, and those without one whose orders all name it. Columns agent_id, id. */
export function conversationsOf(who: Who): Sql {
  const { workspaceId, phone, conversationId } = partsOf(who)
  return conversationsBy(workspaceId, phone, conversationId)
}

/** Columns agent_id, id. An order always names a number: without one there is none. */
export function ordersOf(who: Who): Sql {
  const { workspaceId, phone } = partsOf(who)
  return ordersBy(workspaceId, phone)
}

/** The same for values or for columns of another table; one of number and conversation is null. */
export function conversationsBy(
  workspaceId: Uuid,
  phone: Sql | string | null,
  conversationId: Sql | Uuid | null,
): Sql {
  return sql`
    select c.agent_id, c.id from agents a join conversations c on c.agent_id = a.id
     where a.workspace_id = ${workspaceId} and c.id = ${conversationId}
    union
    select c.agent_id, c.id from agents a join conversations c on c.agent_id = a.id
     where a.workspace_id = ${workspaceId} and c.customer_phone = ${phone}
    union
    select c.agent_id, c.id
      from agents a join orders o on o.agent_id = a.id
      join conversations c on c.agent_id = o.agent_id and c.id = o.conversation_id
     where a.workspace_id = ${workspaceId} and o.customer_phone = ${phone} and c.customer_phone is null
       and not exists (select from orders x
                        where x.agent_id = c.agent_id and x.conversation_id = c.id
                          and x.customer_phone <> o.customer_phone)`
}

export function ordersBy(workspaceId: Uuid, phone: Sql | string | null): Sql {
  return sql`
    select o.agent_id, o.id from agents a join orders o on o.agent_id = a.id
     where a.workspace_id = ${workspaceId} and o.customer_phone = ${phone}`
}

/** What cannot be meant is null, and matches nothing. */
export function partsOf(who: Who): { workspaceId: Uuid; phone: string | null; conversationId: Uuid | null } {
  const { workspaceId } = who
  if ('phone' in who) return { workspaceId, phone: who.phone, conversationId: null }
  return { workspaceId, phone: null, conversationId: who.conversationId }
}

async function phoneOf(db: Queryable, workspaceId: Uuid, conversationId: Uuid): Promise<string | undefined> {
  const row = await db.row<{ phone: string | null }>(sql`
    select coalesce(c.customer_phone, (
             select min(o.customer_phone) from orders o
              where o.agent_id = c.agent_id and o.conversation_id = c.id
             having count(distinct o.customer_phone) = 1)) as phone
      from conversations c join agents a on a.id = c.agent_id
     where a.workspace_id = ${workspaceId} and c.id = ${conversationId}`)
  return row?.phone || undefined
}

async function isKnown(db: Queryable, who: Who): Promise<boolean> {
  const row = await db.row<{ known: boolean }>(sql`
    select exists (${conversationsOf(who)}) or exists (${ordersOf(who)}) as known`)
  return row?.known === true
}
