import { storableText } from '../../lib/text.ts'
import { type Queryable, within } from '../../platform/db/index.ts'
import {
  type CallNews,
  type CarrierName,
  type FinalStatus,
  finalStatuses,
} from '../../providers/telephony/index.ts'
import { system } from '../audit/index.ts'
import { receiveIn, replyAsAgent } from '../conversations/index.ts'
import { auditPlaced } from './audit.ts'
import { finish, wrapUp } from './finish.ts'
import type { CallParts } from './parts.ts'
import type { CallRow } from './store.ts'
import * as store from './store.ts'

/** An answered call of a carrier that holds the conversation itself is asked about again after so long. */
const ASK_AGAIN_MS = 60_000
const VOICE = 'voice'

/**
 * What a carrier tells about a call. It may come twice, late or out of order: a call only ever moves forward, the first
 * end is the end, and everything that is charged or written is so under the lock of its row. False: no such call.
 */
export async function hearNews(parts: CallParts, carrier: CarrierName, news: CallNews): Promise<boolean> {
  const heard = await parts.db.transaction(async (tx) => {
    const call = await store.lockByNews(tx, carrier, news)
    if (!call || isOfAnother(call, news)) return undefined
    await apply(tx, call, news)
    return { agentId: call.agent_id, id: call.id, isOver: isFinal(news.status) }
  })
  if (heard?.isOver) await wrapUp(parts, heard.agentId, heard.id)
  return heard !== undefined
}

async function apply(tx: Queryable, call: CallRow, news: CallNews): Promise<void> {
  const { reference, status, seconds, answeredBy, recording, summary } = news
  if (reference !== undefined && call.reference === null) await store.saveReference(tx, call, reference)
  if (answeredBy !== undefined) await store.saveAnsweredBy(tx, call, answeredBy)
  if (recording?.state === 'fetch') await store.saveRecordingReference(tx, call, recording.reference)
  if (recording?.state === 'none' && call.recording === 'pending') await store.noRecording(tx, call)
  if (status === 'in_progress' && call.status === 'dialing') await store.saveAnswered(tx, call, ASK_AGAIN_MS)
  if (!isFinal(status)) return
  const isFirst = await finish(tx, call, { status, seconds: seconds ?? elapsedOf(call), summary })
  if (!isFirst) return
  await auditPlaced(tx, call)
  await writeTranscript(tx, call, news)
}

/** Whoever talks with a carrier's agent can say any id of ours; the name that the carrier gave the call cannot be said. */
function isOfAnother(call: CallRow, { reference }: CallNews): boolean {
  return reference !== undefined && call.reference !== null && call.reference !== reference
}

export function isFinal(status: CallNews['status']): status is FinalStatus {
  return finalStatuses.some((one) => one === status)
}

/** From the answer to the last sign of life, in the carrier's own seconds. */
export function elapsedOf({ answered_at, seen_at, speed }: CallRow): number {
  if (answered_at === null) return 0
  return ((Date.parse(seen_at ?? answered_at) - Date.parse(answered_at)) / 1000) * speed
}

/** What a carrier's own agent and the customer said, as messages of the conversation. */
async function writeTranscript(tx: Queryable, call: CallRow, { transcript = [] }: CallNews): Promise<void> {
  const { workspace_id: workspaceId, agent_id: agentId, conversation_id: id } = call
  const context = { db: within(tx), workspaceId, agentId, actor: system }
  for (const { role, text } of transcript) {
    const words = storableText(text)
    if (role === 'user') await receiveIn(context, id, { text: words, via: VOICE })
    else await replyAsAgent(tx, context, id, words, { via: VOICE })
  }
}
