import type { Asked } from './question.ts'

/** A passage that has something of what was asked for; numbers are places in the question, from 0. */
export interface Candidate {
  found: number[]
  /** Those that its title or headings have. */
  named: number[]
  heading: string
  /** PostgreSQL's own idea of how well it matches. */
  rank: number
}

/** More than so much of a question must be in a passage that answers it: of two things asked, one is not the answer … */
const COVERAGE = 0.5
/** … or so much in all, for long questions are more story than question. */
const PLENTY = 2.5
/** A word in a heading says what the passage is about. */
const IN_HEADING = 0.5
const HINT = 0.3
const GUESS = 0.7
/** What is worth less than this part of the best is not worth reading beside it. */
const BESIDE_THE_BEST = 0.5

/**
 * The passages that answer, best first, with how well from 0 to 1. Nothing when the question is about something else:
 * an agent that does not know must be able to say so.
 */
export function rank<One extends Candidate>(
  asked: Asked[],
  candidates: One[],
  total: number,
): (One & { score: number })[] {
  const weights = asked.map((one, i) => one.weight ?? rarity(candidates, i, total))
  const onlyHints = asked.every(({ isHint }) => isHint)
  const counts = (i: number) => onlyHints || asked[i]?.isHint === false
  const worth = (i: number) => (weights[i] as number) * (asked[i]?.isGuess ? GUESS : 1)
  const sum = (places: number[], value: (i: number) => number) => places.reduce((all, i) => all + value(i), 0)
  const places = asked.map((_, i) => i)
  const whole = sum(places.filter(counts), (i) => weights[i] as number)

  const scored = candidates.map((candidate) => {
    const { found, named } = candidate
    const strength = sum(found.filter(counts), worth)
    const isAnswer = strength >= PLENTY || strength / whole > COVERAGE
    const helped =
      found.filter((i) => !counts(i)).length * HINT + named.filter((i) => !counts(i)).length * HINT
    const points = strength + sum(named.filter(counts), worth) * IN_HEADING + helped
    return { ...candidate, isAnswer, score: Math.min(1, points / (whole * (1 + IN_HEADING))) }
  })
  const answers = scored.filter(({ isAnswer }) => isAnswer)
  answers.sort((a, b) => b.score - a.score || b.rank - a.rank || particularity(a) - particularity(b))
  return answers.filter(({ score }) => score >= (answers[0]?.score ?? 0) * BESIDE_THE_BEST)
}

/** Among equals the general comes before the particular, which has the longer heading. */
function particularity({ heading }: Candidate): number {
  return heading.slice(heading.lastIndexOf('›') + 1).trim().length
}

/** 1 for a word that one passage has or none, near 0 for one that all have. */
function rarity(candidates: Candidate[], i: number, total: number): number {
  const having = Math.max(1, candidates.filter(({ found }) => found.includes(i)).length)
  return Math.log(1 + total / having) / Math.log(1 + total)
}
