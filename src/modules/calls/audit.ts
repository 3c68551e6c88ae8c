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
  await record(tx, {
    workspaceId: call.workspace_id,
    agentId: call.agent_id,
    actor,
    action: 'api.call_placed',
    target: call.id,
    detail: {
      to: call.to_number,
      from: call.from_number,
      conversation_id: call.conversation_id,
      ...(by.isUnconfirmed ? { unconfirmed: true } : {}),
    },
    requestId: by.requestId,
  })
}
