import { SpeechFailed, unknownLanguage } from '../failed.ts'
import { LONGEST_TEXT, plainLanguage, type Voice } from '../port.ts'
import { readable } from '../text/index.ts'
import { ask, type Endpoint, type Question } from './ask.ts'
import { LANGUAGES, type RemoteOptions } from './recognisers.ts'
import { streamed } from './stream.ts'

export interface RemoteVoiceOptions extends RemoteOptions {
  voice: string
}

interface Protocol {
  name: string
  headers(key: string | undefined): Record<string, string>
  question(text: string, language: string, options: RemoteVoiceOptions): Omit<Question, 'signal'>
  /** Of raw sound, where the answer does not say. */
  rate: number
}

const JSON_HEADERS = { 'Content-Type': 'application/json' }

const openai: Protocol = {
  name: 'OpenAI-compatible speech',
  headers: (key) => ({ ...JSON_HEADERS, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) }),
  question: (input, _language, { model, voice }) => ({
    path: '/audio/speech',
    body: JSON.stringify({ model, input, voice, response_format: 'pcm' }),
  }),
  rate: 24_000,
}

const elevenlabs: Protocol = {
  name: 'ElevenLabs speech',
  headers: (key) => ({ ...JSON_HEADERS, 'xi-api-key': `${key}` }),
  question: (text, language, { model, voice }) => ({
    path: `/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=pcm_16000`,
    body: JSON.stringify({
      text,
      model_id: model,
      // The older models find the language themselves and refuse to be told.
      ...(model.includes('multilingual_v') ? {} : { language_code: language }),
    }),
  }),
  rate: 16_000,
}

export const createOpenaiVoice = (options: RemoteVoiceOptions) => createVoice(openai, options)
export const createElevenlabsVoice = (options: RemoteVoiceOptions) => createVoice(elevenlabs, options)

function createVoice(protocol: Protocol, options: RemoteVoiceOptions): Voice {
  const { url, key, retries, pauseMs, timeoutMs = 15_000 } = options
  const endpoint: Endpoint = {
    name: protocol.name,
    headers: protocol.headers(key),
    url,
    key,
    retries,
    pauseMs,
    timeoutMs,
  }
  return {
    name: protocol.name,
    knows: (language) => LANGUAGES.has(plainLanguage(language)),
    async *speak(text, { language, signal }) {
      const plain = plainLanguage(language)
      if (!LANGUAGES.has(plain)) throw unknownLanguage(protocol.name, language)
      if (text.length > LONGEST_TEXT)
        throw new SpeechFailed('too_long', `a text of ${text.length} characters`)
      for (const part of portions(readable(text))) {
        const question = { ...protocol.question(part, plain, options), signal }
        yield* await ask(endpoint, question, (response, watch) =>
          streamed(response, watch, { ...protocol, timeoutMs }),
        )
      }
    },
    close: async () => {},
  }
}

/** What one request may carry, cut between lines or sentences. */
const LONGEST_PORTION = 3_500

function portions(text: string): string[] {
  if (text === '') return []
  if (text.length <= LONGEST_PORTION) return [text]
  const head = text.slice(0, LONGEST_PORTION)
  const at = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. ') + 1)
  const end = at > LONGEST_PORTION / 2 ? at : LONGEST_PORTION
  return [text.slice(0, end).trim().toWellFormed(), ...portions(text.slice(end).trim())]
}
