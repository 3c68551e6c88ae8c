import { newId, type Uuid } from '../../lib/ids.ts'
import { within } from '../../platform/db/index.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import type { Carrier, Dialled } from '../../providers/telephony/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { hasOptedOut, isDoNotCall } from '../contacts/index.ts'
import { openConversation } from '../conversations/index.ts'
import { MINUTE_CREDITS } from '../workspaces/index.ts'
import { auditPlaced } from './audit.ts'
import { finish, wrapUp } from './finish.ts'
import { withNotice } from './notice.ts'
import * as once from './once.ts'
import type { CallParts, Variables } from './parts.ts'
import * as refuse from './refusals.ts'
import type { Standing } from './store.ts'
import * as store from './store.ts'
import { asData, filled } from './variables.ts'

export interface Wanted {
  /** E.164. */
  to: string
  variables?: Variables | undefined
}

export interface Placed {
  id: Uuid
  conversation_id: Uuid
  to_number: string
  from_number: string
}

export const VOICE_CHANNEL = 'voice'
export const LONGEST_CALL_SECONDS = 30 * 60
const RATE = { windowMs: 60_000, limit: 10 }

/** Rings somebody. With a key of the caller's, the same request is carried out once, however often it comes. */
export async function placeCall(
  parts: CallParts,
  context: AgentContext,
  wanted: Wanted,
  idempotencyKey?: string,
): Promise<Placed> {
  if (idempotencyKey === undefined) return place(parts, context, wanted)
  const { agentId, db } = context
  const body = [wanted.to, Object.entries(wanted.variables ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))]
  const begun = await once.begin(db, agentId, idempotencyKey, body)
  if (begun.kind === 'done') return (await store.find(db, agentId, begun.callId)) ?? raise(notFound())
  try {
    return await place(parts, context, wanted, begun.claim)
  } catch (error) {
    // Without a word from here others wait for the claim to run out.
    await once.release(parts.db, begun.claim).catch(() => {})
    throw error
  }
}

/** The order of refusals is the order of the lines below. */
async function place(
  parts: CallParts,
  context: AgentContext,
  wanted: Wanted,
  claim?: once.Claim,
): Promise<Placed> {
  const standing = (await store.standingOf(context.db, context.agentId)) ?? raise(notFound())
  if (standing.plan === 'free' || !standing.verified) throw refuse.planNoVoice(standing.plan === 'free')
  const carrier = parts.carriers.active ?? raise(refuse.voiceUnconfigured())
  if (!standing.voice) throw refuse.noVoiceAgent()
  const from = standing.outbound_number ?? raise(refuse.noOutboundNumber())
  await mayBeCalled(parts, context, wanted.to)
  const placed = await write(context, carrier, from, wanted, claim)
  const dialled = await dial(carrier, context, standing, wanted, placed)
  return settle(parts, context, placed, dialled, claim)
}

/** Fails closed: who cannot be looked up is not called. */
async function mayBeCalled({ db, log }: CallParts, context: AgentContext, to: string): Promise<void> {
  const unreadable = (refusal: () => Error) => (error: unknown) => {
    log.error({ err: error }, 'whether somebody may be called could not be read; nothing was dialled')
    throw refusal()
  }
  if (await isDoNotCall(db, context.workspaceId, to).catch(unreadable(refuse.doNotCallUnreadable)))
    throw refuse.doNotCall()
  if (await hasOptedOut(db, context.agentId, to).catch(unreadable(refuse.optOutUnreadable)))
    throw refuse.optedOut()
}

/** Under the lock of the workspace, before anybody is rung: what is dialled is on record, and counted. */
function write(
  context: AgentContext,
  carrier: Carrier,
  from: string,
  { to, variables }: Wanted,
  claim: once.Claim | undefined,
): Promise<Placed> {
  const { workspaceId, agentId, actor } = context
  return context.db.transaction(async (tx) => {
    const credits = await store.lockCredits(tx, workspaceId)
    if (credits < MINUTE_CREDITS) throw refuse.insufficientCredits()
    const { count, freeMs } = await store.dialsIn(tx, workspaceId, RATE)
    if (count >= RATE.limit) throw refuse.callRateExceeded(Math.max(1, Math.ceil(freeMs / 1000)))
    const id = newId()
    const { id: conversationId } = await openConversation(
      { ...context, db: within(tx) },
      { channel: VOICE_CHANNEL, external_user_id: `call:${id}`, phone: to },
    )
    await store.insert(tx, {
      id,
      agentId,
      workspaceId,
      conversationId,
      direction: 'outbound',
      carrier: carrier.name,
      to,
      from,
      variables,
      speed: carrier.speed,
      placedBy: actor.kind === 'key' ? actor.id : undefined,
      patienceMs: carrier.patienceMs,
    })
    // Somebody else took the key over meanwhile: theirs is the call.
    if (claim && !(await once.attach(tx, claim, id))) throw refuse.stillUnderWay()
    return { id, conversation_id: conversationId, to_number: to, from_number: from }
  })
}

async function dial(
  carrier: Carrier,
  { agentId }: AgentContext,
  { welcome, languages }: Standing,
  { variables = {} }: Wanted,
  { id, to_number: to, from_number: from }: Placed,
): Promise<Dialled> {
  const greeting = withNotice(filled(welcome, variables), languages[0])
  const data = asData(variables)
  const asked = { callId: id, agentId, to, from, greeting, variables: data, maxSeconds: LONGEST_CALL_SECONDS }
  return carrier.dial(asked).catch((error: Error): Dialled => ({ outcome: 'unknown', reason: error.message }))
}

async function settle(
  parts: CallParts,
  context: AgentContext,
  placed: Placed,
  dialled: Dialled,
  claim: once.Claim | undefined,
): Promise<Placed> {
  const { db, log } = parts
  if (dialled.outcome !== 'dialing') log.warn({ call: placed.id, ...dialled }, 'a dial was not accepted')
  const isOff = dialled.outcome === 'declined'
  await db.transaction(async (tx) => {
    const call = (await store.lock(tx, context.agentId, placed.id)) ?? raise(notFound())
    if (isOff) {
      await finish(tx, call, { status: 'failed', summary: 'The telephony provider refused the call.' })
      if (claim) await once.forget(tx, claim)
      return
    }
    if (dialled.outcome === 'dialing') await store.saveReference(tx, call, dialled.reference)
    await auditPlaced(tx, call, context)
    if (claim) await once.remember(tx, claim)
  })
  if (!isOff) return placed
  await wrapUp(parts, context.agentId, placed.id)
  throw refuse.providerDeclined()
}
