import type { Uuid } from '../../lib/ids.ts'
import { digest } from '../../lib/secrets.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import type { AgentLanguage, Look } from '../agents/index.ts'
import type { Plan } from '../workspaces/index.ts'

/** What the widget has to know of an agent and its shop. */
export interface Site {
  agentId: Uuid
  agentName: string
  welcome: string
  voice: boolean
  languages: AgentLanguage[]
  look: Partial<Look>
  allowedDomains: string[]
  workspaceId: Uuid
  shopName: string
  plan: Plan
}

/** A visitor's session, alive or not. */
export interface VisitorSession {
  visitorId: Uuid
  origin: string
  expiresAt: Timestamp
  isAlive: boolean
}

const RENEWABLE = sql`interval '30 days'`
const LIFE = sql`interval '60 minutes'`

/** The agent, and the session that the token is for, if it is one of this agent's. */
export async function findSite(
  db: Queryable,
  agentId: Uuid,
  token: string,
): Promise<{ site: Site; session: VisitorSession | undefined } | undefined> {
  const row = await db.row<Site & VisitorSession>(sql`
    select a.id as "agentId", a.name as "agentName", a.welcome, a.voice, a.languages, a.look, a.allowed_domains as "allowedDomains",
           w.id as "workspaceId", w.name as "shopName", w.plan,
           s.visitor_id as "visitorId", s.origin, s.expires_at as "expiresAt",
           coalesce(s.expires_at > clock_timestamp(), false) as "isAlive"
      from agents a join workspaces w on w.id = a.workspace_id
      left join visitor_sessions s
        on s.agent_id = a.id and s.hash = ${digest(token)} and s.expires_at > clock_timestamp() - ${RENEWABLE}
     where a.id = ${agentId}`)
  if (!row) return undefined
  const { visitorId, origin, expiresAt, isAlive, ...site } = row
  return { site, session: visitorId === null ? undefined : { visitorId, origin, expiresAt, isAlive } }
}

export async function addSession(
  db: Queryable,
  token: string,
  { agentId, visitorId, origin }: { agentId: Uuid; visitorId: Uuid; origin: string },
): Promise<Timestamp> {
  const row = await db.row<{ at: Timestamp }>(sql`
    insert into visitor_sessions (hash, agent_id, visitor_id, origin, expires_at)
    values (${digest(token)}, ${agentId}, ${visitorId}, ${origin}, clock_timestamp() + ${LIFE})
    returning expires_at as at`)
  return (row as { at: Timestamp }).at
}

/** What can no longer be renewed, and what nobody listens to any more; bounded, so that it is never one long statement. */
export async function sweep(db: Queryable): Promise<number> {
  const sessions = await db.run(sql`
    delete from visitor_sessions where hash in (
      select hash from visitor_sessions where expires_at <= clock_timestamp() - ${RENEWABLE}
       limit 1000 for update skip locked)`)
  const sounds = await db.run(sql`
    delete from spoken_messages where (agent_id, message_id) in (
      select agent_id, message_id from spoken_messages where created_at <= clock_timestamp() - interval '7 days'
       limit 100 for update skip locked)`)
  return sessions + sounds
}

export async function findSpoken(db: Queryable, agentId: Uuid, messageId: Uuid): Promise<Buffer | undefined> {
  const row = await db.row<{ audio: Buffer }>(sql`
    select audio from spoken_messages where agent_id = ${agentId} and message_id = ${messageId}`)
  return row?.audio
}

export async function keepSpoken(
  db: Queryable,
  agentId: Uuid,
  messageId: Uuid,
  audio: Uint8Array,
): Promise<void> {
  await db.run(sql`
    insert into spoken_messages (agent_id, message_id, audio) values (${agentId}, ${messageId}, ${audio})
    on conflict do nothing`)
}
