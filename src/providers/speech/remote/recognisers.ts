import { SAMPLE_RATE } from '../../../lib/audio/samples.ts'
import { writeWav } from '../../../lib/audio/wav.ts'
import { SpeechFailed, unknownLanguage } from '../failed.ts'
import { LONGEST_AUDIO_SECONDS, plainLanguage, type Recogniser } from '../port.ts'
import { ask, type Endpoint, type Question, type Watch } from './ask.ts'
import { Nonsense } from './fault.ts'

export interface RemoteOptions {
  url: string
  key?: string | undefined
  model: string
  retries?: number | undefined
  pauseMs?: number | undefined
  timeoutMs?: number | undefined
}

/** How a provider is asked for the words in a WAV file, and where it puts them. */
interface Protocol {
  name: string
  headers(key: string | undefined): Record<string, string>
  question(wav: Uint8Array<ArrayBuffer>, language: string, model: string): Omit<Question, 'signal'>
  /** Undefined when they are not where they belong. */
  text(answer: unknown): unknown
}

const openai: Protocol = {
  name: 'OpenAI-compatible transcription',
  headers: (key) => (key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  question: (wav, language, model) => ({
    path: '/audio/transcriptions',
    body: form({ model, language, response_format: 'json' }, wav),
  }),
  text: (answer) => (answer as { text?: unknown }).text,
}

const deepgram: Protocol = {
  name: 'Deepgram',
  headers: (key) => ({ Authorization: `Token ${key}` }),
  question: (wav, language, model) => ({
    path: `/listen?${new URLSearchParams({ model, language, smart_format: 'true' })}`,
    headers: { 'Content-Type': 'audio/wav' },
    body: wav,
  }),
  text: (answer) => {
    const { results } = answer as { results?: { channels?: { alternatives?: { transcript?: unknown }[] }[] } }
    return results?.channels?.[0]?.alternatives?.[0]?.transcript
  },
}

const elevenlabs: Protocol = {
  name: 'ElevenLabs transcription',
  headers: (key) => ({ 'xi-api-key': `${key}` }),
  question: (wav, language, model) => ({
    path: '/speech-to-text',
    // Without events such as "(laughter)", and without the time of every word.
    body: form(
      { model_id: model, language_code: language, tag_audio_events: 'false', timestamps_granularity: 'none' },
      wav,
    ),
  }),
  text: (answer) => (answer as { text?: unknown }).text,
}

export const createOpenaiRecogniser = (options: RemoteOptions) => createRecogniser(openai, options)
export const createDeepgram = (options: RemoteOptions) => createRecogniser(deepgram, options)
export const createElevenlabsRecogniser = (options: RemoteOptions) => createRecogniser(elevenlabs, options)

/** What shops here speak; these providers know them all. */
export const LANGUAGES = new Set(['en', 'ms', 'zh', 'ta'])
const MOST_BYTES = 4 * 1024 * 1024

function createRecogniser(protocol: Protocol, { model, ...options }: RemoteOptions): Recogniser {
  const endpoint: Endpoint = {
    name: protocol.name,
    key: undefined,
    headers: protocol.headers(options.key),
    ...options,
  }
  return {
    name: protocol.name,
    knows: (language) => LANGUAGES.has(plainLanguage(language)),
    async transcribe(audio, { language, signal }) {
      const plain = plainLanguage(language)
      if (!LANGUAGES.has(plain)) throw unknownLanguage(protocol.name, language)
      const seconds = audio.length / SAMPLE_RATE
      if (seconds > LONGEST_AUDIO_SECONDS)
        throw new SpeechFailed('too_long', `${Math.ceil(seconds)} s of sound`)
      if (audio.length === 0) return ''
      const wav = writeWav(audio) as Uint8Array<ArrayBuffer>
      return ask(endpoint, { ...protocol.question(wav, plain, model), signal }, async (response, watch) =>
        wordsIn(protocol, await readAll(response, watch)),
      )
    },
    close: async () => {},
  }
}

function wordsIn(protocol: Protocol, answer: string): string {
  let text: unknown
  try {
    text = protocol.text(JSON.parse(answer))
  } catch {}
  if (typeof text !== 'string') throw new Nonsense('its answer makes no sense')
  // No database takes control characters.
  return text
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
}

async function readAll(response: Response, watch: Watch): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > MOST_BYTES) throw new Nonsense('it answered without end')
  }
  watch.end()
  return text + decoder.decode()
}

function form(fields: Record<string, string>, wav: Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  // The name tells servers what kind of file it is.
  data.append('file', new Blob([wav], { type: 'audio/wav' }), 'speech.wav')
  return data
}
