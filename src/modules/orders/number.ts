import { randomBase62 } from '../../lib/secrets.ts'

/** The unguessable part of a payment link. */
export function newPayToken(): string {
  return randomBase62(22)
}

/** Without vowels, so that no words appear, and without what looks alike: 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, Q, U V. */
const ALPHABET = 'CDFHJKMNPRTWXY3479'
const BASE = BigInt(ALPHABET.length)
const SHORTEST = 4
/** Has no factor in common with the base, so that stepping by it visits every code once, far apart. */
const STEP = 1_000_003n

/**
 * The number of an agent's n-th order (from 1), short enough to say on the phone. Every n has its own: the first 104,976
 * have four characters, the next 1.9 million five. Neighbours do not look alike, so that a mistyped one is noticed.
 */
export function orderNumber(n: number): string {
  let rest = BigInt(n) - 1n
  let length = SHORTEST
  let codes = BASE ** BigInt(length)
  while (rest >= codes) {
    rest -= codes
    codes *= BASE
    length++
  }
  let code = (rest * STEP + (codes * 618n) / 1000n) % codes
  let text = ''
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(code % BASE)] + text
    code /= BASE
  }
  return text
}
