import { createHmac } from 'node:crypto'
import { isUuid } from '../../../lib/ids.ts'
import { sameText } from '../../../lib/secrets.ts'
import type { CallNews, FinalStatus, Heard } from '../port.ts'

/** Under this name our own id travels with a call and comes back in its webhooks. */
export const CALL_VARIABLE = 'icebot_call'
const OLDEST_SECONDS = 30 * 60

/** `t=…,v0=…`: the hex HMAC-SHA256 of `t.body`, and not older than half an hour. */
export function isSigned(secret: string, header: unknown, body: Buffer, nowMs: number): boolean {
  if (typeof header !== 'string') return false
  const parts = new Map(header.split(',').map((part) => part.trim().split(/=(.*)/s, 2) as [string, string]))
  const time = parts.get('t') ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > OLDEST_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return sameText(expected, parts.get('v0') ?? '')
}

// biome-ignore lint/suspicious/noExplicitAny: what came from outside is looked into field by field
type Data = any

export function heardOf(body: Buffer): Heard {
  let event: Data
  try {
    event = JSON.parse(body.toString('utf8'))
  } catch {
    return { kind: 'other' }
  }
  const data = event?.data
  if (typeof data?.conversation_id !== 'string') return { kind: 'other' }
  const news = events[event.type]?.(data)
  return news ? { kind: 'news', news } : { kind: 'other' }
}

const events: Record<string, (data: Data) => CallNews> = {
  post_call_transcription: finishedNews,
  call_initiation_failure: (data) => ({
    ...aboutOf(data),
    status: failures[data.failure_reason] ?? 'failed',
  }),
}

const failures: Record<string, FinalStatus> = { busy: 'busy', 'no-answer': 'no_answer' }

/** A conversation that is over, as the webhook and the API both tell it. One that broke off was had all the same. */
export function finishedNews(data: Data): CallNews {
  const given = data.metadata?.call_duration_secs
  const seconds = typeof given === 'number' && given >= 0 ? given : undefined
  const summary = data.analysis?.transcript_summary
  if (data.status === 'failed' && !seconds) return { ...aboutOf(data), status: 'failed' }
  return {
    ...aboutOf(data),
    status: 'completed',
    seconds,
    transcript: transcriptOf(data.transcript),
    ...(typeof summary === 'string' && summary.trim() !== '' ? { summary } : {}),
    // Only one that says that it has none has none.
    recording:
      data.has_audio === false ? { state: 'none' } : { state: 'fetch', reference: data.conversation_id },
  }
}

function aboutOf(data: Data): Pick<CallNews, 'callId' | 'reference'> {
  const id = data.conversation_initiation_client_data?.dynamic_variables?.[CALL_VARIABLE]
  return { reference: data.conversation_id, callId: typeof id === 'string' && isUuid(id) ? id : undefined }
}

function transcriptOf(transcript: unknown): NonNullable<CallNews['transcript']> {
  if (!Array.isArray(transcript)) return []
  return transcript.flatMap(({ role, message }: Data): NonNullable<CallNews['transcript']> => {
    const speaker = speakers[role]
    return speaker && typeof message === 'string' && message.trim() !== ''
      ? [{ role: speaker, text: message }]
      : []
  })
}

const speakers: Record<string, 'user' | 'assistant'> = { user: 'user', agent: 'assistant' }
