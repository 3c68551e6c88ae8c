import type { Dialled } from './port.ts'

export interface RestOptions {
  url: string
  headers: Record<string, string>
  timeoutMs?: number | undefined
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a carrier answers is looked into with care by whoever asked
  json: any
  bytes: Uint8Array
}

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Repeated names are sent repeatedly. */
  form?: [name: string, value: string][]
  json?: unknown
}

const TIMEOUT_MS = 10_000
/** Errors that come before anything was sent: nobody was rung. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Somebody between us and the carrier gave up: what became of the request is not known. */
const LOST = new Set([502, 504])

export function createRest({ url, headers, timeoutMs = TIMEOUT_MS }: RestOptions) {
  return async (path: string, { method = 'GET', form, json }: Ask = {}): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(form
        ? { body: new URLSearchParams(form) }
        : json === undefined
          ? {}
          : { body: JSON.stringify(json) }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, json: parsed(bytes), bytes }
  }
}

export type Rest = ReturnType<typeof createRest>

/** A dial, whatever goes wrong with it: refused, or without an answer that tells. */
export async function dialOver(
  ask: () => Promise<Answer>,
  read: (answer: Answer) => Dialled,
): Promise<Dialled> {
  try {
    const answer = await ask()
    if (LOST.has(answer.status)) return { outcome: 'unknown', reason: `it answered ${answer.status}` }
    return read(answer)
  } catch (error) {
    const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? ''
    const reason = code || (error as Error).name
    return { outcome: NEVER_SENT.has(code) ? 'declined' : 'unknown', reason }
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
