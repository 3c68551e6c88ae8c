import type { Config } from '../../config.ts'
import { UserError } from '../../lib/user-error.ts'
import { FLITE_VOICES } from './embedded/flite.ts'
import type { Recogniser, Voice } from './port.ts'
import {
  createDeepgram,
  createElevenlabsRecogniser,
  createOpenaiRecogniser,
  type RemoteOptions,
} from './remote/recognisers.ts'
import { createElevenlabsVoice, createOpenaiVoice, type RemoteVoiceOptions } from './remote/voices.ts'

export type SpeechSettings = Pick<
  Config,
  | 'stt'
  | 'sttUrl'
  | 'sttKey'
  | 'sttModel'
  | 'tts'
  | 'ttsUrl'
  | 'ttsKey'
  | 'ttsModel'
  | 'ttsVoice'
  | 'elevenlabsKey'
>

export interface Chosen {
  stt: { kind: 'moonshine' | 'none' } | { kind: 'remote'; recogniser: Recogniser }
  tts: { kind: 'flite' | 'none'; voice?: string | undefined } | { kind: 'remote'; voice: Voice }
}

const DEEPGRAM_URL = 'https://api.deepgram.com/v1'
const ELEVENLABS_URL = 'https://api.elevenlabs.io/v1'

const recognisers: Record<string, (options: RemoteOptions) => Recogniser> = {
  'openai-compatible': createOpenaiRecogniser,
  deepgram: createDeepgram,
  elevenlabs: createElevenlabsRecogniser,
}
const voices: Record<string, (options: RemoteVoiceOptions) => Voice> = {
  'openai-compatible': createOpenaiVoice,
  elevenlabs: createElevenlabsVoice,
}
/** What goes without saying; what is missing here must be set. */
const defaults: Record<
  string,
  { url?: string; sttModel?: string; ttsModel?: string; voice?: string; needsKey?: true }
> = {
  'openai-compatible': { voice: 'alloy' },
  deepgram: { url: DEEPGRAM_URL, sttModel: 'nova-3', needsKey: true },
  elevenlabs: { url: ELEVENLABS_URL, sttModel: 'scribe_v2', ttsModel: 'eleven_flash_v2_5', needsKey: true },
}

/** Everything that is missing is said at once. */
export function chosen(config: SpeechSettings): Chosen {
  const faults: string[] = []
  const stt = chosenRecogniser(config, faults)
  const tts = chosenVoice(config, faults)
  if (!stt || !tts || faults.length > 0) throw new UserError(faults.join('\n'))
  return { stt, tts }
}

function chosenRecogniser(config: SpeechSettings, faults: string[]): Chosen['stt'] | undefined {
  const { stt: kind, sttKey, sttModel } = config
  const create = recognisers[kind]
  if (kind === 'moonshine' || kind === 'none' || !create) return { kind: kind as 'moonshine' | 'none' }
  const known = defaults[kind] ?? {}
  const url = versioned(config.sttUrl ?? known.url, known.url)
  const key = sttKey ?? (kind === 'elevenlabs' ? config.elevenlabsKey : undefined)
  const model = sttModel ?? known.sttModel
  const missing = [
    ...(url === undefined ? ['ICEBOT_STT_URL'] : []),
    ...(known.needsKey && key === undefined ? [keyName('ICEBOT_STT_KEY', kind)] : []),
    ...(model === undefined ? ['ICEBOT_STT_MODEL'] : []),
  ]
  if (missing.length > 0) faults.push(notEnough(`ICEBOT_STT=${kind}`, missing, 'ICEBOT_STT=none'))
  if (url === undefined || model === undefined || missing.length > 0) return undefined
  return { kind: 'remote', recogniser: create({ url, key, model }) }
}

function chosenVoice(config: SpeechSettings, faults: string[]): Chosen['tts'] | undefined {
  const { tts: kind, ttsKey, ttsModel, ttsVoice } = config
  const create = voices[kind]
  if (kind === 'flite' && ttsVoice !== undefined && !FLITE_VOICES.includes(ttsVoice as never))
    faults.push(`ICEBOT_TTS_VOICE of flite must be one of ${FLITE_VOICES.join(', ')}, not "${ttsVoice}".`)
  if (kind === 'flite' || kind === 'none' || !create)
    return { kind: kind as 'flite' | 'none', voice: ttsVoice }
  const known = defaults[kind] ?? {}
  const url = versioned(config.ttsUrl ?? known.url, known.url)
  const key = ttsKey ?? (kind === 'elevenlabs' ? config.elevenlabsKey : undefined)
  const model = ttsModel ?? known.ttsModel
  const voice = ttsVoice ?? known.voice
  const missing = [
    ...(url === undefined ? ['ICEBOT_TTS_URL'] : []),
    ...(known.needsKey && key === undefined ? [keyName('ICEBOT_TTS_KEY', kind)] : []),
    ...(model === undefined ? ['ICEBOT_TTS_MODEL'] : []),
    ...(voice === undefined ? ['ICEBOT_TTS_VOICE'] : []),
  ]
  if (missing.length > 0) faults.push(notEnough(`ICEBOT_TTS=${kind}`, missing, 'ICEBOT_TTS=none'))
  if (url === undefined || model === undefined || voice === undefined || missing.length > 0) return undefined
  return { kind: 'remote', voice: create({ url, key, model, voice }) }
}

/** Where a provider has an address of its own, one without a path is the same one elsewhere. */
function versioned(url: string | undefined, own: string | undefined): string | undefined {
  return url !== undefined && own !== undefined && new URL(url).pathname === '/' ? `${url}/v1` : url
}

function keyName(name: string, kind: string): string {
  return kind === 'elevenlabs' ? 'ELEVENLABS_API_KEY' : name
}

function notEnough(setting: string, missing: string[], without: string): string {
  return `${setting} needs ${missing.join(' and ')}: set ${missing.length > 1 ? 'them' : 'it'} as docs/speech.md shows, or set ${without} to go without.`
}
