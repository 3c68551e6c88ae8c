import { readable } from './readable.ts'
import { sentences } from './sentences.ts'
import { spoken } from './spoken.ts'

export { readable, sentences, spoken }

/** What a voice says one after the other. */
export function utterances(text: string): string[] {
  return sentences(readable(text))
}
