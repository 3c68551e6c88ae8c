import type { OrderContext } from '../orders/index.ts'
import type { Payment } from './store.ts'

/** The provider itself, on behalf of the agent whose order was paid. */
export function moverOf(payment: Payment): Omit<OrderContext, 'db'> {
  const { workspace_id: workspaceId, agent_id: agentId } = payment
  return { workspaceId, agentId, actor: { kind: 'payments', id: null } }
}
