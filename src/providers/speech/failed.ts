/**
 * Why there is no text or no sound. `refused`: key, model or request are not accepted, so trying again is of no use.
 * `broken`: what came back makes no sense, or a worker died. `cancelled`: who asked gave up.
 */
export type SpeechFailure =
  | 'busy'
  | 'timed_out'
  | 'cancelled'
  | 'unreachable'
  | 'refused'
  | 'broken'
  | 'language'
  | 'too_long'

const PUBLIC: Record<SpeechFailure, string> = {
  busy: 'Too many people are speaking at the moment; please try again shortly.',
  timed_out: 'That took too long; please try again.',
  cancelled: 'It was cancelled.',
  unreachable: 'Speech is not available at the moment; please type instead.',
  refused: 'Speech is not available at the moment; please type instead.',
  broken: 'Speech is not available at the moment; please type instead.',
  language: 'This language cannot be spoken or understood here yet; please type instead.',
  too_long: 'That is too long.',
}

export class SpeechFailed extends Error {
  override readonly name = 'SpeechFailed'
  readonly failure: SpeechFailure
  /** For customers. */
  readonly publicText: string
  /** For the log: neither a key nor anything a customer said is in it. */
  readonly detail: string

  constructor(failure: SpeechFailure, detail: string) {
    super(`speech failed (${failure}): ${detail}`)
    this.failure = failure
    this.publicText = PUBLIC[failure]
    this.detail = detail
  }
}

export function cancelled(): SpeechFailed {
  return new SpeechFailed('cancelled', 'who asked gave up')
}

export function unknownLanguage(who: string, language: string): SpeechFailed {
  const shown = /^[\w-]{1,20}$/.test(language) ? language : 'that language'
  return new SpeechFailed('language', `${who} does not know ${shown}`)
}
