/** Zero crossings of the filter on either side; sixteen let speech through up to 90 % of the band. */
const CROSSINGS = 16
const PASS = 0.93

/**
 * Changes the rate of a stream of samples. Every output sample is a weighted sum of its neighbours (a windowed sinc), whose
 * cut-off lies below half of the lower rate: what the lower rate cannot carry is gone before it could fold back as noise.
 * Positions are counted in whole numbers, so an hour drifts by nothing.
 */
export class Resampler {
  readonly #up: number
  readonly #down: number
  readonly #half: number
  readonly #phases: Float32Array[]
  /** What the next output may still need, from `#start` on in the count of all input. */
  #past: Float32Array
  #start: number
  /** The next output stands at `#next / #up` of the input. */
  #next = 0

  constructor(from: number, to: number) {
    const divisor = gcd(Math.round(from), Math.round(to))
    this.#up = Math.round(to) / divisor
    this.#down = Math.round(from) / divisor
    const band = Math.min(1, to / from) * PASS
    this.#half = Math.ceil(CROSSINGS / band)
    this.#phases = Array.from({ length: this.#up }, (_, phase) => kernel(phase / this.#up, this.#half, band))
    this.#past = new Float32Array(this.#half)
    this.#start = -this.#half
  }

  /** As much as can be known from the input so far: it lags by half the filter, a millisecond or two. */
  push(input: Float32Array): Float32Array {
    if (this.#up === this.#down) return input
    const known = new Float32Array(this.#past.length + input.length)
    known.set(this.#past)
    known.set(input, this.#past.length)
    const end = this.#start + known.length
    const output: number[] = []
    for (; ; this.#next += this.#down) {
      const at = Math.floor(this.#next / this.#up)
      if (at + this.#half >= end) break
      const weights = this.#phases[this.#next % this.#up] as Float32Array
      const first = at - this.#half + 1 - this.#start
      let sum = 0
      for (let i = 0; i < weights.length; i++) sum += (known[first + i] as number) * (weights[i] as number)
      output.push(sum)
    }
    const needed = Math.floor(this.#next / this.#up) - this.#half + 1
    const from = Math.max(0, Math.min(known.length, needed - this.#start))
    this.#past = known.slice(from)
    this.#start += from
    return Float32Array.from(output)
  }
}

/** The weights of the `2 × half` samples around a position that lies `offset` after one of them. */
function kernel(offset: number, half: number, band: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * half }, (_, i) => {
    const distance = i - half + 1 - offset
    return sinc(distance * band) * window(distance / half)
  })
  // Each position weighs the same, so a steady level comes out steady.
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Blackman: what should be gone is gone by more than 70 dB. */
function window(x: number): number {
  if (Math.abs(x) >= 1) return 0
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
