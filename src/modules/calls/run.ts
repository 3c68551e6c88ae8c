import type { Uuid } from '../../lib/ids.ts'
import type { Clock, Line } from '../../providers/telephony/index.ts'
import { findAgent } from '../agents/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { wrapUp } from './finish.ts'
import type { CallParts, LiveCall, TalkEnd } from './parts.ts'
import { LONGEST_CALL_SECONDS } from './place.ts'
import { keepSound } from './recordings.ts'
import type { CallRow } from './store.ts'
import * as store from './store.ts'
import { filled, personaWith } from './variables.ts'

const BEAT_MS = 4_000
/** Without a sign of life for so long, the process that talks is gone. */
export const LEASE_MS = 15_000
/** The carrier tells by itself what became of the call; it is asked when it has not by then. */
const ASK_AFTER_MS = 10_000
/** Where the sound is ours, it is stored first: presumed over meanwhile, the call would lose it. */
const STORE_WITHIN_MS = 60_000

/**
 * Somebody is on the line: talks until it is over. One process does, and shows with every beat that it lives. False when
 * there is nothing to be talked: the call is over, or somebody has it.
 */
export async function runCall(parts: CallParts, callId: Uuid, line: Line, clock: Clock): Promise<boolean> {
  const call = await store.beginTalk(parts.db, callId, LEASE_MS)
  if (!call) {
    line.hangUp()
    return false
  }
  const over = new AbortController()
  const beats = beating(parts, call, over)
  let end: TalkEnd | undefined
  try {
    await record(parts, call)
    const live = await liveCallOf(parts, call, AbortSignal.any([over.signal, parts.stopping]))
    end = await parts.answer(live, line, clock)
  } catch (error) {
    parts.log.error({ call: callId, err: error }, 'a call could not be talked to its end')
  } finally {
    clearInterval(beats)
    line.hangUp()
    await store.endTalk(parts.db, call, recordsItself(parts, call) ? ASK_AFTER_MS : STORE_WITHIN_MS)
  }
  // The end may have come while the last words were written down; then it is for us to wrap up.
  await wrapUp(parts, call.agent_id, call.id)
  if (!recordsItself(parts, call)) await keepSound(parts, call, end?.recording)
  return true
}

function beating({ db, log }: CallParts, call: CallRow, over: AbortController): NodeJS.Timeout {
  return setInterval(async () => {
    try {
      if (!(await store.beat(db, call, LEASE_MS))) over.abort()
    } catch (error) {
      log.warn({ call: call.id, err: error }, 'a sign of life of a call was not written')
    }
  }, BEAT_MS)
}

/** A call that we placed is recorded from its first moment; one that came to us from here. */
async function record({ carriers, db, log }: CallParts, call: CallRow): Promise<void> {
  const carrier = carriers.named(call.carrier)
  if (call.direction === 'outbound' || !carrier?.startRecording || call.reference === null) return
  try {
    await carrier.startRecording(call.reference, call.id)
  } catch (error) {
    log.error({ call: call.id, err: error }, 'a call is not recorded')
    await store.noRecording(db, call)
  }
}

function recordsItself({ carriers }: CallParts, { carrier }: CallRow): boolean {
  return carriers.named(carrier)?.records ?? false
}

async function liveCallOf(parts: CallParts, call: CallRow, signal: AbortSignal): Promise<LiveCall> {
  const agent = await findAgent(parts.db, call.agent_id)
  const shop = await findWorkspace(parts.db, call.workspace_id)
  if (!agent || !shop) throw new Error('its agent is gone')
  return {
    id: call.id,
    agentId: call.agent_id,
    workspaceId: call.workspace_id,
    conversationId: call.conversation_id,
    direction: call.direction,
    agentName: agent.name,
    shopName: shop.name,
    language: call.carrier === 'sandbox' ? 'en' : (agent.languages[0] ?? 'en'),
    greeting: filled(agent.welcome, call.variables),
    persona: personaWith(agent.persona, call.variables),
    variables: call.variables,
    isRecorded: true,
    keepsSound: !recordsItself(parts, call),
    maxSeconds: LONGEST_CALL_SECONDS,
    signal,
    async answeredBy() {
      const by = (await store.byId(parts.db, call.id))?.answered_by
      if (by === null || by === undefined || by === 'unknown') return undefined
      return by === 'human' ? 'human' : 'machine'
    },
  }
}
