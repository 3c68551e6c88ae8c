import type { ServiceError } from './errors.ts'

export type VoiceErrorCode = 'microphone_refused' | 'credits_used_up' | 'site_not_allowed' | 'network_lost'

const MESSAGES: Record<VoiceErrorCode, string> = {
  microphone_refused:
    'The microphone was refused. Allow it for this page in the browser’s settings, then try again.',
  credits_used_up:
    'This shop’s credits are used up: its agent cannot answer now. The team sees what was written.',
  site_not_allowed:
    'This site may not use this agent. Check the agent’s id, and that its allowed domains name this page’s host (with the port, unless it is the usual one).',
  network_lost: 'The connection was lost. Check the network and try again.',
}

/** What can go wrong while talking. Its `code` tells the four apart, its message may be shown. */
export class IceBotError extends Error {
  override readonly name = 'IceBotError'
  readonly code: VoiceErrorCode

  constructor(code: VoiceErrorCode, message = MESSAGES[code], options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Whatever was thrown, as one of ours: a failure nobody foresaw is, to who talks, a lost connection. */
export function asVoiceError(error: unknown): IceBotError {
  if (error instanceof IceBotError) return error
  const options = { cause: error }
  if (!isServiceError(error)) return new IceBotError('network_lost', undefined, options)
  const { kind, status, message } = error
  if (kind === 'credits') return new IceBotError('credits_used_up', undefined, options)
  if (kind === 'not_allowed' || status === 404) return new IceBotError('site_not_allowed', undefined, options)
  return new IceBotError('network_lost', kind === 'refused' ? message : undefined, options)
}

/** By its name: Talk is a program of its own, and to it the class of the widget's connection is a stranger's. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError'
}
