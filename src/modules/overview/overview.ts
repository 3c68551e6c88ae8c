import type { Uuid } from '../../lib/ids.ts'
import { toRinggit } from '../../lib/money.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { notFound } from '../../platform/http/index.ts'
import { agentsOf } from '../agents/index.ts'
import { outcomesAndNone } from '../conversations/index.ts'
import { daysOf, type Overview, type OverviewQuery } from './schema.ts'
import type { Counted, DayOfOrders } from './store.ts'
import * as store from './store.ts'

/** What happened in a shop on some days, and what is still to be set up. A day is the agent's own, by its time zone. */
export async function readOverview(
  db: Queryable,
  workspaceId: Uuid,
  { agent_id: agentId, from: first, to: last }: OverviewQuery,
  now: Date = new Date(),
): Promise<Overview> {
  const agents = (await agentsOf(db, workspaceId)).filter(({ id }) => agentId === undefined || id === agentId)
  if (agentId !== undefined && agents.length === 0) throw notFound()
  const from = first ?? dayAt(agents[0]?.time_zone ?? 'UTC', now)
  const range = { workspaceId, agentId, from, to: last ?? from }
  const counted = await store.conversations(db, range)
  const orders = await store.orders(db, range)
  const of = (by: Counted['by'], name = '') => countOf(counted, by, name)
  return {
    from: range.from,
    to: range.to,
    conversations: of('all'),
    new_conversations: of('new'),
    by_outcome: Object.fromEntries(
      outcomesAndNone.map((name) => [name, of('outcome', name)]),
    ) as Overview['by_outcome'],
    by_channel: Object.fromEntries(
      counted.filter(({ by }) => by === 'channel').map(({ name, count }) => [name, count]),
    ),
    ...totalsOf(orders),
    calls: await store.calls(db, range),
    by_day: daysOf(range.from, range.to).map((date) => {
      const ordered = orders.find(({ day }) => day === date)
      const revenue = toRinggit(ordered?.revenue_sen ?? 0)
      return { date, conversations: of('day', date), orders: ordered?.orders ?? 0, revenue }
    }),
    setup: await store.setup(db, range),
  }
}

function countOf(counted: Counted[], by: Counted['by'], name: string): number {
  return counted.find((one) => one.by === by && one.name === name)?.count ?? 0
}

function totalsOf(days: DayOfOrders[]) {
  const sum = (field: 'orders' | 'paid' | 'revenue_sen') => days.reduce((total, day) => total + day[field], 0)
  return { orders: sum('orders'), paid_orders: sum('paid'), revenue: toRinggit(sum('revenue_sen')) }
}

/** As ISO writes a day. */
function dayAt(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
}
