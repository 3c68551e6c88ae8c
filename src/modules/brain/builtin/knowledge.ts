import type { Language } from '../memory.ts'
import { isRefused, use } from '../tool.ts'
import { searchDocuments } from '../tools/index.ts'
import { languageOf } from './language.ts'
import { canon } from './lexicon.ts'
import { sameness } from './match.ts'
import type { Talk } from './talk.ts'
import { tokensOf } from './tokens.ts'

interface Passage {
  title: string | null
  heading: string | null
  text: string
}

const LONGEST = 420
const MOST_SENTENCES = 3

export async function passagesFor({ turn }: Talk, question: string): Promise<Passage[]> {
  const found = await use(turn, searchDocuments, { question: question.slice(0, 500) })
  return isRefused(found) ? [] : found.passages
}

/** The sentences that speak of what was asked, in their own order; undefined when none does. */
export function bestSentences(
  passages: Passage[],
  words: string[],
  language: Language | null = null,
): string | undefined {
  const asked = [...new Set(words.map(canon))]
  const scored = passages.map((passage) => {
    const title = hits(`${passage.title ?? ''} ${passage.heading ?? ''}`, asked)
    const sentences = sentencesOf(passage.text).map((text, i) => ({ text, i, score: hits(text, asked) }))
    const score = title * 1.5 + Math.max(0, ...sentences.map(({ score }) => score))
    // The same is often written in both languages.
    const isOwn = score > 0 && language !== null && languageOf(passage.text, null) === language
    return { sentences, score: score + (isOwn ? 2 : 0), title }
  })
  const [best] = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  if (!best) return undefined
  const top = Math.max(...best.sentences.map(({ score }) => score))
  const start = best.sentences.find(({ score }) => score === top)?.i ?? 0
  // The heading names it, so the passage begins with the answer; otherwise from the sentence that does.
  const from = best.title > 0 && top === 0 ? 0 : start
  const chosen: string[] = []
  for (const { text, score, i } of best.sentences.slice(from)) {
    const isNear = i === from || score > 0 || i === from + 1
    if (chosen.length === MOST_SENTENCES || !isNear) break
    if (chosen.length > 0 && chosen.join(' ').length + text.length > LONGEST) break
    chosen.push(text.slice(0, LONGEST))
  }
  return chosen.join(' ') || undefined
}

export function sentencesOf(text: string): string[] {
  return text
    .slice(0, 4_000)
    .replace(/^#{1,6}\s.*$/gm, '')
    .replace(/[*_`]{1,3}/g, '')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((line) => line.replace(/^[-•]\s*/, '').trim())
    .filter((line) => line !== '')
}

function hits(text: string, asked: string[]): number {
  const words = tokensOf(text.toLowerCase()).map(({ word }) => word)
  // "Wi-Fi" is asked for as "wifi".
  const own = new Set([...words, ...words.map((word, i) => word + (words[i + 1] ?? ''))].map(canon))
  return asked.filter(
    (word) => own.has(word) || (word.length > 4 && [...own].some((one) => isAkin(one, word))),
  ).length
}

/** "deliver" and "delivery", "parkir" and "parking". */
function isAkin(a: string, b: string): boolean {
  if (sameness(a, b) > 0) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.startsWith(short)
}
