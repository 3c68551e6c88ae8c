import { SpeechFailed, unknownLanguage } from '../failed.ts'
import { oneAhead } from '../one-ahead.ts'
import { LONGEST_TEXT, plainLanguage, type SpeechOptions, type Voice } from '../port.ts'
import { spoken, utterances } from '../text/index.ts'
import type { Pool } from '../threads/pool.ts'

export const FLITE_VOICES = ['slt', 'awb', 'rms', 'kal16', 'kal'] as const

/** English, made on this machine. */
export function createFlite(pool: Pool, voice: string = FLITE_VOICES[0]): Voice {
  return {
    name: 'flite',
    knows: (language) => plainLanguage(language) === 'en',
    async *speak(text: string, { language, signal }: SpeechOptions) {
      if (plainLanguage(language) !== 'en') throw unknownLanguage('flite', language)
      if (text.length > LONGEST_TEXT)
        throw new SpeechFailed('too_long', `a text of ${text.length} characters`)
      const said = utterances(text)
        .map((sentence) => plain(spoken(sentence, 'en')))
        .filter((sentence) => /[a-z\d]/i.test(sentence))
      yield* oneAhead(said, (sentence, stop) => pool.run('flite', { text: sentence, voice }, stop), signal)
    },
    close: async () => {},
  }
}

/** It knows no letters but English ones: accents are taken off, other scripts left out. */
function plain(sentence: string): string {
  return sentence
    .replace(/[‘’]/g, "'")
    .replace(/\s*[—–]\s*/g, ', ')
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
}
