import type { AgentContext } from '../agents/index.ts'
import type { Actor } from '../audit/index.ts'

/** Who moves an order: also the agent itself, the customer at the payment page, or the payment provider. */
export type Mover = Actor | { kind: 'agent' | 'customer' | 'payments'; id: null }

export interface OrderContext extends Omit<AgentContext, 'actor'> {
  actor: Mover
}
