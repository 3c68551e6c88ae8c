import { newId, type Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import type { Cursor } from '../../platform/http/index.ts'
import type { Mover } from './context.ts'
import type { OrderStatus, StockState } from './status.ts'

/** The NOTIFY channel on which every order that has moved is announced. */
export const ORDERS_CHANNEL = 'icebot_orders'

export interface OrderRow {
  agent_id: Uuid
  id: Uuid
  order_number: string
  status: OrderStatus
  channel: string
  conversation_id: Uuid | null
  customer_name: string
  customer_phone: string
  subtotal_sen: Sen
  total_sen: Sen
  pay_token: string | null
  payment_url: string | null
  payment_expires_at: Timestamp
  expired: boolean
  paid_at: Timestamp | null
  external_id: string | null
  external_status: string | null
  acknowledged_at: Timestamp | null
  attention: Attention | null
  created_at: Timestamp
}

/**
 * Why the team should look at an order: paid although its stock was gone; paid twice; paid after it was refunded; another
 * amount came than was asked; money that was to go back did not.
 */
export const attentions = [
  'stock_short',
  'paid_twice',
  'paid_after_refund',
  'wrong_amount',
  'refund_failed',
] as const
export type Attention = (typeof attentions)[number]

export interface OrderLine {
  product_id: Uuid | null
  variant_id: Uuid | null
  product_external_id: string | null
  variant_external_id: string | null
  name: string
  sku: string | null
  quantity: number
  unit_price_sen: Sen
  special_instructions: string | null
  stock: StockState
}

export interface Order extends OrderRow {
  lines: OrderLine[]
}

export interface HistoryRow {
  action: string
  status: OrderStatus
  actor: { kind: Mover['kind']; id: Uuid | null }
  detail: Record<string, unknown>
  created_at: Timestamp
}

const ROW = sql`o.agent_id, o.id, o.order_number, o.status, o.channel, o.conversation_id, o.customer_name, o.customer_phone,
  o.subtotal_sen, o.total_sen, o.pay_token, o.payment_url, o.payment_expires_at, o.expired, o.paid_at, o.external_id,
  o.external_status, o.acknowledged_at, o.attention, o.created_at`
const LINES = sql`(
  select json_agg(json_build_object(
           'product_id', l.product_id, 'variant_id', l.variant_id, 'product_external_id', l.product_external_id,
           'variant_external_id', l.variant_external_id, 'name', l.name, 'sku', l.sku, 'quantity', l.quantity,
           'unit_price_sen', l.unit_price_sen, 'special_instructions', l.special_instructions, 'stock', l.stock)
         order by l.position)
    from order_lines l where l.agent_id = o.agent_id and l.order_id = o.id) as lines`

/** Oldest first, after the stamp, one more than asked for. */
export function list(
  db: Queryable,
  agentId: Uuid,
  page: { since?: Timestamp | undefined; unacknowledged: boolean; limit: number },
): Promise<Order[]> {
  return db.rows<Order>(sql`
    select ${ROW}, ${LINES} from orders o
     where o.agent_id = ${agentId}
       ${page.since ? sql`and o.created_at > ${page.since}` : nothing}
       ${page.unacknowledged ? sql`and o.external_id is null` : nothing}
     order by o.created_at
     limit ${page.limit + 1}`)
}

export interface WorkspacePage {
  status?: OrderStatus | undefined
  agentId?: Uuid | undefined
  conversationId?: Uuid | undefined
  /** As customers read it out, in capitals or not. */
  number?: string | undefined
  /** Those a customer of this number placed. */
  phone?: string | undefined
  attention?: boolean
  /** Paid, and nobody has taken them over yet. */
  unhandled?: boolean
  cursor?: Cursor | undefined
  limit: number
}

/** Newest first: those of a conversation, and those with the phone number when there is one. */
export function ofCustomer(
  db: Queryable,
  agentId: Uuid,
  who: { conversationId: Uuid; phone: string | null; limit: number },
): Promise<Order[]> {
  return db.rows<Order>(sql`
    select ${ROW}, ${LINES} from orders o
     where o.agent_id = ${agentId} and o.id in (
             select id from orders where agent_id = ${agentId} and conversation_id = ${who.conversationId}
             union
             select id from orders where agent_id = ${agentId} and customer_phone = ${who.phone})
     order by o.created_at desc, o.id desc limit ${who.limit}`)
}

/** Newest first over the agents of a workspace, one more than asked for. Each agent's newest come by index. */
export function listWorkspace(db: Queryable, workspaceId: Uuid, page: WorkspacePage): Promise<Order[]> {
  return db.rows<Order>(sql`
    select newest.* from agents a cross join lateral (
      select ${ROW}, ${LINES} from orders o
       where o.agent_id = a.id
         ${page.status ? sql`and o.status = ${page.status}` : nothing}
         ${page.conversationId ? sql`and o.conversation_id = ${page.conversationId}` : nothing}
         ${page.number ? sql`and o.order_number = ${page.number.toUpperCase()}` : nothing}
         ${page.phone ? sql`and o.customer_phone = ${page.phone}` : nothing}
         ${page.attention ? sql`and o.attention is not null` : nothing}
         ${page.unhandled ? sql`and o.status = 'paid' and o.acknowledged_at is null` : nothing}
         ${page.cursor ? sql`and (o.created_at, o.id) < (${page.cursor.at}, ${page.cursor.id})` : nothing}
       order by o.created_at desc, o.id desc
       limit ${page.limit + 1}) newest
     where a.workspace_id = ${workspaceId} ${page.agentId ? sql`and a.id = ${page.agentId}` : nothing}
     order by newest.created_at desc, newest.id desc
     limit ${page.limit + 1}`)
}

export function find(db: Queryable, agentId: Uuid, id: Uuid): Promise<Order | undefined> {
  return db.row<Order>(sql`
    select ${ROW}, ${LINES} from orders o where o.agent_id = ${agentId} and o.id = ${id}`)
}

/** The agent that took the order, if it belongs to the workspace. */
export async function agentOf(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Uuid | undefined> {
  const row = await db.row<{ agent_id: Uuid }>(sql`
    select o.agent_id from orders o join agents a on a.id = o.agent_id
     where o.id = ${id} and a.workspace_id = ${workspaceId}`)
  return row?.agent_id
}

/** The order behind a payment link, whoever's it is. */
export async function byPayToken(
  db: Queryable,
  token: string,
): Promise<{ order: Order; workspaceId: Uuid; shopName: string } | undefined> {
  const row = await db.row<Order & { workspace_id: Uuid; shop_name: string }>(sql`
    select ${ROW}, ${LINES}, w.id as workspace_id, w.name as shop_name
      from orders o join agents a on a.id = o.agent_id join workspaces w on w.id = a.workspace_id
     where o.pay_token = ${token}`)
  if (!row) return undefined
  const { workspace_id, shop_name, ...order } = row
  return { order, workspaceId: workspace_id, shopName: shop_name }
}

/** The lines are read only after the row is locked: they change under its lock alone. */
export async function lock(tx: Queryable, agentId: Uuid, id: Uuid): Promise<Order | undefined> {
  const found = await tx.run(sql`
    select from orders where agent_id = ${agentId} and id = ${id} for no key update`)
  return found === 1 ? find(tx, agentId, id) : undefined
}

/** One unpaid order whose window is over and which no other worker has in hand; locked. */
export async function lockExpired(
  tx: Queryable,
  except: Uuid[],
): Promise<{ order: Order; workspaceId: Uuid } | undefined> {
  const row = await tx.row<{ agent_id: Uuid; id: Uuid; workspace_id: Uuid }>(sql`
    select o.agent_id, o.id, a.workspace_id from orders o join agents a on a.id = o.agent_id
     where o.status = 'pending_payment' and o.payment_expires_at <= clock_timestamp() and o.id <> all(${except}::uuid[])
     order by o.payment_expires_at
     limit 1
       for no key update of o skip locked`)
  if (!row) return undefined
  return { order: (await find(tx, row.agent_id, row.id)) as Order, workspaceId: row.workspace_id }
}

/** Milliseconds until the next window closes; undefined when nothing waits for payment. */
export async function nextExpiryMs(db: Queryable): Promise<number | undefined> {
  const row = await db.row<{ ms: number | null }>(sql`
    select extract(epoch from min(payment_expires_at) - clock_timestamp()) * 1000 as ms
      from orders where status = 'pending_payment'`)
  return row?.ms ?? undefined
}

/**
 * The place of a new order in its agent's book: its number and its stamp. Taken as the last lock before the order is
 * written, so that whoever reads in the order of the stamps never finds one in between later.
 */
export async function nextInBook(
  tx: Queryable,
  agentId: Uuid,
): Promise<{ placed: number; created_at: Timestamp }> {
  return (await tx.row<{ placed: number; created_at: Timestamp }>(sql`
    insert into order_books (agent_id, placed, last_order_at)
    values (${agentId}, 1, date_trunc('milliseconds', clock_timestamp()))
    on conflict (agent_id) do update
       set placed = order_books.placed + 1,
           last_order_at = greatest(date_trunc('milliseconds', clock_timestamp()),
                                    order_books.last_order_at + interval '1 millisecond')
    returning placed, last_order_at as created_at`)) as { placed: number; created_at: Timestamp }
}

export async function insert(tx: Queryable, order: Order): Promise<void> {
  await tx.run(sql`
    insert into orders (agent_id, id, order_number, status, channel, conversation_id, customer_name, customer_phone,
                        subtotal_sen, total_sen, pay_token, payment_url, payment_expires_at, created_at)
    values (${order.agent_id}, ${order.id}, ${order.order_number}, ${order.status}, ${order.channel},
            ${order.conversation_id}, ${order.customer_name}, ${order.customer_phone}, ${order.subtotal_sen},
            ${order.total_sen}, ${order.pay_token}, ${order.payment_url}, ${order.payment_expires_at}, ${order.created_at})`)
  const lines = order.lines.map((line, position) => ({ ...line, position }))
  await tx.run(sql`
    insert into order_lines (agent_id, order_id, position, product_id, variant_id, product_external_id,
                             variant_external_id, name, sku, quantity, unit_price_sen, special_instructions, stock)
    select ${order.agent_id}, ${order.id}, l.*
      from jsonb_to_recordset(${JSON.stringify(lines)}) as l (
        position int, product_id uuid, variant_id uuid, product_external_id text, variant_external_id text, name text,
        sku text, quantity int, unit_price_sen int, special_instructions text, stock text)`)
}

/** Everything about an order that can change, written from the order as it stands now. */
export async function save(tx: Queryable, order: Order): Promise<void> {
  await tx.run(sql`
    update orders
       set status = ${order.status}, expired = ${order.expired}, paid_at = ${order.paid_at},
           external_id = ${order.external_id}, external_status = ${order.external_status},
           acknowledged_at = ${order.acknowledged_at}, attention = ${order.attention}
     where agent_id = ${order.agent_id} and id = ${order.id}`)
}

export async function saveStock(tx: Queryable, order: Order, state: StockState): Promise<void> {
  await tx.run(sql`
    update order_lines set stock = ${state} where agent_id = ${order.agent_id} and order_id = ${order.id}`)
}

/** Which other order of this agent the store's id belongs to. */
export async function numberWithExternalId(
  db: Queryable,
  agentId: Uuid,
  externalId: string,
): Promise<string | undefined> {
  const row = await db.row<{ order_number: string }>(sql`
    select order_number from orders where agent_id = ${agentId} and external_id = ${externalId}`)
  return row?.order_number
}

export async function writeHistory(
  tx: Queryable,
  order: OrderRow,
  entry: { action: string; actor: Mover; detail: Record<string, unknown> },
): Promise<void> {
  await tx.run(sql`
    insert into order_history (agent_id, order_id, id, action, status, actor_kind, actor_id, detail)
    values (${order.agent_id}, ${order.id}, ${newId()}, ${entry.action}, ${order.status}, ${entry.actor.kind},
            ${entry.actor.id}, ${JSON.stringify(entry.detail)})`)
}

export function history(db: Queryable, agentId: Uuid, orderId: Uuid): Promise<HistoryRow[]> {
  return db.rows<HistoryRow>(sql`
    select action, status, json_build_object('kind', actor_kind, 'id', actor_id) as actor, detail, created_at
      from order_history where agent_id = ${agentId} and order_id = ${orderId}
     order by created_at, id`)
}

/** When the order was last refunded. */
export async function refundedAt(
  db: Queryable,
  agentId: Uuid,
  orderId: Uuid,
): Promise<Timestamp | undefined> {
  const row = await db.row<{ at: Timestamp | null }>(sql`
    select max(created_at) as at from order_history
     where agent_id = ${agentId} and order_id = ${orderId} and action = 'refunded'`)
  return row?.at ?? undefined
}

/** The moment by the database's own clock, which every process shares. */
export async function now(tx: Queryable): Promise<Timestamp> {
  return (
    (await tx.row<{ at: Timestamp }>(sql`select clock_timestamp()::timestamptz(3) as at`)) as {
      at: Timestamp
    }
  ).at
}

/** Wakes what waits for orders to move. Not for new ones: a NOTIFY makes all commits of a database queue up. */
export async function announce(tx: Queryable): Promise<void> {
  await tx.run(sql`select pg_notify(${ORDERS_CHANNEL}, '')`)
}

/** How long orders of this workspace wait for their payment, where it has set its own time. */
export async function ownWindow(tx: Queryable, workspaceId: Uuid): Promise<number | null | undefined> {
  const row = await tx.row<{ seconds: number | null }>(sql`
    select payment_window_seconds as seconds from workspaces where id = ${workspaceId}`)
  return row?.seconds
}
