import { SAMPLE_RATE } from '../../../lib/audio/samples.ts'
import { SpeechFailed, unknownLanguage } from '../failed.ts'
import { LONGEST_AUDIO_SECONDS, plainLanguage, type Recogniser } from '../port.ts'
import type { Pool } from '../threads/pool.ts'

/** English, on this machine. Of any other language it would make fluent English that nobody said. */
export function createMoonshine(pool: Pool): Recogniser {
  return {
    name: 'moonshine',
    knows: (language) => plainLanguage(language) === 'en',
    async transcribe(audio, { language, signal }) {
      if (plainLanguage(language) !== 'en') throw unknownLanguage('moonshine', language)
      const seconds = audio.length / SAMPLE_RATE
      if (seconds > LONGEST_AUDIO_SECONDS)
        throw new SpeechFailed('too_long', `${Math.ceil(seconds)} s of sound`)
      return audio.length === 0 ? '' : pool.run('moonshine', { audio }, signal)
    },
    close: async () => {},
  }
}
