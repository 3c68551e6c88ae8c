import { idAt, newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'

/** Who did it: an API key, a team member, or the service itself (the command line included). */
export type Actor = { kind: 'key' | 'user'; id: Uuid } | { kind: 'system'; id: null }

export const system: Actor = { kind: 'system', id: null }

export interface AuditEntry {
  workspaceId: Uuid
  agentId?: Uuid | undefined
  actor: Actor
  /** What was done, as `thing.done`. */
  action: string
  /** The id of what changed. */
  target: string
  /** What a reader needs to understand or undo it; never secrets, never message contents. */
  detail?: Record<string, unknown>
  requestId?: string | undefined
}

export interface AuditRow {
  id: Uuid
  agent_id: Uuid | null
  actor: { kind: Actor['kind']; id: Uuid | null }
  action: string
  target_id: string
  detail: Record<string, unknown>
  request_id: string | null
  created_at: Timestamp
}

/** Takes the caller's transaction, so that nothing happens unrecorded and nothing is recorded that did not happen. */
export async function record(tx: Queryable, entry: AuditEntry): Promise<void> {
  await tx.run(sql`
    insert into audit_log (workspace_id, id, agent_id, actor_kind, actor_id, action, target_id, detail, request_id)
    values (${entry.workspaceId}, ${newId()}, ${entry.agentId ?? null}, ${entry.actor.kind}, ${entry.actor.id},
            ${entry.action}, ${entry.target}, ${JSON.stringify(entry.detail ?? {})}, ${entry.requestId ?? null})`)
}

/** The same for what was done before, each at its own moment. */
export async function recordPast(tx: Queryable, past: (AuditEntry & { at: Date })[]): Promise<void> {
  const entries = past.map((entry) => ({ detail: {}, ...entry, id: idAt(entry.at) }))
  await tx.run(sql`
    insert into audit_log (workspace_id, id, agent_id, actor_kind, actor_id, action, target_id, detail, request_id,
                           created_at)
    select e."workspaceId", e.id, e."agentId", e.actor ->> 'kind', (e.actor ->> 'id')::uuid, e.action, e.target,
           e.detail, e."requestId", e.at
      from jsonb_to_recordset(${JSON.stringify(entries)}) as e (
        "workspaceId" uuid, id uuid, "agentId" uuid, actor jsonb, action text, target text, detail jsonb,
        "requestId" text, at timestamptz)`)
}

/** Newest first; `before` is the id of the last row already held. */
export async function auditPage(
  db: Queryable,
  workspaceId: Uuid,
  page: { limit: number; before?: Uuid | undefined },
): Promise<{ data: AuditRow[]; hasMore: boolean }> {
  const older = page.before
    ? sql`and (created_at, id) < (select created_at, id from audit_log where workspace_id = ${workspaceId} and id = ${page.before})`
    : nothing
  const rows = await db.rows<AuditRow>(sql`
    select id, agent_id, json_build_object('kind', actor_kind, 'id', actor_id) as actor, action, target_id, detail,
           request_id, created_at
      from audit_log
     where workspace_id = ${workspaceId} ${older}
     order by created_at desc, id desc
     limit ${page.limit + 1}`)
  return { data: rows.slice(0, page.limit), hasMore: rows.length > page.limit }
}
