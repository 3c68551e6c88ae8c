import { joined } from '../../../lib/audio/samples.ts'
import type { Recogniser, Voice } from '../../speech/index.ts'
import type { Clock } from '../port.ts'
import type { Script } from './script.ts'
import type { FarEnd } from './wire.ts'

export interface PersonParts {
  voice: Voice | undefined
  /** With one the person understands what it is told; without it keeps to the order of its script. */
  recogniser: Recogniser | undefined
  /** What the agent said last, where that is on record: understood without listening twice to the same words. */
  words?: (() => Promise<string | undefined>) | undefined
  clock: Clock
  /** How much faster than ours the clock runs. Thinking does not run faster with it. */
  speed: number
}

const RATE = 16_000
const GREETING = 'Hello, good morning.'
const STILL_THERE = 'Hello, are you still there?'
const LOOK_MS = 100
/** So long after the last sound of the agent it is the person's turn; in time of ours it takes as long as thinking may. */
const PAUSE_MS = 2_000
const OUR_PAUSE_MS = 700
const IMPATIENT_MS = 15_000
const OUR_IMPATIENT_MS = 8_000
const LONGEST_MS = 240_000
/** Below this it is silence. */
const QUIET = 200
const MOST_TURNS = 20
/** So often the person asks into the silence before it hangs up. */
const MOST_SILENCES = 2

/** Talks like somebody who was rung up, until everything is said, nobody answers any more, or the line is closed. */
export async function talkAsPerson(parts: PersonParts, far: FarEnd, script: Script): Promise<void> {
  const { clock } = parts
  const until = clock.now() + LONGEST_MS
  let silences = 0
  const say = async (text: string) => {
    await far.say(await spoken(parts, text))
    // Who speaks does not listen.
    far.heard()
  }
  await say(GREETING)
  for (let turn = 0; turn < MOST_TURNS && clock.now() < until; turn++) {
    const heard = await listen(parts, far)
    if (far.closed.aborted) break
    if (heard === undefined) {
      if (++silences > MOST_SILENCES) break
      await say(STILL_THERE)
      continue
    }
    const line = script.next(await understood(parts, heard))
    if (line === undefined) break
    await say(line)
  }
  far.hangUp()
}

/** An answering machine: its greeting, a tone, then it listens until whoever called has done. */
export async function talkAsMachine(parts: PersonParts, far: FarEnd): Promise<void> {
  const greeting = 'You have reached my voice mail. Please leave a message after the tone.'
  await far.say(await spoken(parts, greeting))
  await far.say(tone(1_000, 600))
  await listen(parts, far)
  far.hangUp()
}

/** What the agent said, once it has said it; undefined when it says nothing at all. */
async function listen({ clock, speed }: PersonParts, far: FarEnd): Promise<Int16Array | undefined> {
  const pauseMs = Math.max(PAUSE_MS, OUR_PAUSE_MS * speed)
  const impatientMs = Math.max(IMPATIENT_MS, OUR_IMPATIENT_MS * speed)
  const since = clock.now()
  const pieces: Int16Array[] = []
  // What began while the person spoke is heard to its end.
  let wasLoud = far.soundsUntil() > since
  while (!far.closed.aborted) {
    for (const piece of far.heard()) {
      pieces.push(piece)
      wasLoud ||= isLoud(piece)
    }
    if (wasLoud && clock.now() > far.soundsUntil() + pauseMs) return joined(pieces)
    if (!wasLoud && clock.now() > since + impatientMs) return undefined
    await clock.sleep(LOOK_MS, far.closed)
  }
  return undefined
}

async function understood(
  { words, recogniser }: PersonParts,
  heard: Int16Array,
): Promise<string | undefined> {
  try {
    const known = await words?.()
    if (known !== undefined) return known
    return recogniser?.knows('en') ? await recogniser.transcribe(heard, { language: 'en' }) : undefined
  } catch {
    return undefined
  }
}

/** Without a voice, or when it fails, the person hums: somebody is there, if hard to understand. */
async function spoken({ voice }: PersonParts, text: string): Promise<Int16Array> {
  try {
    const pieces: Int16Array[] = []
    if (voice?.knows('en'))
      for await (const piece of voice.speak(text, { language: 'en' })) pieces.push(piece)
    if (pieces.length > 0) return joined(pieces)
  } catch {}
  return tone(180, text.length * 60)
}

function tone(hertz: number, ms: number): Int16Array {
  const step = (2 * Math.PI * hertz) / RATE
  return Int16Array.from({ length: Math.round((ms * RATE) / 1000) }, (_, i) => Math.sin(i * step) * 6_000)
}

function isLoud(piece: Int16Array): boolean {
  return piece.some((sample) => sample > QUIET || sample < -QUIET)
}
