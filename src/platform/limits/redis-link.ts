import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { UserError } from '../../lib/user-error.ts'
import type { RedisAddress } from './redis-url.ts'

/** A connection that runs one script, says whether it is worth asking, and comes back by itself. */
export interface RedisLink {
  isUp(): boolean
  /** One round trip; fails after a quarter of a second at the latest, unless told otherwise. */
  run(key: string, args: number[]): Promise<unknown>
  close(): Promise<void>
}

export async function openRedisLink(
  address: RedisAddress,
  script: string,
  onTrouble: (message: string) => void,
  answerMs = ANSWER_MS,
): Promise<RedisLink> {
  const place = `Redis at ${address.host}:${address.port}`
  const sha = createHash('sha1').update(script).digest('hex')
  let state: 'opening' | 'up' | 'down' | 'closed' = 'opening'
  let lastError: unknown

  const redis = new Redis({
    ...address,
    lazyConnect: true,
    // A take is answered now or not at all: nothing waits in a queue for better times.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => (state === 'up' || state === 'down' ? RETRY_MS : null),
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disconnectTimeout: 100,
    maxLoadingRetryTime: RETRY_MS,
  })

  async function execute(key: string, args: number[]): Promise<unknown> {
    try {
      return await redis.evalsha(sha, 1, key, ...args)
    } catch (error) {
      if (replyCode(error) !== 'NOSCRIPT') throw error
      return redis.eval(script, 1, key, ...args)
    }
  }

  /** A real take, so that a Redis that answers but refuses to write (full, a replica, no permission) counts as away. */
  const probe = () => within(answerMs, execute('icebot:limit:probe', [1, 1]))

  function fell(error: unknown): void {
    if (state !== 'up') return
    state = 'down'
    onTrouble(`${place} is lost (${reasonOf(error)}): each process counts its own limits until it is back.`)
    reconnect()
  }

  async function rise(): Promise<void> {
    try {
      await probe()
    } catch {
      return reconnect()
    }
    if (state !== 'down') return
    state = 'up'
    lastError = undefined
    onTrouble(`${place} is back: limits are shared between processes again.`)
  }

  /** A connection that closed by itself is already on its way back. */
  function reconnect(): void {
    if (state === 'down' && redis.status === 'ready') redis.disconnect(true)
  }

  redis.on('error', (error) => {
    lastError = error
  })

  try {
    await within(OPENING_MS, redis.connect().then(probe))
    // A database number that does not exist is only reported here; ioredis goes on in database 0.
    if (lastError) throw lastError
  } catch (error) {
    redis.disconnect()
    throw unreachable(place, lastError ?? error)
  }
  state = 'up'
  redis.on('close', () => fell(lastError))
  redis.on('ready', rise)

  return {
    isUp: () => state === 'up',
    async run(key, args) {
      try {
        return await within(answerMs, execute(key, args))
      } catch (error) {
        fell(error)
        throw error
      }
    },
    async close() {
      state = 'closed'
      redis.disconnect()
    },
  }
}

const ANSWER_MS = 250
const SILENCE_MS = 2000
const CONNECT_MS = 2000
const OPENING_MS = 3000
/** Longer than ANSWER_MS, so that no take of a lost connection can fail into the next one. */
const RETRY_MS = 500

/** After a stall of the event loop the answer may lie unread in the socket, hence one more turn before giving up. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, new Error('no answer')), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function unreachable(place: string, error: unknown): UserError {
  const code = replyCode(error)
  const wayOut =
    code === 'WRONGPASS' || code === 'NOAUTH'
      ? 'correct the user and password in REDIS_URL'
      : 'start it, correct REDIS_URL'
  return new UserError(
    `${place} (REDIS_URL) cannot be used (${reasonOf(error)}): ${wayOut}, or unset REDIS_URL to count limits in each process.`,
  )
}

/** Only codes: the text of a Redis error may repeat the arguments, and with them the password. */
function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return code ?? replyCode(error) ?? 'no answer'
}

function replyCode(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'ReplyError' ? error.message.split(' ', 1)[0] : undefined
}
