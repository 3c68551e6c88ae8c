import type { Queryable } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { record } from '../audit/index.ts'

/** One row per request: what a sync changed is in the store that sent it. */
export function audit(
  tx: Queryable,
  { workspaceId, agentId, actor, requestId }: AgentContext,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return record(tx, { workspaceId, agentId, actor, action, target: agentId, detail, requestId })
}
