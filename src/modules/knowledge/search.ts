import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { type Asked, guess, readQuestion } from './question.ts'
import { rank } from './rank.ts'
import * as store from './store.ts'

export interface Passage {
  document_id: Uuid
  /** Of the document. */
  title: string
  /** The headings it stands under; empty when there are none. */
  heading: string
  text: string
  /** How well it answers, from 0 to 1. */
  score: number
}

/**
 * The passages of an agent's documents that answer a question, best first; none when they say nothing about it. English
 * finds Malay and Malay English where they speak of the usual things; misspelt words are forgiven.
 */
export async function searchKnowledge(
  db: Queryable,
  agentId: Uuid,
  question: string,
  limit = 3,
): Promise<Passage[]> {
  const asked = readQuestion(question)
  const meant = await written(db, agentId, asked)
  if (!meant.some(({ names }) => names.length > 0)) return []
  const rows = await store.candidates(db, agentId, meant.map(queryOf))
  const total = await store.countPassages(db, agentId)
  const best = rank(meant, rows, total).slice(0, limit)
  const texts = await store.readPassages(db, agentId, best)
  return best.flatMap(({ document_id, position, score }) => {
    const passage = texts.find((text) => text.document_id === document_id && text.position === position)
    if (!passage) return []
    const { title, heading, text } = passage
    return [{ document_id, title, heading, text, score: Math.round(score * 100) / 100 }]
  })
}

/** What was asked for, of that only what anybody wrote. A word that nobody wrote may be a misspelling of one. */
async function written(db: Queryable, agentId: Uuid, asked: Asked[]): Promise<Asked[]> {
  const found = await onlyKnown(db, agentId, asked)
  const strange = found.filter(
    ({ names, weight, isHint }) => names.length === 0 && weight === undefined && !isHint,
  )
  if (strange.length === 0) return found
  const words = strange.map(({ word }) => word)
  const similar = await store.similarWords(db, agentId, words)
  const guesses = strange.map((one) => guess(one, similar.get(one.word) ?? []) ?? one)
  const known = await onlyKnown(db, agentId, guesses)
  return found.map((one) => known[strange.indexOf(one)] ?? one)
}

async function onlyKnown(db: Queryable, agentId: Uuid, asked: Asked[]): Promise<Asked[]> {
  const words = new Set(asked.flatMap(({ names }) => names.flatMap(wordsOf)))
  if (words.size === 0) return asked
  const known = await store.knownWords(db, agentId, [...words])
  const isKnown = (name: string) => wordsOf(name).every((word) => known.has(word))
  return asked.map((one) => ({ ...one, names: one.names.filter(isKnown) }))
}

/** As PostgreSQL takes it. Words are letters and digits alone, so that quotes around them are enough. */
function queryOf({ names }: Asked): { inText: string; inHeading: string } {
  const inText = names
    .map(
      (name) =>
        `(${wordsOf(name)
          .map((word) => `'${word}'`)
          .join(' <-> ')})`,
    )
    .join(' | ')
  return { inText, inHeading: inText.replace(/'(?=[ )])/g, "':A") }
}

function wordsOf(name: string): string[] {
  return name.split(' ')
}
