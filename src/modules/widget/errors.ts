import { HttpError, notFound } from '../../platform/http/index.ts'
import { SpeechFailed } from '../../providers/speech/index.ts'

/** Refusals of the widget carry a sentence that it can show to a visitor as it is. */
const refusal =
  (status: number, error: string, message: string) =>
  (headers: Record<string, string> = {}) =>
    new HttpError(status, { error, message }, headers)

export const agentNotFound = refusal(404, 'agent_not_found', 'This chat does not exist any more.')
export const originNotAllowed = refusal(
  403,
  'origin_not_allowed',
  'This chat is not set up for this website.',
)
export const sessionExpired = refusal(
  401,
  'session_expired',
  'This chat was idle for too long. Open it again.',
)
export const voiceUnavailable = refusal(
  503,
  'voice_unavailable',
  'Voice is not available here. Please type instead.',
)
export const invalidAudio = refusal(400, 'invalid_audio', 'The recording could not be read. Send a WAV file.')
export const nothingHeard = refusal(
  422,
  'nothing_heard',
  'We could not hear anything. Please try again or type.',
)
export const languageNotSupported = refusal(
  422,
  'language_not_supported',
  'We cannot understand speech in this language yet. Please type instead.',
)
export const tooMuchAudio = refusal(413, 'body too large', 'A voice note can last 60 seconds at most.')
export const wrongAudioType = refusal(415, 'unsupported content type', 'Send the recording as audio/wav.')
export const noMessage = () => notFound()

export function tooOften(seconds: number): HttpError {
  return new HttpError(
    429,
    { error: 'rate limit exceeded', message: 'That was a lot at once. Please wait a moment.' },
    { 'Retry-After': String(seconds) },
  )
}

/** The message itself is kept: the team will find it. */
export function outOfCredits(messageId?: string): HttpError {
  const body = {
    error: 'insufficient_credits',
    message: 'Our assistant is taking a break. Your message is kept and the team will reply.',
    ...(messageId === undefined ? {} : { message_id: messageId }),
  }
  return new HttpError(402, body)
}

/** What a visitor is told when words could not be heard or said; what is no failure of speech is thrown on. */
export function speechRefusal(error: unknown): HttpError {
  if (!(error instanceof SpeechFailed)) throw error
  if (error.failure === 'language') return languageNotSupported()
  if (error.failure === 'too_long') return tooMuchAudio()
  return new HttpError(
    503,
    { error: 'voice_unavailable', message: error.publicText },
    error.failure === 'busy' ? { 'Retry-After': '5' } : {},
  )
}
