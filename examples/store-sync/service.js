import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from './problem.js'

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000]
const LONGEST_PAUSE_MS = 60_000
const TIMEOUT_MS = 30_000

/** An answer that trying again does not change. */
export class Refusal extends Problem {
  constructor(path, { status, body }) {
    super(`${path}: ${status} ${body?.message ?? body?.error ?? 'without a reason'}`)
    this.status = status
    this.details = body?.details ?? []
  }
}

/**
 * The API of icebot. Everything this program sends may safely be sent twice, so whatever got no answer, a 429 or a 5xx
 * is simply sent again, after a longer pause each time.
 */
export function connect({ url, key }) {
  async function call(method, path, body) {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(method, path, body)
      if (answer.isOk) return answer.body
      const isWorthAnother = answer.error || answer.status === 429 || answer.status >= 500
      if (!isWorthAnother) throw new Refusal(path, answer)
      if (attempt === PAUSES_MS.length) {
        throw new Problem(
          `${url} ${answer.error ? `gives no answer: ${answer.error}` : `answers ${answer.status}`}.`,
        )
      }
      await sleep(pauseMs(answer.retryAfter, attempt))
    }
  }

  async function send(method, path, body) {
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        redirect: 'manual',
        headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { ok: isOk, status, headers } = response
      return {
        isOk,
        status,
        retryAfter: headers.get('retry-after'),
        body: parse(await response.text(), isOk),
      }
    } catch (error) {
      if (error instanceof Problem) throw error
      return { error: error.cause?.code ?? error.message }
    }
  }

  function parse(text, isOk) {
    try {
      return JSON.parse(text)
    } catch {
      if (isOk) throw new Problem(`What answers at ${url} is not icebot.`)
      return undefined
    }
  }

  return {
    /** Parameters that are undefined are left out. */
    get(path, query = {}) {
      const given = Object.entries(query).filter(([, value]) => value !== undefined)
      return call('GET', given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`)
    },
    post: (path, body) => call('POST', path, body),
  }
}

/** What the service asks for, or else longer each time; a little by chance, so as not to come with everybody else. */
function pauseMs(retryAfter, attempt) {
  const askedMs = Number(retryAfter) * 1_000
  return Math.min(askedMs > 0 ? askedMs : PAUSES_MS[attempt], LONGEST_PAUSE_MS) + Math.random() * 250
}
