import { spawn, spawnSync } from 'node:child_process'
import { readWav } from '../../../lib/audio/wav.ts'
import { cancelled, SpeechFailed, unknownLanguage } from '../failed.ts'
import { oneAhead } from '../one-ahead.ts'
import { LONGEST_TEXT, plainLanguage, type Voice } from '../port.ts'
import { spoken, utterances } from '../text/index.ts'

const PROGRAM = 'espeak-ng'
const VOICES: Record<string, string> = { ms: 'ms', zh: 'cmn', ta: 'ta' }
const TIMEOUT_MS = 15_000
const LONGEST_SECONDS = 120
const MOST_BYTES = 16 * 1024 * 1024
/** Each is a process of its own, so only so many at once, over all who speak. */
const MOST_AT_ONCE = 4

/** Malay, Chinese and Tamil by a program that people install themselves; undefined where it is not installed. */
export function findEspeak(program = PROGRAM): Voice | undefined {
  const { status, error } = spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 2_000 })
  return error === undefined && status === 0 ? createEspeak(program) : undefined
}

function createEspeak(program: string): Voice {
  let running = 0
  return {
    name: PROGRAM,
    knows: (language) => Object.hasOwn(VOICES, plainLanguage(language)),
    async *speak(text, { language, signal }) {
      const plain = plainLanguage(language)
      const voice = Object.hasOwn(VOICES, plain) ? VOICES[plain] : undefined
      if (voice === undefined) throw unknownLanguage(PROGRAM, language)
      if (text.length > LONGEST_TEXT)
        throw new SpeechFailed('too_long', `a text of ${text.length} characters`)
      const said = utterances(text).map((sentence) => spoken(sentence, plain))
      yield* oneAhead(
        said,
        async (sentence, stop) => {
          if (running >= MOST_AT_ONCE) throw new SpeechFailed('busy', `${running} of ${PROGRAM} are running`)
          running++
          try {
            return await sentenceOf(program, voice, sentence, stop)
          } finally {
            running--
          }
        },
        signal,
      )
    },
    close: async () => {},
  }
}

/** The text goes in by stdin, never as an argument: it is what a stranger wrote. */
function sentenceOf(program: string, voice: string, text: string, signal: AbortSignal): Promise<Int16Array> {
  if (signal.aborted) return Promise.reject(cancelled())
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['-v', voice, '-b', '1', '--stdin', '--stdout'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const parts: Buffer[] = []
    let bytes = 0
    const end = (failure: SpeechFailed) => {
      child.kill('SIGKILL')
      reject(failure)
    }
    const giveUp = () => end(cancelled())
    const late = setTimeout(() => end(new SpeechFailed('timed_out', `${PROGRAM} took too long`)), TIMEOUT_MS)
    signal.addEventListener('abort', giveUp)
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MOST_BYTES) end(new SpeechFailed('broken', `${PROGRAM} spoke without end`))
      else parts.push(part)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      end(new SpeechFailed('broken', `${PROGRAM} cannot be run (${error.code})`))
    })
    child.on('close', (code) => {
      clearTimeout(late)
      signal.removeEventListener('abort', giveUp)
      const read = readWav(Buffer.concat(parts), { maxSeconds: LONGEST_SECONDS })
      if (code === 0 && read.outcome === 'read') resolve(read.audio)
      else reject(new SpeechFailed('broken', `${PROGRAM} ended with ${code} and made no sound`))
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })
}
