import { isUuid, type Uuid } from '../../lib/ids.ts'
import { conflict, notFound, raise } from '../../platform/http/index.ts'
import { encodeMp3 } from '../../providers/speech/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { record } from '../audit/index.ts'
import type { CallParts } from './parts.ts'
import type { CallRow, ReadCall } from './store.ts'
import * as store from './store.ts'

export const LINK_SECONDS = 300
export const RETENTION_DAYS = 30
const TYPE = 'audio/mpeg'

/** A link to the recording of a call, for five minutes. Each is on record with who asked for it. */
export async function recordingLink(
  { storage }: Pick<CallParts, 'storage'>,
  context: AgentContext,
  id: string,
): Promise<{ id: Uuid; url: string; expires_in: number }> {
  const { db, workspaceId, agentId, actor, requestId } = context
  const call = (isUuid(id) ? await store.find(db, agentId, id) : undefined) ?? raise(notFound())
  const state = recordingOf(call)
  if (state === 'pending') {
    const what = call.ended_at === null ? 'The call is still going.' : 'The recording is still being stored.'
    throw conflict('recording_pending', `${what} Try again shortly.`)
  }
  if (state === 'none' || call.recording_key === null) throw notFound('no_recording')
  const url = await storage.link(call.recording_key, LINK_SECONDS)
  const entry = {
    workspaceId,
    agentId,
    actor,
    action: 'api.call_recording_fetched',
    target: call.id,
    requestId,
  }
  await db.transaction((tx) => record(tx, entry))
  return { id: call.id, url, expires_in: LINK_SECONDS }
}

/** As it is told: what is past its time is gone, also while it waits to be swept. */
export function recordingOf({ recording, recorded_at }: ReadCall, nowMs = Date.now()): CallRow['recording'] {
  if (recording !== 'available') return recording
  const isOld = recorded_at !== null && nowMs - Date.parse(recorded_at) > RETENTION_DAYS * 86_400_000
  return isOld ? 'none' : 'available'
}

/** The sound of a talk that we recorded ourselves, stored as MP3. What cannot be stored is gone, and the call says so. */
export async function keepSound(
  parts: Pick<CallParts, 'db' | 'log' | 'storage'>,
  call: CallRow,
  sound: Int16Array | undefined,
): Promise<void> {
  try {
    if (sound === undefined || sound.length === 0) return await store.noRecording(parts.db, call)
    await keepFile(parts, call, await encodeMp3(sound))
  } catch (error) {
    parts.log.error({ call: call.id, err: error }, 'a recording could not be stored')
    await store.noRecording(parts.db, call)
  }
}

export async function keepFile(
  { db, storage }: Pick<CallParts, 'db' | 'storage'>,
  call: Pick<CallRow, 'agent_id' | 'id'>,
  bytes: Uint8Array,
): Promise<void> {
  const key = `recordings/${call.agent_id}/${call.id}.mp3`
  await storage.put(key, bytes, TYPE)
  // What no row names nobody would ever sweep.
  if (!(await store.saveRecording(db, call, key))) await storage.remove(key)
}
