import type { Language } from '../memory.ts'
import { BOTH, ENGLISH, ENGLISH_THINGS, MALAY, MALAY_THINGS } from './lexicon.ts'
import { tokensOf } from './tokens.ts'

/** Which language is written, by its small words; what it was before when they do not tell. */
export function languageOf(text: string, before: Language | null): Language | null {
  const words = tokensOf(text)
    .filter(({ kind }) => kind === 'word')
    .map(({ word }) => word)
  const count = (list: Set<string>) => words.filter((word) => list.has(word) && !BOTH.has(word)).length
  const [malay, english] = [count(MALAY), count(ENGLISH)]
  if (malay !== english) return malay > english ? 'ms' : 'en'
  return before
}

/** Of a first message that is nothing but things and a hello, what those tell. */
export function languageAtFirst(text: string): Language | null {
  const plain = languageOf(text, null)
  if (plain !== null) return plain
  const words = tokensOf(text).map(({ word }) => word)
  const count = (list: Set<string>) => words.filter((word) => list.has(word)).length
  const [malay, english] = [count(MALAY_THINGS), count(ENGLISH_THINGS)]
  if (malay === english) return null
  return malay > english ? 'ms' : 'en'
}
