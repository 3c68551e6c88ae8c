import { availableParallelism } from 'node:os'
import type { Logger } from '../../platform/log.ts'
import { chosen, type SpeechSettings } from './choose.ts'
import { findEspeak } from './embedded/espeak.ts'
import { createFlite } from './embedded/flite.ts'
import { createMoonshine } from './embedded/moonshine.ts'
import { createVad } from './embedded/vad.ts'
import { voicesTogether } from './embedded/voices.ts'
import { findPack, type SpeechPack } from './pack.ts'
import type { Recogniser, SpeechSet, Voice } from './port.ts'
import { createPool, type Pool } from './threads/pool.ts'

export interface SpeechParts {
  pack?: SpeechPack
  /** The program that speaks Malay, Chinese and Tamil where it is installed. */
  espeak?: string
}

type Pools = Record<'hearing' | 'speaking' | 'noticing', Pool>
const IDLE_MS = 10 * 60_000

/**
 * What the settings ask for; refuses before anything starts when they do not say enough. Nothing is loaded before it is used.
 * What is off is logged here, once.
 */
export function createSpeech(
  config: SpeechSettings,
  log: Pick<Logger, 'info' | 'warn'>,
  { pack = findPack(), espeak = 'espeak-ng' }: SpeechParts = {},
): SpeechSet {
  const { stt, tts } = chosen(config)
  const pools = openPools(pack, (detail) => log.warn({ detail }, 'a worker for speech was lost'))
  const off: string[] = []
  const set: SpeechSet = {
    recogniser: stt.kind === 'remote' ? stt.recogniser : embeddedRecogniser(stt.kind, pack, pools, off),
    voice: tts.kind === 'remote' ? tts.voice : embeddedVoice(tts, pools, off, espeak),
    createVad: pack.isReady ? () => createVad(pools.noticing) : undefined,
    off,
    async close() {
      await Promise.all([set.recogniser?.close(), set.voice?.close()])
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
  for (const sentence of off) log.info({}, sentence)
  return set
}

function embeddedRecogniser(
  kind: 'moonshine' | 'none',
  { isReady, why }: SpeechPack,
  pools: Pools,
  off: string[],
): Recogniser | undefined {
  if (kind === 'moonshine' && isReady) return createMoonshine(pools.hearing)
  off.push(
    kind === 'none'
      ? 'Spoken messages are not understood: ICEBOT_STT is none.'
      : `Spoken messages are not understood: the speech pack is missing${why ? ` (${why})` : ''}. Fetch it with: npm run -s icebot -- speech install`,
  )
  return undefined
}

function embeddedVoice(
  { kind, voice }: { kind: 'flite' | 'none'; voice?: string | undefined },
  pools: Pools,
  off: string[],
  program: string,
): Voice | undefined {
  if (kind === 'none') {
    off.push('Replies are not read aloud: ICEBOT_TTS is none.')
    return undefined
  }
  const espeak = findEspeak(program)
  if (!espeak) off.push('Replies in Malay, Chinese and Tamil are not read aloud: espeak-ng is not installed.')
  return voicesTogether([createFlite(pools.speaking, voice), ...(espeak ? [espeak] : [])])
}

/** One that listens is not held up by what others are told, and neither holds up what notices that somebody speaks. */
function openPools({ folder }: SpeechPack, onTrouble: (detail: string) => void): Pools {
  const open = (name: string, size: number, mostWaiting: number, timeoutMs: number) =>
    createPool({
      name,
      size,
      mostWaiting,
      timeoutMs,
      idleMs: IDLE_MS,
      data: { packFolder: folder },
      onTrouble,
    })
  return {
    // Each holds a model in memory, so there are few.
    hearing: open('hearing', availableParallelism() >= 8 ? 2 : 1, 20, 120_000),
    speaking: open('speaking', 1, 100, 30_000),
    noticing: open('noticing', 1, 2_000, 10_000),
  }
}
