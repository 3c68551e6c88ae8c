import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { raiseAlert, settleAlerts } from '../alerts/index.ts'
import { type Actor, system } from '../audit/index.ts'
import { MINUTE_CREDITS } from './prices.ts'

export type Plan = 'free' | 'paid'

export interface Balances {
  before: number
  after: number
  plan: Plan
}

/** Below it somebody should know in time: five minutes of voice, or some replies where there is no voice. */
const ENOUGH: Record<Plan, number> = { free: 100, paid: 5 * MINUTE_CREDITS }

/**
 * Tells the team when the balance falls below what is enough, and takes that back when it is filled up. Where it was low
 * already nobody is told again, and nothing is asked.
 */
export async function watchBalance(
  tx: Queryable,
  workspaceId: Uuid,
  { before, after, plan }: Balances,
  { planBefore = plan, actor = system }: { planBefore?: Plan; actor?: Actor } = {},
): Promise<void> {
  const wasEnough = before >= ENOUGH[planBefore]
  const isEnough = after >= ENOUGH[plan]
  if (wasEnough && !isEnough) {
    await raiseAlert(tx, { workspaceId, kind: 'low_credits', reason: warning(after, plan) })
  }
  if (!wasEnough && isEnough) await settleAlerts(tx, { workspaceId, actor }, 'low_credits')
}

function warning(left: number, plan: Plan): string {
  const voice =
    plan === 'paid' ? ` A minute of voice costs ${MINUTE_CREDITS}; with fewer no call can be made.` : ''
  return `${left} credits are left.${voice} Without credits the agent does not answer.`
}
