import type { Clause } from './clauses.ts'
import type { Intent } from './intents.ts'
import { type Mention, namingWords } from './mentions.ts'

/** What a clause without a verb of its own is taken for: what the one before it did. */
export type Act = 'add' | 'more' | 'remove' | undefined

const KEPT: Intent[] = ['remove', 'more', 'set']

export function saidOf(mention: Mention): string {
  const words = mention.words.length > 0 ? mention.words : mention.made.map(({ word }) => word)
  return words.join(' ').slice(0, 60)
}

export function phrasesOf({ meant }: Clause): string[] {
  return meant.map(({ phrase }) => phrase)
}

/** Without the words that say what to do; "less", "no" and "more" may say how to make it, unless they begin the clause. */
export function strippedOf(clause: Clause): string[] {
  return clause.meant
    .filter(
      ({ intent, phrase }) =>
        !KEPT.includes(intent) || around(clause, phrase).before.length === 0 || intent === 'more',
    )
    .map(({ phrase }) => phrase)
}

export function around(clause: Clause, phrase: string | undefined): { before: string[]; after: string[] } {
  const words = clause.tokens.map(({ word }) => word)
  const parts = phrase?.split(' ') ?? []
  const at = words.findIndex((_, i) => parts.every((word, j) => words[i + j] === word))
  return { before: namingWords(words.slice(0, at)), after: namingWords(words.slice(at + parts.length)) }
}
