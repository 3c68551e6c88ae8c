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

/** Letters to add, drop, change or swap with the next to make one word of the other (optimal string alignment). */
export function distance(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (old[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (old[j - 1] as number) + (same ? 0 : 1),
        swapped ? (older[j - 2] as number) + 1 : Infinity,
      )
    }
    older = old
    old = row
  }
  return old[b.length] as number
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LETTERS = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])/gu
