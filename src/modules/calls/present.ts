import type { CarrierName } from '../../providers/telephony/index.ts'
import type { Placed } from './place.ts'
import { recordingOf } from './recordings.ts'
import type { runtimes } from './schema.ts'
import type { ReadCall } from './store.ts'

export function presentPlaced({ id, conversation_id, to_number, from_number }: Placed) {
  return { id, conversation_id, status: 'dialing', to: to_number, from: from_number }
}

/** What a call ran on, whoever carried it: over Twilio it is our own voice. */
const RUNTIMES: Record<CarrierName, (typeof runtimes)[number]> = {
  sandbox: 'sandbox',
  twilio: 'builtin',
  elevenlabs: 'elevenlabs',
}

export function presentCall(call: ReadCall) {
  const { id, status, to_number, duration_seconds, told_summary, created_at, carrier, answered_by } = call
  return {
    id,
    status,
    to: to_number,
    duration_seconds,
    summary: told_summary,
    created_at,
    runtime: RUNTIMES[carrier],
    answered_by,
    recording: recordingOf(call),
    live: call.ended_at === null ? liveOf(call) : null,
  }
}

/** As the team sees it. */
export function presentManaged(call: ReadCall) {
  const { agent_id, conversation_id, direction, from_number, variables, answered_at, ended_at } = call
  const more = { agent_id, conversation_id, direction, from: from_number, variables, answered_at, ended_at }
  return { ...presentCall(call), ...more }
}

/** Nobody can tell while a carrier talks by itself, or the process that talks shows no sign of life. */
function liveOf({ carrier, status, is_watched, elapsed_seconds, turns }: ReadCall) {
  if (carrier === 'elevenlabs' || !is_watched) return { connected: null, elapsed_seconds: null, turns: null }
  return { connected: status === 'in_progress', elapsed_seconds: Math.floor(elapsed_seconds), turns }
}
