import type { Language } from '../memory.ts'
import { BOTH, ENGLISH, MALAY } from './lexicon.ts'
import { tokensOf } from './tokens.ts'

/** Which language is written, by its small words; what it was before when they do not tell. */
export function languageOf(text: string, before: Language | null): Language | null {
  const words = tokensOf(text)
    .filter(({ kind }) => kind === 'word')
    .map(({ word }) => word)
  const count = (list: Set<string>) => words.filter((word) => list.has(word) && !BOTH.has(word)).length
  const [malay, english] = [count(MALAY), count(ENGLISH)]
  if (malay === english) return before
  return malay > english ? 'ms' : 'en'
}
