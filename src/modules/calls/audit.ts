import type { Queryable } from '../../platform/db/index.ts'
import { type Actor, record } from '../audit/index.ts'
import type { CallRow } from './store.ts'
import * as store from './store.ts'

/**
 * Each call that was placed is on record once, with its key. Usually whoever placed it writes it down; when that process
 * is gone, whoever learns what became of the call does. Under the lock of its row.
 */
export async function auditPlaced(
  tx: Queryable,
  call: CallRow,
  by: { actor?: Actor; requestId?: string | undefined; isUnconfirmed?: boolean } = {},
): Promise<void> {
  const actor: Actor | undefined =
    by.actor ?? (call.placed_by === null ? undefined : { kind: 'key', id: call.placed_by })
  if (call.audited || actor === undefined) return
  await store.markAudited(tx, call)
  const entry = placedEntry(call, actor)
  const detail = by.isUnconfirmed ? { ...entry.detail, unconfirmed: true } : entry.detail
  await record(tx, { ...entry, detail, requestId: by.requestId })
}

type Placed = Pick<
  CallRow,
  'workspace_id' | 'agent_id' | 'id' | 'to_number' | 'from_number' | 'conversation_id'
>

export function placedEntry(
  { workspace_id, agent_id, id, to_number, from_number, conversation_id }: Placed,
  actor: Actor,
) {
  return {
    workspaceId: workspace_id,
    agentId: agent_id,
    actor,
    action: 'api.call_placed',
    target: id,
    detail: { to: to_number, from: from_number, conversation_id },
  }
}
