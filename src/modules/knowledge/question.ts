import { stopWords } from './stop-words.ts'
import { hints, subjects, type Topic, topics } from './topics.ts'
import { formsOf, mayBe, wordsIn } from './words.ts'

/** One thing that a question asks for: passages that have any of its words. */
export interface Asked {
  /** As it was written. */
  word: string
  /** What to look for: words, and phrases of words with spaces between. */
  names: string[]
  /** How much it says; undefined: the rarer it is in the documents, the more. */
  weight?: number
  /** It only helps to choose, unless there is nothing else. */
  isHint: boolean
  /** It was taken for a misspelling. */
  isGuess: boolean
}

/** A question as long as a letter is cut. */
const MAX_CHARACTERS = 1_000
const MAX_ASKED = 16
const LONGEST_PHRASE = 3

export function readQuestion(question: string): Asked[] {
  const words = wordsIn(question.slice(0, MAX_CHARACTERS))
  const asked = new Map<string, Asked>()
  for (let i = 0; i < words.length && asked.size < MAX_ASKED; ) {
    const [entry, length] = topicAt(words, i)
    const word = words.slice(i, i + length).join(' ')
    const one = entry ? ofTopic(word, entry) : ordinary(word)
    const [key = ''] = one?.names ?? []
    if (one && !asked.has(key)) asked.set(key, one)
    i += length
  }
  return [...asked.values()]
}

/** What a word that nobody wrote may have been meant to be: a topic, or one of these words of the documents. */
export function guess({ word }: Asked, similar: string[]): Asked | undefined {
  const known = similar.filter((candidate) => mayBe(word, candidate))
  const [first] = known
  const entry = entries.get(first ?? signs.find((name) => mayBe(word, name)) ?? '')
  if (entry) return { ...ofTopic(word, entry), isGuess: true }
  if (first === undefined) return undefined
  return { word, names: known, isHint: false, isGuess: true }
}

interface Entry {
  topic: Topic
  isHint: boolean
  names: string[]
}

/** Every word and phrase that is a sign of a topic, in all its forms. */
const entries = new Map<string, Entry>()
for (const [list, isHint] of [[topics, false] as const, [hints, true] as const]) {
  for (const topic of list) {
    const entry = {
      topic,
      isHint,
      names: unique([...topic.words, ...(topic.also ?? [])].flatMap(variantsOf)),
    }
    for (const name of topic.words.flatMap(signsOf)) if (!entries.has(name)) entries.set(name, entry)
  }
}

/** What a misspelt word may stand for that nobody wrote. Not any thing: `floor` would soon be flour. */
const signs = [...subjects, ...hints].flatMap(({ words }) => words)

function variantsOf(name: string): string[] {
  return name.includes(' ') ? [name, `${name}s`] : formsOf(name)
}

/** A form that is an everyday word of its own is no sign: `pakai` (to use) is not of `pakaian` (clothes). */
function signsOf(name: string): string[] {
  return variantsOf(name).filter((variant) => variant === name || !stopWords.has(variant))
}

function topicAt(words: string[], i: number): [Entry | undefined, number] {
  for (let length = LONGEST_PHRASE; length > 0; length--) {
    const entry = entries.get(words.slice(i, i + length).join(' '))
    if (entry && i + length <= words.length) return [entry, length]
  }
  return [undefined, 1]
}

function ofTopic(word: string, { topic: { weight }, isHint, names }: Entry): Asked {
  return { word, names, weight, isHint, isGuess: false }
}

function ordinary(word: string): Asked | undefined {
  if (stopWords.has(word) || /^[a-z]$/.test(word)) return undefined
  return { word, names: formsOf(word), isHint: /^\p{N}+$/u.test(word), isGuess: false }
}

function unique(names: string[]): string[] {
  return [...new Set(names)]
}
