import { setMaxListeners } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { hostOf, TargetRefused, type Targets } from './target.ts'

/** What became of one attempt. */
export interface Outcome {
  /** What the receiver answered; null when it came to no answer. */
  status: number | null
  durationMs: number
  /** Why it counts as failed, in words; null when it was delivered. */
  error: string | null
}

export interface Poster {
  /** Never rejects. Undefined: given up because we are stopping, which says nothing about the receiver. */
  post(
    address: string,
    headers: Record<string, string>,
    body: Buffer,
    stopping?: AbortSignal,
  ): Promise<Outcome | undefined>
  /** Closes every connection; what is under way is given up. */
  close(): void
}

export interface PosterOptions {
  targets: Pick<Targets, 'inspect' | 'addressesOf'>
  /** For everything together: name, connection, TLS, answer and its body. */
  timeoutMs: number
  /** How many idle connections to one receiver are kept for the next request. */
  connections?: number
}

/** Below the 5 s after which many servers hang up on an idle connection. */
const IDLE_MS = 4_000
/** The 250 ms of Node are less than a round trip to the other side of the world. */
const NEXT_ADDRESS_MS = 1_000
const BODY_LIMIT_BYTES = 65_536
const MOST_URLS = 1_000

/**
 * Sends single POSTs under limits. Redirects are not followed and no proxy of the environment is used: node:http does
 * neither by itself. There are two ways to a socket, and both are judged: an address in the URL by `inspect`, a name by
 * the `lookup` that hands the socket the very addresses it has judged. So what is at the far end need not be asked again.
 */
export function createPoster({ targets, timeoutMs, connections = 8 }: PosterOptions): Poster {
  const agents = openAgents(connections)
  const urls = new Urls(targets)
  const underway = new Set<() => void>()
  const late = `no complete answer within ${timeoutMs / 1000} s`

  return {
    post(address, headers, body, stopping) {
      return new Promise((resolve) => {
        if (stopping?.aborted) return resolve(undefined)
        const startedMs = performance.now()
        const leave = (outcome?: Outcome) => {
          clearTimeout(timer)
          underway.delete(giveUp)
          stopping?.removeEventListener('abort', giveUp)
          exchange.drop()
          resolve(outcome)
        }
        const finish = (error: string | null) =>
          leave({ status: exchange.status, durationMs: Math.round(performance.now() - startedMs), error })
        const giveUp = () => leave()
        const exchange = new Exchange(targets, urls, agents, finish)
        const timer = setTimeout(finish, timeoutMs, late)
        underway.add(giveUp)
        if (stopping) listen(stopping, giveUp)
        exchange.begin(address, headers, body)
      })
    },

    close() {
      for (const giveUp of underway) giveUp()
      for (const agent of [...Object.values(agents.kept), ...Object.values(agents.fresh)]) agent.destroy()
    },
  }
}

function listen(stopping: AbortSignal, giveUp: () => void): void {
  // Many requests wait for the same signal, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, stopping)
  stopping.addEventListener('abort', giveUp)
}

/** Connections that are kept for the next request, and those for a single one. */
interface Agents {
  kept: AgentPair
  fresh: AgentPair
}

interface AgentPair {
  'http:': http.Agent
  'https:': https.Agent
}

function openAgents(connections: number): Agents {
  // How many run at once is the caller's to say.
  const common = { autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS }
  // The time-out ends idle connections only; a request has a timer of its own.
  const keeping = { ...common, keepAlive: true, maxFreeSockets: connections, timeout: IDLE_MS }
  return { kept: agentPair(keeping), fresh: agentPair(common) }
}

function agentPair(options: http.AgentOptions): AgentPair {
  return {
    'http:': new http.Agent(options),
    // Said aloud, because a variable of the environment could otherwise switch it off.
    'https:': new https.Agent({ ...options, rejectUnauthorized: true }),
  }
}

/** Addresses read and inspected once: what `inspect` goes by is settled when the service starts. */
class Urls {
  readonly #targets: PosterOptions['targets']
  readonly #known = new Map<string, URL>()

  constructor(targets: PosterOptions['targets']) {
    this.#targets = targets
  }

  /** Throws TargetRefused, or the fault of an address that is none. */
  read(address: string): URL {
    const known = this.#known.get(address)
    if (known) return known
    const url = new URL(address)
    const refusal = this.#targets.inspect(url)
    if (refusal !== undefined) throw new TargetRefused(refusal)
    if (this.#known.size >= MOST_URLS) this.#known.clear()
    this.#known.set(address, url)
    return url
  }
}

/** One request and its answer. Calls `ended` with what is wrong, or null; never again once it is dropped. */
class Exchange {
  status: number | null = null
  readonly #targets: PosterOptions['targets']
  readonly #urls: Urls
  readonly #agents: Agents
  readonly #ended: (error: string | null) => void
  #request: http.ClientRequest | undefined
  #search: AbortController | undefined
  #dropped = false

  constructor(
    targets: PosterOptions['targets'],
    urls: Urls,
    agents: Agents,
    ended: (error: string | null) => void,
  ) {
    this.#targets = targets
    this.#urls = urls
    this.#agents = agents
    this.#ended = ended
  }

  begin(address: string, headers: Record<string, string>, body: Buffer): void {
    try {
      this.#send(this.#optionsFor(this.#urls.read(address), headers), body, this.#agents.kept)
    } catch (fault) {
      this.#fail(fault as Error)
    }
  }

  /** Does nothing to a request that is complete, whose connection may already serve the next one. */
  drop(): void {
    this.#dropped = true
    this.#search?.abort()
    this.#request?.destroy()
  }

  #optionsFor(url: URL, headers: Record<string, string>): https.RequestOptions {
    return {
      method: 'POST',
      protocol: url.protocol,
      host: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      headers,
      lookup: (_host, { all }, answer) => {
        this.#search = new AbortController()
        this.#targets.addressesOf(url, this.#search.signal).then(
          (found) => {
            const addresses = found.map((address) => ({ address, family: isIP(address) }))
            if (all) answer(null, addresses)
            else answer(null, addresses[0]?.address ?? '', addresses[0]?.family)
          },
          (fault) => answer(fault, ''),
        )
      },
    }
  }

  #send(options: https.RequestOptions, body: Buffer, agents: AgentPair): void {
    const request =
      options.protocol === 'https:'
        ? https.request({ ...options, agent: agents['https:'] })
        : http.request({ ...options, agent: agents['http:'] })
    this.#request = request
    request.on('response', (response) => this.#read(response))
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      this.#read(response)
    })
    request.on('error', (fault) => {
      // An idle connection was closed just as it was taken again, which says nothing about the receiver.
      const stale = request.reusedSocket && this.status === null && CLOSED.has(codeOf(fault))
      if (stale && !this.#dropped) this.#send(options, body, this.#agents.fresh)
      else this.#fail(fault)
    })
    request.end(body)
  }

  #read(response: http.IncomingMessage): void {
    let bytes = 0
    this.status = response.statusCode ?? 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > BODY_LIMIT_BYTES) this.#judge()
    })
    response.on('end', () => this.#judge())
    response.on('error', (fault) => this.#fail(fault))
    // What would follow is no longer HTTP.
    if (this.status === 101) this.#judge()
  }

  #judge(): void {
    if (!this.#dropped) this.#ended(verdictOn(this.status ?? 0))
  }

  #fail(fault: Error): void {
    if (!this.#dropped) this.#ended(wordsFor(fault, this.status !== null))
  }
}

function verdictOn(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `answered with a redirect (${status}), which is not followed`
  return `answered ${status}`
}

const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])
const UNKNOWN_HOST = 'the host name is unknown'
const NO_NAME_SERVER = 'the host name could not be looked up'
const UNREACHABLE = 'the host cannot be reached'
const NOT_SECURE = 'a secure connection could not be made'

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: UNKNOWN_HOST,
  ENODATA: UNKNOWN_HOST,
  EBADNAME: UNKNOWN_HOST,
  EAI_AGAIN: NO_NAME_SERVER,
  EAI_FAIL: NO_NAME_SERVER,
  ESERVFAIL: NO_NAME_SERVER,
  EREFUSED: NO_NAME_SERVER,
  ETIMEOUT: NO_NAME_SERVER,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ERR_SOCKET_CONNECTION_TIMEOUT: UNREACHABLE,
  EPROTO: NOT_SECURE,
  ERR_INVALID_URL: 'the URL cannot be read',
  HPE_HEADER_OVERFLOW: 'the head of the answer is too long',
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate('it is signed by itself'),
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate('its issuer is not trusted'),
  UNABLE_TO_GET_ISSUER_CERT: badCertificate('its issuer is not known'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate('its issuer is not known'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate('its chain is not complete'),
  CERT_HAS_EXPIRED: badCertificate('it has expired'),
  CERT_NOT_YET_VALID: badCertificate('it is not valid yet'),
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate('it is made for another host'),
}

/** Whole families of codes, for those without words of their own. */
const FAMILIES: [RegExp, (code: string) => string][] = [
  [/^HPE_/, () => 'the answer is not HTTP'],
  [/CERT|_CA$|CRL|PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/, (code) => badCertificate(plain(code))],
  [/^ERR_(SSL|TLS)_/, () => NOT_SECURE],
  [/./, (code) => `the request failed (${plain(code)})`],
]

function wordsFor(fault: Error, hasAnswered: boolean): string {
  if (fault instanceof TargetRefused) return fault.message
  const code = codeOf(fault)
  if (CLOSED.has(code))
    return `the connection was closed before ${hasAnswered ? 'the answer was complete' : 'an answer came'}`
  const family = FAMILIES.find(([pattern]) => pattern.test(code))
  return WORDS[code] ?? family?.[1](code) ?? 'the request failed'
}

function badCertificate(reason: string): string {
  return `the certificate is not valid (${reason})`
}

function plain(code: string): string {
  return code.replace(/^ERR_/, '').toLowerCase().replaceAll('_', ' ')
}

function codeOf(fault: Error): string {
  return (fault as NodeJS.ErrnoException).code ?? ''
}
