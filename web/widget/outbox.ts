import { ServiceError } from '../client/errors.ts'
import { type Keeping, readKept } from '../client/storage.ts'

/** A message on its way to the service. */
export interface Letter {
  clientId: string
  text: string
  /** `stored`: the service has it, though it did not answer with it. */
  state: 'sending' | 'lost' | 'stored'
}

export interface Outbox {
  readonly letters: readonly Letter[]
  add(text: string): void
  /** The visitor asks for one that was lost. */
  retry(clientId: string): void
  /** The network may be back: whatever waits is tried at once. */
  wake(): void
  /** The service has it. */
  settle(clientId: string): void
  close(): void
}

interface Post {
  send(text: string, clientId: string): Promise<unknown>
  storage: Keeping
  key: string
  newId(): string
  /** Whether the browser itself believes in a network; without one nothing is lost yet. */
  isOnline(): boolean
  onChange(): void
  /** A failure the visitor should read of. */
  onError(error: ServiceError): void
}

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
/** After so many failures it is called lost; it is still tried again by itself. */
const PATIENCE = 3

/**
 * Sends one message after the other, in the order they were written, until the service has each. The clientId makes a
 * repeated attempt the same message. What is not sent yet survives a change of page.
 */
export function createOutbox(post: Post): Outbox {
  let letters = keptLetters(post)
  /** Refused for good: these wait for the visitor and do not hold up the rest. */
  const refused = new Set<string>()
  let failures = 0
  let busy = false
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    get letters() {
      return letters
    },
    add(text) {
      change([...letters, { clientId: post.newId(), text, state: 'sending' }])
      if (timer === undefined) void work()
    },
    retry(clientId) {
      refused.delete(clientId)
      mark(clientId, 'sending')
      void work()
    },
    wake: () => void work(),
    settle(clientId) {
      if (letters.some((letter) => letter.clientId === clientId))
        change(letters.filter((letter) => letter.clientId !== clientId))
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    clearTimeout(timer)
    timer = undefined
    for (;;) {
      const next = letters.find(({ clientId, state }) => state !== 'stored' && !refused.has(clientId))
      if (!next || closed) break
      const error = await attempt(next)
      if (closed) return
      if (!error) failures = 0
      else if (error.kind === 'credits') mark(next.clientId, 'stored')
      else if (error.passing) {
        later(next, error)
        break
      } else {
        refused.add(next.clientId)
        mark(next.clientId, 'lost')
      }
      if (error) post.onError(error)
    }
    busy = false
  }

  async function attempt(letter: Letter): Promise<ServiceError | undefined> {
    try {
      await post.send(letter.text, letter.clientId)
      change(letters.filter(({ clientId }) => clientId !== letter.clientId))
      return undefined
    } catch (error) {
      return error instanceof ServiceError ? error : new ServiceError('network', String(error))
    }
  }

  function later(letter: Letter, error: ServiceError): void {
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures++, LONGEST_DELAY_MS)
    if (error.retryAfterMs !== undefined) post.onError(error)
    else if (failures >= PATIENCE && post.isOnline()) mark(letter.clientId, 'lost')
    timer = setTimeout(() => void work(), Math.max(error.retryAfterMs ?? 0, delayMs))
  }

  function mark(clientId: string, state: Letter['state']): void {
    change(letters.map((letter) => (letter.clientId === clientId ? { ...letter, state } : letter)))
  }

  function change(next: Letter[]): void {
    letters = next
    const unsent = letters.filter(({ state }) => state !== 'stored')
    if (unsent.length > 0) post.storage.setItem(post.key, JSON.stringify(unsent))
    else post.storage.removeItem(post.key)
    post.onChange()
  }
}

/** What the page before could not send. The page's own scripts can write there too, so it is looked at. */
function keptLetters({ storage, key }: Post): Letter[] {
  const kept = readKept<Letter[]>(storage, key)
  if (!Array.isArray(kept)) return []
  return kept
    .filter((letter) => typeof letter?.text === 'string' && typeof letter.clientId === 'string')
    .map(({ clientId, text }) => ({ clientId, text, state: 'sending' }))
}
