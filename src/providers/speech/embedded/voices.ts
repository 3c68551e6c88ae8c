import { unknownLanguage } from '../failed.ts'
import type { Voice } from '../port.ts'

/** Several voices as one: each language by the first that knows it. */
export function voicesTogether(voices: Voice[]): Voice {
  const who = (language: string) => voices.find((voice) => voice.knows(language))
  return {
    name: voices.map(({ name }) => name).join(' and '),
    knows: (language) => who(language) !== undefined,
    async *speak(text, options) {
      const voice = who(options.language)
      if (!voice) throw unknownLanguage('the embedded voice', options.language)
      yield* voice.speak(text, options)
    },
    async close() {
      for (const voice of voices) await voice.close()
    },
  }
}
