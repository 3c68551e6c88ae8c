/** Zero crossings of the filter on either side: more is steeper and slower. */
const CROSSINGS = 12
/** Where it begins to cut, as a part of what the lower of both rates can carry. */
const CUTOFF = 0.94
/** Odd pairs of rates would need as many filters as they have phases; a table this fine is close enough for them. */
const MOST_PHASES = 1_024

export interface Resampler {
  /** What can be told so far; the rest waits for the next piece. */
  push(samples: Float32Array): Float32Array
  /** What was still waiting. */
  end(): Float32Array
}

/** From one rate to another, piece by piece, without clicks between the pieces: a windowed sinc. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples, end: () => new Float32Array(0) }
  const { reach, weights, phases } = filterFor(from, to)
  let held = new Float32Array(reach)
  /** How many input samples were dropped before `held`, its silent beginning not counted. */
  let dropped = -reach
  let received = 0
  let made = 0

  function make(until: number): Float32Array {
    const fresh = new Float32Array(Math.max(0, until - made))
    for (let i = 0; i < fresh.length; i++, made++) {
      const position = (made * from) / to
      const whole = Math.floor(position)
      const phase = Math.min(phases - 1, Math.round((position - whole) * phases))
      fresh[i] = convolve(held, whole - reach + 1 - dropped, weights[phase] as Float32Array)
    }
    const keepFrom = Math.floor((made * from) / to) - reach + 1
    if (keepFrom > dropped) {
      held = held.slice(keepFrom - dropped)
      dropped = keepFrom
    }
    return fresh
  }

  return {
    push(samples) {
      const longer = new Float32Array(held.length + samples.length)
      longer.set(held)
      longer.set(samples, held.length)
      held = longer
      received += samples.length
      return make(Math.max(made, Math.floor(((received - reach) * to) / from)))
    },
    end() {
      const longer = new Float32Array(held.length + 2 * reach)
      longer.set(held)
      held = longer
      return make(Math.round((received * to) / from))
    },
  }
}

export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples
  const resampler = createResampler(from, to)
  const first = resampler.push(samples)
  const rest = resampler.end()
  const whole = new Float32Array(first.length + rest.length)
  whole.set(first)
  whole.set(rest, first.length)
  return whole
}

function convolve(samples: Float32Array, at: number, weights: Float32Array): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += (samples[at + i] ?? 0) * (weights[i] as number)
  return sum
}

interface Filter {
  reach: number
  weights: Float32Array[]
  phases: number
}
const filters = new Map<string, Filter>()

function filterFor(from: number, to: number): Filter {
  const key = `${from} ${to}`
  const known = filters.get(key)
  if (known) return known
  // Rates come from files that strangers send: the memory of them is bounded.
  if (filters.size >= 16) filters.clear()
  const filter = createFilter(from, to)
  filters.set(key, filter)
  return filter
}

function createFilter(from: number, to: number): Filter {
  const phases = Math.min(MOST_PHASES, to / divisor(from, to))
  const pass = CUTOFF * Math.min(1, to / from)
  const reach = Math.ceil(CROSSINGS / pass)
  const weights = Array.from({ length: phases }, (_, phase) => {
    const shift = phase / phases
    const taps = Float32Array.from({ length: 2 * reach }, (_, i) => {
      const distance = i - reach + 1 - shift
      return Math.abs(distance) >= reach ? 0 : pass * sinc(distance * pass) * window(distance / reach)
    })
    const sum = taps.reduce((total, tap) => total + tap, 0)
    return taps.map((tap) => tap / sum)
  })
  return { reach, weights, phases }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Blackman's, from -1 to 1. */
function window(x: number): number {
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
