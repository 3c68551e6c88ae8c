import { lookup, Resolver } from 'node:dns/promises'

/** Every address of a host, IPv4 and IPv6; rejects when there is none. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<string[]>

export interface ResolveOptions {
  /** Name servers instead of those of the machine. */
  servers?: string[]
  /** How the machine itself resolves names. */
  system?: (host: string) => Promise<string[]>
}

const TIMEOUT_MS = 2_000
const TRIES = 2
/** Also what a machine without a name server says: there the hosts file is all there is. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME', 'EBADNAME', 'EBADQUERY', 'ECONNREFUSED'])

/**
 * Asks the name servers directly. The system's own way occupies one of the few threads of the process until it has an
 * answer, so one dead name server would delay everybody; it is asked only for names that no server knows, because it
 * alone reads the hosts file and the search domains. One name at a time, so that it never holds more than one thread.
 */
export function createResolve({ servers, system = lookupAll }: ResolveOptions = {}): Resolve {
  let lastAsked: Promise<unknown> = Promise.resolve()

  function askSystem(host: string, signal: AbortSignal | undefined): Promise<string[]> {
    const asked = lastAsked.then(() => {
      signal?.throwIfAborted()
      return system(host)
    })
    lastAsked = asked.catch(() => {})
    return unlessAborted(asked, signal)
  }

  return async (host, signal) => {
    signal?.throwIfAborted()
    if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1']
    const { addresses, faults } = await askServers(host, servers, signal)
    signal?.throwIfAborted()
    if (addresses.length > 0) return addresses
    const trouble = faults.find((fault) => !NO_SUCH_NAME.has(codeOf(fault)))
    if (trouble) throw trouble
    return askSystem(host, signal)
  }
}

export const resolveHost: Resolve = createResolve()

async function lookupAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

interface Answers {
  addresses: string[]
  faults: unknown[]
}

/** One family is enough: many servers know nothing of the other, or fail on it. */
async function askServers(
  host: string,
  servers: string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<Answers> {
  // A new one each time: it can cancel only everything at once, and reads the list of servers only when it is made.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal?.removeEventListener('abort', cancel)
  return {
    addresses: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    faults: answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])),
  }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function codeOf(fault: unknown): string {
  return (fault as NodeJS.ErrnoException).code ?? ''
}
