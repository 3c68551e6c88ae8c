import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql, type Transactional } from '../../platform/db/index.ts'
import { type Actor, record } from '../audit/index.ts'
import type { OpeningHours } from './hours.ts'
import type { Look } from './look.ts'

/** Whose data a use case may touch, and on whose behalf. Every door makes one; no use case widens it. */
export interface AgentContext {
  db: Transactional
  workspaceId: Uuid
  agentId: Uuid
  actor: Actor
  requestId?: string | undefined
}

/** What people in our shops speak. */
export const agentLanguages = ['en', 'ms', 'zh', 'ta'] as const
export type AgentLanguage = (typeof agentLanguages)[number]

export interface Agent {
  id: Uuid
  workspace_id: Uuid
  name: string
  voice: boolean
  welcome: string
  allowed_domains: string[]
  /** How it should speak, in the shop's own words. */
  persona: string
  opening_hours: OpeningHours
  time_zone: string
  /** The usual one first. */
  languages: AgentLanguage[]
  /** As far as the shop has chosen; `lookOf` fills the rest. */
  look: Partial<Look>
  created_at: Timestamp
}

export interface AgentFields {
  name?: string | undefined
  voice?: boolean | undefined
  welcome?: string | undefined
  allowedDomains?: string[] | undefined
  persona?: string | undefined
  openingHours?: OpeningHours | undefined
  timeZone?: string | undefined
  languages?: AgentLanguage[] | undefined
  /** Only what is given changes. */
  look?: Partial<Look> | undefined
}

const DEFAULT_WELCOME = 'Hello! How can I help you today?'
const DEFAULT_TIME_ZONE = 'Asia/Kuala_Lumpur'
const DEFAULT_LANGUAGES: AgentLanguage[] = ['en', 'ms']
const COLUMNS = sql`id, workspace_id, name, voice, welcome, allowed_domains, persona, opening_hours, time_zone, languages,
  look, created_at`

export async function createAgent(
  db: Transactional,
  actor: Actor,
  workspaceId: Uuid,
  fields: AgentFields & { name: string },
): Promise<Agent> {
  return db.transaction(async (tx) => {
    const agent = (await tx.row<Agent>(sql`
      insert into agents (id, workspace_id, name, voice, welcome, allowed_domains, persona, opening_hours, time_zone, languages, look)
      values (${newId()}, ${workspaceId}, ${fields.name}, ${fields.voice ?? false}, ${fields.welcome ?? DEFAULT_WELCOME},
              ${fields.allowedDomains ?? []}, ${fields.persona ?? ''}, ${JSON.stringify(fields.openingHours ?? {})},
              ${fields.timeZone ?? DEFAULT_TIME_ZONE}, ${fields.languages ?? DEFAULT_LANGUAGES},
              ${JSON.stringify(fields.look ?? {})})
      returning ${COLUMNS}`)) as Agent
    await record(tx, { workspaceId, agentId: agent.id, actor, action: 'agent.created', target: agent.id })
    return agent
  })
}

export async function updateAgent(
  db: Transactional,
  actor: Actor,
  id: Uuid,
  fields: AgentFields,
  /** A door for people never changes anything beyond its own workspace. */
  { workspaceId, requestId }: { workspaceId?: Uuid; requestId?: string } = {},
): Promise<Agent | undefined> {
  const own = workspaceId === undefined ? nothing : sql`and workspace_id = ${workspaceId}`
  return db.transaction(async (tx) => {
    const agent = await tx.row<Agent>(sql`
      update agents
         set name = coalesce(${fields.name ?? null}, name),
             voice = coalesce(${fields.voice ?? null}, voice),
             welcome = coalesce(${fields.welcome ?? null}, welcome),
             allowed_domains = coalesce(${fields.allowedDomains ?? null}, allowed_domains),
             persona = coalesce(${fields.persona ?? null}, persona),
             opening_hours = coalesce(${fields.openingHours ? JSON.stringify(fields.openingHours) : null}, opening_hours),
             time_zone = coalesce(${fields.timeZone ?? null}, time_zone),
             languages = coalesce(${fields.languages ?? null}, languages),
             look = look || ${JSON.stringify(fields.look ?? {})}
       where id = ${id} ${own}
      returning ${COLUMNS}`)
    if (!agent) return undefined
    const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    await record(tx, {
      workspaceId: agent.workspace_id,
      agentId: id,
      actor,
      action: 'agent.updated',
      target: id,
      detail: changed,
      requestId,
    })
    return agent
  })
}

/** Within a workspace when one is given: a door for people never looks beyond its own. */
export function findAgent(db: Queryable, id: Uuid, workspaceId?: Uuid): Promise<Agent | undefined> {
  const own = workspaceId === undefined ? nothing : sql`and workspace_id = ${workspaceId}`
  return db.row<Agent>(sql`select ${COLUMNS} from agents where id = ${id} ${own}`)
}

export function agentsOf(db: Queryable, workspaceId: Uuid): Promise<Agent[]> {
  return db.rows<Agent>(
    sql`select ${COLUMNS} from agents where workspace_id = ${workspaceId} order by created_at, id`,
  )
}
