import type { Config } from '../../config.ts'
import { newId, type Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import {
  createSandboxTexting,
  createTwilioTexting,
  noTexting,
  type Texting,
} from '../../providers/texting/index.ts'

/** New texts are announced on it. */
export const TEXTS_CHANNEL = 'icebot_texts'

export interface NewText {
  workspaceId: Uuid
  agentId: Uuid
  /** What it is about: nobody is told the same twice. */
  subjectId: Uuid
  to: string
  body: string
}

/** In the transaction of what it tells about; a worker sends it. From the number that the workspace rings from. */
export async function writeText(
  tx: Queryable,
  { workspaceId, agentId, subjectId, to, body }: NewText,
): Promise<void> {
  await tx.run(sql`
    with written as (
      insert into texts (workspace_id, id, agent_id, subject_id, to_number, from_number, body)
      select w.id, ${newId()}, ${agentId}, ${subjectId}, ${to}, w.outbound_number, ${body}
        from workspaces w where w.id = ${workspaceId}
      on conflict (workspace_id, subject_id) do nothing
      returning 1
    )
    select pg_notify(${TEXTS_CHANNEL}, '') from written`)
}

export interface TextRow {
  id: Uuid
  agent_id: Uuid
  subject_id: Uuid
  to_number: string
  from_number: string | null
  body: string
  status: 'pending' | 'sent' | 'failed'
  error: string | null
  created_at: string
}

/** The outbox, newest first. */
export function textsOf(db: Queryable, workspaceId: Uuid, limit: number): Promise<TextRow[]> {
  return db.rows<TextRow>(sql`
    select id, agent_id, subject_id, to_number, from_number, body, status, error, created_at
      from texts where workspace_id = ${workspaceId} order by id desc limit ${limit}`)
}

type TextSettings = Pick<Config, 'telephony' | 'twilioAccountSid' | 'twilioAuthToken' | 'twilioUrl'>

/** Real calls have real texts, as soon as there is somebody to send them; sandbox calls have none that leave the house. */
export function createTexting(config: TextSettings): Texting {
  const { telephony, twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioUrl: url } = config
  if (telephony === 'sandbox') return createSandboxTexting()
  if (!accountSid || !authToken) return noTexting
  return createTwilioTexting({ accountSid, authToken, url })
}
