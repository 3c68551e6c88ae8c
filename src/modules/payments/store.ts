import { newId, type Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import type { ProviderName, Session } from '../../providers/payments/index.ts'
import type { OrderRow } from '../orders/index.ts'

/** opening → open → paid → refunding → refunded; or → closed, when nobody paid it. */
export type PaymentStatus = 'opening' | 'open' | 'closed' | 'paid' | 'refunding' | 'refunded'

export interface Payment {
  agent_id: Uuid
  workspace_id: Uuid
  id: Uuid
  order_id: Uuid
  provider: ProviderName
  reference: string | null
  url: string | null
  charge: string | null
  amount_sen: Sen
  status: PaymentStatus
}

const COLUMNS = sql`p.agent_id, (select a.workspace_id from agents a where a.id = p.agent_id) as workspace_id, p.id, p.order_id,
  p.provider, p.reference, p.url, p.charge, p.amount_sen, p.status`

/** The payment that is being opened or open; there is at most one for an order. */
export function openOf(db: Queryable, { agent_id, id }: OrderRow): Promise<Payment | undefined> {
  return db.row<Payment>(sql`
    select ${COLUMNS} from payments p
     where p.agent_id = ${agent_id} and p.order_id = ${id} and p.status in ('opening', 'open')`)
}

/** Only while the order waits for it. Whoever comes second finds what the first began. */
export async function begin(
  db: Queryable,
  { agent_id, id }: OrderRow,
  provider: ProviderName,
): Promise<void> {
  await db.run(sql`
    insert into payments (agent_id, id, order_id, provider, amount_sen, status)
    select o.agent_id, ${newId()}, o.id, ${provider}, o.total_sen, 'opening'
      from orders o
     where o.agent_id = ${agent_id} and o.id = ${id}
       and o.status = 'pending_payment' and o.payment_expires_at > clock_timestamp()
    on conflict (agent_id, order_id) where status in ('opening', 'open') do nothing`)
}

/** False when it is no longer being opened: somebody else was faster, or the order is off. */
export async function saveOpened(
  db: Queryable,
  { agent_id, id }: Payment,
  { reference, url }: { reference: string; url: string },
): Promise<boolean> {
  const changed = await db.run(sql`
    update payments set status = 'open', reference = ${reference}, url = ${url}
     where agent_id = ${agent_id} and id = ${id} and status = 'opening'`)
  return changed > 0
}

/** A provider tells its own reference, not the agent; only what it signed or answered is asked for here. */
export function bySession(
  db: Queryable,
  provider: ProviderName,
  session: Session,
): Promise<Payment | undefined> {
  return db.row<Payment>(sql`
    select ${COLUMNS} from payments p where p.provider = ${provider} and p.reference = ${session.reference}`)
}

export function byCharge(
  db: Queryable,
  provider: ProviderName,
  charge: string,
): Promise<Payment | undefined> {
  return db.row<Payment>(sql`
    select ${COLUMNS} from payments p where p.provider = ${provider} and p.charge = ${charge}`)
}

/** Locked before the order: whatever moves money and order together takes its locks in this sequence. */
export function lockOfOrder(tx: Queryable, agentId: Uuid, orderId: Uuid): Promise<Payment[]> {
  return tx.rows<Payment>(sql`
    select ${COLUMNS} from payments p
     where p.agent_id = ${agentId} and p.order_id = ${orderId}
     order by p.id
       for no key update of p`)
}

/** Nothing happens when it was opened after all. */
export async function closeUnopened(db: Queryable, { agent_id, id }: Payment): Promise<void> {
  await db.run(sql`
    update payments set status = 'closed', lease_until = null
     where agent_id = ${agent_id} and id = ${id} and status = 'opening' and reference is null`)
}

/** False when it was closed, or paid, before. */
export async function close(db: Queryable, { agent_id, id }: Payment, charge?: string): Promise<boolean> {
  const changed = await db.run(sql`
    update payments set status = 'closed', charge = ${charge ?? null}, lease_until = null
     where agent_id = ${agent_id} and id = ${id} and status in ('opening', 'open')`)
  return changed > 0
}

export async function markPaid(
  tx: Queryable,
  { agent_id, id }: Payment,
  charge: string | null,
): Promise<void> {
  await tx.run(sql`
    update payments set status = 'paid', charge = ${charge}, paid_at = clock_timestamp(), lease_until = null
     where agent_id = ${agent_id} and id = ${id}`)
}

/** For a payment that had no session of its own. */
export async function insertPaid(tx: Queryable, order: OrderRow, provider: ProviderName): Promise<void> {
  const id = newId()
  await tx.run(sql`
    insert into payments (agent_id, id, order_id, provider, charge, amount_sen, status, paid_at)
    values (${order.agent_id}, ${id}, ${order.id}, ${provider}, ${`${provider}_${id}`}, ${order.total_sen}, 'paid',
            clock_timestamp())`)
}

/** Everything the customer paid for the order, taken in hand to be returned. */
export function beginRefund(
  db: Queryable,
  agentId: Uuid,
  orderId: Uuid,
  leaseMs: number,
  since?: Timestamp,
): Promise<Payment[]> {
  return db.rows<Payment>(sql`
    update payments p set status = 'refunding', lease_until = ${fromNow(leaseMs)}
     where p.agent_id = ${agentId} and p.order_id = ${orderId} and p.status = 'paid'
       ${since ? sql`and p.paid_at > ${since}` : nothing}
    returning ${COLUMNS}`)
}

export async function isRefunding(db: Queryable, agentId: Uuid, orderId: Uuid): Promise<boolean> {
  const row = await db.row(sql`
    select from payments where agent_id = ${agentId} and order_id = ${orderId} and status = 'refunding'`)
  return row !== undefined
}

export async function settleRefund(
  tx: Queryable,
  { agent_id, id }: Payment,
  status: 'paid' | 'refunded',
): Promise<void> {
  await tx.run(sql`
    update payments set status = ${status}, lease_until = null
     where agent_id = ${agent_id} and id = ${id} and status in ('paid', 'refunding')`)
}

export async function postpone(db: Queryable, { agent_id, id }: Payment, ms: number): Promise<void> {
  await db.run(sql`
    update payments set lease_until = ${fromNow(ms)}
     where agent_id = ${agent_id} and id = ${id} and status in ('opening', 'open', 'refunding')`)
}

/** What was returned has come back: it is with us again from now on. */
export async function comeBack(tx: Queryable, { agent_id, id }: Payment): Promise<void> {
  await tx.run(sql`
    update payments set status = 'paid', paid_at = clock_timestamp() + interval '1 millisecond', lease_until = null
     where agent_id = ${agent_id} and id = ${id} and status in ('refunding', 'refunded')`)
}

/** Work left to do: a session that outlived its order, a refund that was begun and not finished. */
export type Unsettled = 'session' | 'refund'

const UNSETTLED: Record<Unsettled, Sql> = {
  session: sql`p.status in ('opening', 'open') and o.status <> 'pending_payment'`,
  refund: sql`p.status = 'refunding'`,
}

/** Nobody else gets them before the lease is over. */
export function claim(db: Queryable, kind: Unsettled, limit: number, leaseMs: number): Promise<Payment[]> {
  return db.rows<Payment>(sql`
    update payments p set lease_until = ${fromNow(leaseMs)}
      from (select p.agent_id, p.id
              from payments p join orders o on o.agent_id = p.agent_id and o.id = p.order_id
             where ${UNSETTLED[kind]} and (p.lease_until is null or p.lease_until <= clock_timestamp())
             order by p.created_at
             limit ${limit}
               for no key update of p skip locked) due
     where p.agent_id = due.agent_id and p.id = due.id
    returning ${COLUMNS}`)
}

/** Milliseconds until the next lease is over; undefined when there is nothing left. */
export async function nextMs(db: Queryable, kind: Unsettled): Promise<number | undefined> {
  const row = await db.row<{ ms: number | null }>(sql`
    select extract(epoch from min(coalesce(p.lease_until, clock_timestamp())) - clock_timestamp()) * 1000 as ms
      from payments p join orders o on o.agent_id = p.agent_id and o.id = p.order_id
     where ${UNSETTLED[kind]}`)
  return row?.ms ?? undefined
}

function fromNow(ms: number): Sql {
  return sql`clock_timestamp() + ${ms / 1000} * interval '1 second'`
}
