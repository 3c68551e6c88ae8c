import type { Queryable } from '../../platform/db/index.ts'
import { record } from '../audit/index.ts'
import type { OrderContext } from './context.ts'
import type { OrderRow } from './store.ts'
import * as store from './store.ts'

/** Writes down who or what moved the order: in its own history, and what people and keys did in the audit log too. */
export async function writeDown(
  tx: Queryable,
  { workspaceId, agentId, actor, requestId }: Omit<OrderContext, 'db'>,
  order: OrderRow,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await store.writeHistory(tx, order, { action, actor, detail })
  if (actor.kind !== 'key' && actor.kind !== 'user') return
  const entry = { workspaceId, agentId, actor, requestId }
  await record(tx, {
    ...entry,
    action: `order.${action}`,
    target: order.id,
    detail: { status: order.status, ...detail },
  })
}
