import { SpeechFailed } from '../failed.ts'

export interface Fault {
  failed: SpeechFailed
  /** A failure that passes: the same question may be answered a moment later. */
  again: boolean
  /** What the provider asked us to wait. */
  afterMs?: number | undefined
}

/** An answer that is none. */
export class HttpFault extends Error {
  readonly status: number
  readonly headers: Headers
  readonly said: string

  constructor(status: number, headers: Headers, said: string) {
    super(`it answered ${status}`)
    this.status = status
    this.headers = headers
    this.said = said
  }
}

/** An answer that makes no sense. */
export class Nonsense extends Error {}

/** About the key, the model or the voice its words help; about anything else they may quote what a customer said. */
const TELLING = new Set([401, 402, 403, 404])
const PASSING = new Set([408, 409, 425, 429])
const LONGEST_DETAIL = 200

export function faultOf(error: unknown, name: string, key: string | undefined): Fault {
  const fail = (failure: SpeechFailed['failure'], detail: string) =>
    new SpeechFailed(failure, `${name}: ${detail}`)
  if (error instanceof SpeechFailed) return { failed: error, again: false }
  if (error instanceof Nonsense) return { failed: fail('broken', error.message), again: true }
  if (error instanceof HttpFault) {
    const { status, headers } = error
    const said = TELLING.has(status) && error.said !== '' ? `: ${scrubbed(error.said, key)}` : ''
    const detail = `it answered ${status}${said}`
    if (status < 500 && !PASSING.has(status)) return { failed: fail('refused', detail), again: false }
    return { failed: fail('busy', detail), again: true, afterMs: afterMsOf(headers) }
  }
  const { code } = ((error as { cause?: { code?: unknown } })?.cause ?? {}) as { code?: unknown }
  return {
    failed: fail('unreachable', `it cannot be reached (${typeof code === 'string' ? code : 'broken off'})`),
    again: true,
  }
}

/** What providers say of a failure, wherever they put it. */
export async function saidIn(response: Response): Promise<string> {
  try {
    const text = (await response.text()).slice(0, 10_000)
    const { error, detail, err_msg: message } = JSON.parse(text)
    const words = [error?.message, error, detail?.message, detail?.status, detail, message]
    return words.find((word) => typeof word === 'string') ?? ''
  } catch {
    return ''
  }
}

/** Some providers repeat a part of the key they refuse. */
function scrubbed(text: string, key: string | undefined): string {
  const words = text.split(/\s+/).map((word) => (key && word.includes(key.slice(0, 5)) ? '…' : word))
  return words.join(' ').slice(0, LONGEST_DETAIL)
}

function afterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\s*\d/.test(text) ? Number.parseFloat(text) : (Date.parse(text) - Date.now()) / 1_000
  return seconds >= 0 ? seconds * 1_000 : undefined
}
