import { randomFillSync } from 'node:crypto'

export type Uuid = string

const POOL_BYTES = 4096
const RANDOM_BYTES = 8
const COUNTER_LIMIT = 0x1000
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES
let lastMs = 0
let counter = 0

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 bits that count within the millisecond, 62 random bits. Ids made by one
 * process therefore sort in the order in which they were made, and new rows land side by side in an index.
 */
export function newId(): Uuid {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter === COUNTER_LIMIT) {
    // More than 4,096 in one millisecond, or a clock set back: borrow from the future.
    lastMs++
    counter = 0
  }
  return format(lastMs, counter)
}

/** An id as if made at that moment, for rows brought in from the past. */
export function idAt(moment: Date): Uuid {
  return format(moment.getTime(), 0)
}

export function isUuid(text: string): text is Uuid {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

function format(ms: number, count: number): Uuid {
  if (used + RANDOM_BYTES > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + RANDOM_BYTES)
  used += RANDOM_BYTES
  random[0] = 0x80 | ((random[0] as number) & 0x3f)
  const time = ms.toString(16).padStart(12, '0')
  const rest = random.toString('hex')
  const version = (0x7000 | count).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${rest.slice(0, 4)}-${rest.slice(4)}`
}
