import { FRAME } from './silero.ts'

export interface Passage {
  from: number
  to: number
}

/** In frames of 32 ms. */
const LONGEST = 480 // 15 s: on longer ones the model slows down and begins to leave words out
const MARGIN = 10
const PAUSE = 25
const SPEECH = 0.35
const SHORTEST = 2

/**
 * The parts of a recording in which somebody speaks, with a little room around them: pauses of under a second stay in, and
 * what is longer than the model likes is cut where speech is least likely.
 */
export function passages(probabilities: number[], length: number): Passage[] {
  return spoken(probabilities)
    .flatMap((passage) => cut(probabilities, passage))
    .map(({ from, to }) => ({ from: from * FRAME, to: Math.min(length, to * FRAME) }))
}

function spoken(probabilities: number[]): Passage[] {
  const found: Passage[] = []
  let speaking = 0
  let heard: Passage | undefined
  const finish = () => {
    if (heard && speaking >= SHORTEST) found.push(heard)
    heard = undefined
    speaking = 0
  }
  probabilities.forEach((probability, i) => {
    if (probability < SPEECH) return
    if (heard && i - heard.to > PAUSE) finish()
    heard ??= { from: i, to: i }
    heard.to = i + 1
    speaking++
  })
  finish()
  const last = probabilities.length
  return found.map(({ from, to }) => ({ from: Math.max(0, from - MARGIN), to: Math.min(last, to + MARGIN) }))
}

function cut(probabilities: number[], { from, to }: Passage): Passage[] {
  if (to - from <= LONGEST) return [{ from, to }]
  const candidates = probabilities.slice(from + LONGEST / 2, from + LONGEST)
  const around = candidates.map((_, i) => sum(candidates.slice(Math.max(0, i - 2), i + 3)))
  const quietest = around.indexOf(Math.min(...around.slice(2, -2)))
  const at = from + LONGEST / 2 + quietest
  return [{ from, to: at }, ...cut(probabilities, { from: at, to })]
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
