import type { Limits, Rule, Verdict, Window } from './port.ts'

export function createLocalLimits(now: () => number = () => performance.now()): Limits {
  const windows = new Map<string, LocalWindow>()

  return {
    window(name, rule) {
      const known = windows.get(name) ?? new LocalWindow(rule, now)
      if (known.limit !== rule.limit || known.windowMs !== rule.windowMs) {
        throw new Error(`the window ${name} exists with another rule`)
      }
      windows.set(name, known)
      return known
    },
    async close() {
      windows.clear()
    },
  }
}

/**
 * Keys live in two generations. A key moves to the young one when it is used, and after every windowMs the old one
 * is dropped whole: nothing in it was used for that long, so nothing in it still counts. Idle keys vanish without
 * a timer, and what is held is what the last two windows brought.
 */
export class LocalWindow implements Window {
  readonly limit: number
  readonly windowMs: number
  private readonly windowMicros: number
  private readonly now: () => number
  private young = new Map<string, Trail>()
  private old = new Map<string, Trail>()
  private turnedAt: number

  constructor({ limit, windowMs }: Rule, now: () => number) {
    for (const number of [limit, windowMs]) {
      if (!Number.isSafeInteger(number) || number < 1)
        throw new RangeError(`a rule of ${limit} in ${windowMs} ms`)
    }
    this.limit = limit
    this.windowMs = windowMs
    this.windowMicros = windowMs * 1000
    this.now = now
    this.turnedAt = this.micros()
  }

  take(key: string): Verdict {
    const now = this.micros()
    if (now - this.turnedAt >= this.windowMicros) this.turn(now)
    const trail = this.trailOf(key)
    trail.forgetUntil(now - this.windowMicros)
    const allowed = trail.size < this.limit
    if (allowed) trail.add(now, this.limit)
    return {
      allowed,
      limit: this.limit,
      remaining: this.limit - trail.size,
      resetSeconds: Math.ceil((trail.oldest() + this.windowMicros - now) / 1_000_000),
    }
  }

  get heldKeys(): number {
    return this.young.size + this.old.size
  }

  /** Whole microseconds: sums of integers are exact, so a wait of resetSeconds never ends a rounding error too early. */
  private micros(): number {
    return Math.floor(this.now() * 1000)
  }

  private turn(now: number): void {
    this.old = now - this.turnedAt < 2 * this.windowMicros ? this.young : new Map()
    this.young = new Map()
    this.turnedAt = now
  }

  private trailOf(key: string): Trail {
    const inUse = this.young.get(key)
    if (inUse) return inUse
    const trail = this.old.get(key) ?? new Trail()
    this.old.delete(key)
    this.young.set(key, trail)
    return trail
  }
}

/** The moments of one key's counted requests, oldest first: a ring that doubles as needed, up to the limit. */
class Trail {
  size = 0
  private head = 0
  private ring: number[] = []

  oldest(): number {
    return this.ring[this.head] as number
  }

  forgetUntil(moment: number): void {
    while (this.size > 0 && this.oldest() <= moment) {
      this.head = this.head + 1 === this.ring.length ? 0 : this.head + 1
      this.size--
    }
    // A burst of long ago does not keep its room.
    if (this.size === 0 && this.ring.length > SMALLEST_RING) this.ring = []
  }

  add(moment: number, limit: number): void {
    if (this.size === this.ring.length) this.grow(limit)
    const next = this.head + this.size
    this.ring[next < this.ring.length ? next : next - this.ring.length] = moment
    this.size++
  }

  private grow(limit: number): void {
    const wider = new Array<number>(Math.min(limit, Math.max(SMALLEST_RING, this.size * 2)))
    for (let i = 0; i < this.size; i++) wider[i] = this.ring[(this.head + i) % this.size] as number
    this.ring = wider
    this.head = 0
  }
}

const SMALLEST_RING = 4
