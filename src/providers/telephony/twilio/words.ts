import { type AnsweredBy, answerers, type CallNews, type CallStatus } from '../port.ts'

/** Twilio's words for what becomes of a call. A word that is not here says nothing: it must never end a live call. */
const statuses: Record<string, CallStatus> = {
  queued: 'dialing',
  initiated: 'dialing',
  ringing: 'dialing',
  'in-progress': 'in_progress',
  completed: 'completed',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no_answer',
  canceled: 'cancelled',
}

export function statusOf(word: unknown): CallStatus | undefined {
  return typeof word === 'string' ? statuses[word] : undefined
}

export function answererOf(word: unknown): AnsweredBy | undefined {
  return answerers.find((one) => one === word)
}

export function secondsOf(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

const RECORDING = /^RE[0-9a-f]{32}$/

/** In progress, paused, stopped and processing are on their way; what is not known says nothing. */
export function recordingOf(word: unknown, sid: unknown): CallNews['recording'] {
  if (word === 'completed' && typeof sid === 'string' && RECORDING.test(sid)) {
    return { state: 'fetch', reference: sid }
  }
  return word === 'absent' || word === 'deleted' || word === 'failed' ? { state: 'none' } : undefined
}
