/** A sentence of a customer. */
const MAX_WORDS = 16
const MAX_QUESTION = 300
const MAX_WORD = 60

/** A question of any kind as text that a database takes; a question as long as a book is cut. */
export function plain(question: string): string {
  return question
    .slice(0, MAX_QUESTION)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}

/** The words of a question, without the signs that mean something to a search. */
export function wordsIn(question: string): string[] {
  const words = question.match(WORD) ?? []
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD).toWellFormed()))].slice(0, MAX_WORDS)
}

/** The distinct words of a text that somebody might misspell: codes with digits in them are known or not. */
export function spellings(text: string): string[] {
  const words = text.toLowerCase().match(LETTERS) ?? []
  return [...new Set(words)].filter((word) => word.length >= 3 && word.length <= MAX_WORD)
}

/** How many letters a word of this length may be wrong in. */
export function tolerance(word: string): number {
  if (word.length < 3) return 0
  if (word.length < 5) return 1
  return word.length < 9 ? 2 : 3
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LETTERS = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])/gu
