import { newId, type Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

export type EventName = 'order.placed' | 'order.paid' | 'order.cancelled' | 'order.refunded'

export interface Event {
  workspaceId: Uuid
  agentId: Uuid
  name: EventName
  /** The id of what it tells about. */
  subject: Uuid
  /** What stands beside `event` in the body, in the specification's key order. */
  content: Record<string, unknown>
}

/**
 * Writes what happened in the transaction in which it happens. The body is rendered here, once: what is signed, sent and
 * sent again are the same bytes.
 */
export async function emit(
  tx: Queryable,
  { workspaceId, agentId, name, subject, content }: Event,
): Promise<void> {
  await tx.run(sql`
    insert into events (workspace_id, id, agent_id, event, subject_id, body)
    values (${workspaceId}, ${newId()}, ${agentId}, ${name}, ${subject}, ${JSON.stringify({ event: name, ...content })})`)
}
