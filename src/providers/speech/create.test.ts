import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createSpeech } from './index.ts'

const gone = { folder: '/no/such/folder', isReady: false, why: undefined, parts: [] }
const parts = { pack: gone, espeak: 'no-such-program' }
const log = { info() {}, warn() {} }
const open = (env: Record<string, string>) => createSpeech(readConfig(env), log, parts)

it.each([
  [
    {
      ICEBOT_STT: 'openai-compatible',
      ICEBOT_STT_URL: 'http://127.0.0.1:8000/v1',
      ICEBOT_STT_MODEL: 'whisper-1',
    },
    'OpenAI-compatible transcription',
    'flite',
  ],
  [{ ICEBOT_STT: 'deepgram', ICEBOT_STT_KEY: 'dg-12345' }, 'Deepgram', 'flite'],
  [{ ICEBOT_STT: 'elevenlabs', ELEVENLABS_API_KEY: 'el-12345' }, 'ElevenLabs transcription', 'flite'],
  [
    { ICEBOT_TTS: 'elevenlabs', ELEVENLABS_API_KEY: 'el-12345', ICEBOT_TTS_VOICE: 'JBFqnCBsd6RMkjVDRZzb' },
    undefined,
    'ElevenLabs speech',
  ],
  [
    {
      ICEBOT_TTS: 'openai-compatible',
      ICEBOT_TTS_URL: 'https://api.openai.com/v1',
      ICEBOT_TTS_MODEL: 'tts-1',
    },
    undefined,
    'OpenAI-compatible speech',
  ],
  [{ ICEBOT_STT: 'none', ICEBOT_TTS: 'none' }, undefined, undefined],
])('%j hears with %s and speaks with %s', (env, recogniser, voice) => {
  const set = open(env as Record<string, string>)
  expect(set.recogniser?.name).toBe(recogniser)
  expect(set.voice?.name).toBe(voice)
})

it.each([
  [
    { ICEBOT_STT: 'openai-compatible' },
    'ICEBOT_STT=openai-compatible needs ICEBOT_STT_URL and ICEBOT_STT_MODEL: set them',
  ],
  [{ ICEBOT_STT: 'deepgram' }, 'ICEBOT_STT=deepgram needs ICEBOT_STT_KEY: set it'],
  [{ ICEBOT_STT: 'elevenlabs' }, 'ICEBOT_STT=elevenlabs needs ELEVENLABS_API_KEY: set it'],
  [
    { ICEBOT_TTS: 'elevenlabs' },
    'ICEBOT_TTS=elevenlabs needs ELEVENLABS_API_KEY and ICEBOT_TTS_VOICE: set them',
  ],
  [
    { ICEBOT_TTS: 'openai-compatible' },
    'ICEBOT_TTS=openai-compatible needs ICEBOT_TTS_URL and ICEBOT_TTS_MODEL: set them',
  ],
  [{ ICEBOT_TTS_VOICE: 'alloy' }, 'ICEBOT_TTS_VOICE of flite must be one of slt, awb'],
])('%j is refused before anything starts', (env, sentence) => {
  expect(() => open(env as Record<string, string>)).toThrow(sentence)
})

it('everything that is missing is said at once', () => {
  expect(() => open({ ICEBOT_STT: 'deepgram', ICEBOT_TTS: 'elevenlabs' })).toThrow(
    /ICEBOT_STT=deepgram needs[^\n]*\nICEBOT_TTS=elevenlabs needs/,
  )
})

it.each([
  ['ICEBOT_STT', 'whisper', /^ICEBOT_STT must be one of/],
  ['ICEBOT_TTS_VOICE', '../../secret', /^ICEBOT_TTS_VOICE must be one word/],
  ['ICEBOT_STT_KEY', 'with a space', /^ICEBOT_STT_KEY must have at least 5/],
])('%s=%s is no setting', (name, value, fault) => {
  expect(() => readConfig({ [name]: value })).toThrow(fault)
})

it('without the pack the service starts, and one sentence says what is off', () => {
  const said: string[] = []
  const set = createSpeech(
    readConfig({}),
    { info: (_, text) => void said.push(text), warn() {} },
    { ...parts, pack: { ...gone, why: 'ENOTFOUND' } },
  )
  expect(set.recogniser).toBeUndefined()
  expect(set.createVad).toBeUndefined()
  expect(set.voice?.knows('en')).toBe(true)
  expect(set.off).toEqual(said)
  expect(said[0]).toBe(
    'Spoken messages are not understood: the speech pack is missing (ENOTFOUND). Fetch it with: npm run -s icebot -- speech install',
  )
})
