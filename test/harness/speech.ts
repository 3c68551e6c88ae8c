import { SAMPLE_RATE } from '../../src/lib/audio/samples.ts'
import type { SpeechSet } from '../../src/providers/speech/index.ts'

/** Speech that knows every language and says every sentence with a beep: for tests of what is done with sound. */
export function beepingSpeech(seconds = 0.4): SpeechSet {
  const beep = Int16Array.from({ length: Math.round(SAMPLE_RATE * seconds) }, (_, i) => {
    return 8_000 * Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE)
  })
  return {
    recogniser: undefined,
    voice: {
      name: 'beep',
      knows: () => true,
      async *speak() {
        yield beep.slice()
      },
      close: async () => {},
    },
    off: [],
    close: async () => {},
  }
}
