import { newId, type Uuid } from '../../lib/ids.ts'
import { toE164 } from '../../lib/phone.ts'
import { type Db, isUniqueViolation, type Queryable, sql, within } from '../../platform/db/index.ts'
import type { Carrier, Incoming } from '../../providers/telephony/index.ts'
import type { Agent } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { openConversation } from '../conversations/index.ts'
import { findWorkspace, MINUTE_CREDITS } from '../workspaces/index.ts'
import { VOICE_CHANNEL } from './place.ts'
import * as store from './store.ts'

/** New calls for the sandbox to ring in are announced on it. */
export const CALLS_CHANNEL = 'icebot_calls'

type Answering = Pick<Agent, 'id' | 'workspace_id'>

/**
 * Somebody rings a number of ours: the call that the agent is to take, or undefined when nobody can. Told again of the
 * same call, it is the same call.
 */
export async function takeIncoming(db: Db, carrier: Carrier, incoming: Incoming): Promise<Uuid | undefined> {
  const known = await byReference(db, carrier, incoming.reference)
  if (known) return known
  const agent = await agentAt(db, toE164(incoming.to))
  if (!agent) return undefined
  try {
    return await write(db, carrier, agent, incoming)
  } catch (error) {
    if (!isUniqueViolation(error, 'calls_by_reference')) throw error
    return byReference(db, carrier, incoming.reference)
  }
}

/** As if somebody had rung the agent's number; a service that runs answers. Undefined when it could not. */
export async function simulateIncoming(db: Db, agent: Agent, from: string): Promise<Uuid | undefined> {
  const workspace = await findWorkspace(db, agent.workspace_id)
  const isAble =
    workspace?.plan === 'paid' && workspace.verified && agent.voice && workspace.credits >= MINUTE_CREDITS
  if (!isAble) return undefined
  const to = workspace.outbound_number ?? from
  const id = await write(db, SIMULATED, agent, { from, to })
  await db.run(sql`select pg_notify(${CALLS_CHANNEL}, '')`)
  return id
}

const SIMULATED = { name: 'sandbox', speed: 1, patienceMs: 45_000 } as const

/** The oldest agent with a voice of the business whose number it is, as long as that may and can pay for calls. */
function agentAt(db: Queryable, number: string | undefined): Promise<Answering | undefined> {
  return db.row<Answering>(sql`
    select a.id, a.workspace_id
      from workspaces w join agents a on a.workspace_id = w.id
     where w.outbound_number = ${number ?? ''} and w.plan = 'paid' and w.verified and w.credits >= ${MINUTE_CREDITS}
       and a.voice
     order by w.created_at, w.id, a.created_at, a.id limit 1`)
}

async function byReference(db: Queryable, { name }: Carrier, reference: string): Promise<Uuid | undefined> {
  const row = await db.row<{ id: Uuid }>(sql`
    select id from calls where carrier = ${name} and reference = ${reference} and ended_at is null`)
  return row?.id
}

function write(
  db: Db,
  { name, speed, patienceMs }: Pick<Carrier, 'name' | 'speed' | 'patienceMs'>,
  { id: agentId, workspace_id: workspaceId }: Answering,
  { reference, from, to }: Omit<Incoming, 'reference'> & { reference?: string },
): Promise<Uuid> {
  // Who hides the number has none that could be rung back.
  const phone = toE164(from)
  return db.transaction(async (tx) => {
    const id = newId()
    const { id: conversationId } = await openConversation(
      { db: within(tx), workspaceId, agentId, actor: system },
      { channel: VOICE_CHANNEL, external_user_id: `call:${id}`, phone },
    )
    await store.insert(tx, {
      id,
      agentId,
      workspaceId,
      conversationId,
      direction: 'inbound',
      carrier: name,
      reference,
      to: toE164(to) ?? to,
      from: phone ?? 'anonymous',
      speed,
      patienceMs,
    })
    return id
  })
}
