import { idAt, type Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import { type Queryable, sql, type Transactional } from '../../platform/db/index.ts'
import { findSkus, lockShelves, moveStock, type Wanted } from '../catalogue/index.ts'
import { sumBySku } from './claims.ts'
import type { Mover } from './context.ts'
import { newPayToken, orderNumber } from './number.ts'
import { type OrderStatus, type StockState, stockOf, stockStep } from './status.ts'
import type { OrderLine } from './store.ts'

/** An order of before: its moments are its own. Used to bring a past in, never for live traffic. */
export interface PastOrder {
  channel: string
  conversationId: Uuid | null
  customerName: string
  customerPhone: string
  payBy: Date
  lines: PastLine[]
  /** In the order they happened; what became of the order follows from them. */
  steps: [placed: PastStep & { action: 'placed' }, ...later: PastStep[]]
}

export interface PastLine extends Wanted {
  quantity: number
  special_instructions: string | null
  /** The catalogue's own when absent. */
  name?: string | undefined
  unit_price_sen?: Sen | undefined
}

export interface PastStep {
  action: keyof typeof LEADS_TO
  at: Date
  by: Mover
  detail?: Record<string, unknown>
}

/**
 * Brings past orders in at the end of the agent's book. What they still hold is set aside; what was taken is not in the
 * shop's count of today anyway. No event is written: nobody is told of what is long known.
 */
export async function importOrders(db: Transactional, agentId: Uuid, past: PastOrder[]): Promise<void> {
  if (past.length === 0) return
  const inOrder = past.toSorted((left, right) => placedAt(left).getTime() - placedAt(right).getTime())
  await db.transaction(async (tx) => {
    const lines = await freeze(tx, agentId, inOrder)
    const orders = inOrder.map((order, i) => become(order, lines[i] as FrozenLine[]))
    await hold(tx, agentId, orders)
    const before = await extendBook(tx, agentId, inOrder)
    await insert(
      tx,
      agentId,
      orders.map((order, i) => ({ ...order, order_number: orderNumber(before + i + 1) })),
    )
  })
}

const LEADS_TO = {
  placed: 'pending_payment',
  paid: 'paid',
  handled: undefined,
  cancelled: 'cancelled',
  expired: 'cancelled',
  refunded: 'refunded',
} as const satisfies Record<string, OrderStatus | undefined>

type FrozenLine = Omit<OrderLine, 'stock'>

function placedAt({ steps: [placed] }: PastOrder): Date {
  return placed.at
}

async function freeze(tx: Queryable, agentId: Uuid, past: PastOrder[]): Promise<FrozenLine[][]> {
  const found = await findSkus(
    tx,
    agentId,
    past.flatMap(({ lines }) => lines),
  )
  const next = found.values()
  return past.map(({ lines }) =>
    lines.map((line) => {
      const one = next.next().value
      if (!one || 'fault' in one) throw new Error(`${line.product_external_id}: ${one?.fault}`)
      const { price_sen, ...sku } = one.sku
      return {
        ...sku,
        name: line.name ?? sku.name,
        quantity: line.quantity,
        unit_price_sen: line.unit_price_sen ?? price_sen,
        special_instructions: line.special_instructions,
      }
    }),
  )
}

/** The order as its steps have left it, with the history they made. */
function become(past: PastOrder, lines: FrozenLine[]) {
  const { history, ...state } = relive(past.steps)
  const created_at = placedAt(past)
  return {
    ...state,
    id: idAt(created_at),
    channel: past.channel,
    conversation_id: past.conversationId,
    customer_name: past.customerName,
    customer_phone: past.customerPhone,
    total_sen: lines.reduce((sum, { quantity, unit_price_sen }) => sum + quantity * unit_price_sen, 0),
    pay_token: newPayToken(),
    payment_expires_at: past.payBy,
    created_at,
    lines: lines.map((line) => ({ ...line, stock: state.stock })),
    history,
  }
}

interface State {
  status: OrderStatus
  stock: StockState
  expired: boolean
  paid_at: Date | null
  acknowledged_at: Date | null
}

function relive(steps: PastStep[]) {
  let state: State = {
    status: 'pending_payment',
    stock: 'held',
    expired: false,
    paid_at: null,
    acknowledged_at: null,
  }
  const history = steps.map(({ action, at, by, detail = {} }) => {
    const status = LEADS_TO[action] ?? state.status
    const acknowledged_at = action === 'handled' ? at : state.acknowledged_at
    const stock = stockOf(status, acknowledged_at !== null)
    const event = stockStep(state.stock, stock)?.event
    state = {
      status,
      stock,
      expired: status === state.status ? state.expired : action === 'expired',
      paid_at: action === 'paid' ? at : state.paid_at,
      acknowledged_at,
    }
    const id = idAt(at)
    return { id, action, status, by, detail: event ? { ...detail, stock: event } : detail, created_at: at }
  })
  return { ...state, history }
}

async function hold(tx: Queryable, agentId: Uuid, orders: { lines: OrderLine[] }[]): Promise<void> {
  const held = orders.flatMap(({ lines }) => lines).filter(({ stock }) => stock === 'held')
  const claims = sumBySku(held)
  await lockShelves(tx, agentId, claims)
  await moveStock(
    tx,
    agentId,
    claims.map(({ quantity, ...sku }) => ({ ...sku, held: quantity, on_hand: 0 })),
  )
}

/** How many orders the book had before. Whoever follows it by its stamps would never see one that came in behind them. */
async function extendBook(tx: Queryable, agentId: Uuid, past: PastOrder[]): Promise<number> {
  const moments = past.map(placedAt)
  const book = await tx.row<{ placed: number }>(sql`
    insert into order_books (agent_id, placed, last_order_at)
    values (${agentId}, ${past.length}, ${moments.at(-1)})
    on conflict (agent_id) do update
       set placed = order_books.placed + excluded.placed, last_order_at = excluded.last_order_at
     where order_books.last_order_at < ${moments[0]}
    returning placed`)
  if (!book) throw new Error('the agent already has orders that are newer than these')
  return book.placed - past.length
}

type Imported = ReturnType<typeof become> & { order_number: string }

async function insert(tx: Queryable, agentId: Uuid, orders: Imported[]): Promise<void> {
  await tx.run(sql`
    insert into orders (agent_id, id, order_number, status, channel, conversation_id, customer_name, customer_phone,
                        subtotal_sen, total_sen, pay_token, payment_expires_at, expired, paid_at, acknowledged_at,
                        created_at)
    select ${agentId}, o.id, o.order_number, o.status, o.channel, o.conversation_id, o.customer_name, o.customer_phone,
           o.total_sen, o.total_sen, o.pay_token, o.payment_expires_at, o.expired, o.paid_at, o.acknowledged_at,
           o.created_at
      from jsonb_to_recordset(${JSON.stringify(orders)}) as o (
        id uuid, order_number text, status text, channel text, conversation_id uuid, customer_name text,
        customer_phone text, total_sen bigint, pay_token text, payment_expires_at timestamptz, expired boolean,
        paid_at timestamptz, acknowledged_at timestamptz, created_at timestamptz)`)
  const lines = orders.flatMap(({ id, lines }) =>
    lines.map((line, position) => ({ ...line, order_id: id, position })),
  )
  await tx.run(sql`
    insert into order_lines (agent_id, order_id, position, product_id, variant_id, product_external_id,
                             variant_external_id, name, sku, quantity, unit_price_sen, special_instructions, stock)
    select ${agentId}, l.*
      from jsonb_to_recordset(${JSON.stringify(lines)}) as l (
        order_id uuid, position int, product_id uuid, variant_id uuid, product_external_id text,
        variant_external_id text, name text, sku text, quantity int, unit_price_sen int, special_instructions text,
        stock text)`)
  const history = orders.flatMap(({ id, history }) => history.map((step) => ({ ...step, order_id: id })))
  await tx.run(sql`
    insert into order_history (agent_id, order_id, id, action, status, actor_kind, actor_id, detail, created_at)
    select ${agentId}, h.order_id, h.id, h.action, h.status, h.by ->> 'kind', (h.by ->> 'id')::uuid, h.detail,
           h.created_at
      from jsonb_to_recordset(${JSON.stringify(history)}) as h (
        order_id uuid, id uuid, action text, status text, by jsonb, detail jsonb, created_at timestamptz)`)
}
