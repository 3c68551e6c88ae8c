import { SAMPLE_RATE } from '../../lib/audio/samples.ts'
import { utterances, type Voice } from '../../providers/speech/index.ts'
import type { Clock } from './clock.ts'
import type { Line } from './line.ts'

export interface Mouth {
  /**
   * Says it after what is being said already. True once it was heard, false when it is not said any further. `isMore`: it
   * goes on from what was said last, even if that was heard to its end long ago.
   */
  say(text: string, language: string, isMore?: boolean): Promise<boolean>
  isSpeaking(): boolean
  /** How much is still to be heard, as far as it is known. */
  leftMs(): number
  /** Falls silent at once, and can go on from there. */
  pause(): void
  resume(): void
  /** Falls silent for good; what was heard of the words, and whether some were not. */
  stop(): { heard: string; isCut: boolean }
}

export interface MouthParts {
  line: Line
  voice: Voice
  clock: Clock
  signal: AbortSignal
  /** Each piece as it goes out, and when it will be heard. */
  sent(piece: Int16Array, atMs: number): void
  onTrouble(error: unknown): void
}

/** Sent so far ahead of what is heard: enough for an unsteady network, little enough to fall silent at once. */
const LEAD_MS = 160
const STEP_MS = 20
const STEP = (SAMPLE_RATE * STEP_MS) / 1_000

interface Sentence {
  text: string
  language: string
  /** Where its sound begins and ends; the end is known once all of it was made. */
  from?: number
  to?: number
  done(wasHeard: boolean): void
}

/** Speaks sentence by sentence, the next being made while one is heard, and knows at every moment what was heard. */
export function createMouth(parts: MouthParts): Mouth {
  const { line, voice, clock, signal } = parts
  let speech = newSpeech()

  function newSpeech(before = '') {
    return {
      /** What was heard of the same reply before it had to wait for its rest. */
      before,
      sentences: [] as Sentence[],
      sound: [] as Int16Array[],
      made: 0,
      sent: 0,
      /** The moment at which its first sample would have been heard, had it never been interrupted. */
      anchor: 0,
      isPaused: false,
      isOver: false,
      isMaking: false,
      isSending: false,
    }
  }
  type Speech = ReturnType<typeof newSpeech>

  const samples = (ms: number) => Math.floor((ms * SAMPLE_RATE) / 1_000)
  const heardOf = (one: Speech) => Math.max(0, Math.min(one.sent, samples(clock.now() - one.anchor)))

  async function make(one: Speech): Promise<void> {
    if (one.isMaking) return
    one.isMaking = true
    for (let i = 0; i < one.sentences.length && !one.isOver; i++) {
      const sentence = one.sentences[i] as Sentence
      if (sentence.to !== undefined) continue
      sentence.from = one.made
      try {
        for await (const piece of voice.speak(sentence.text, { language: sentence.language, signal })) {
          if (one.isOver) break
          one.sound.push(piece)
          one.made += piece.length
          void send(one)
        }
      } catch (error) {
        if (!signal.aborted) parts.onTrouble(error)
      }
      sentence.to = one.made
    }
    one.isMaking = false
    void send(one)
  }

  /** Keeps the line a little ahead of the ear until everything made so far was heard. */
  async function send(one: Speech): Promise<void> {
    if (one.isSending) return
    one.isSending = true
    while (!one.isOver && !one.isPaused && !signal.aborted) {
      const heard = heardOf(one)
      // It had to wait for sound to be made: time begins anew where it stopped.
      if (one.sent === heard) one.anchor = clock.now() - (one.sent * 1_000) / SAMPLE_RATE
      for (const sentence of one.sentences)
        if (sentence.to !== undefined && sentence.to <= heard) sentence.done(true)
      while (one.sent < one.made && one.sent - heardOf(one) < samples(LEAD_MS)) sendStep(one)
      if (one.sent === one.made && heardOf(one) === one.made) break
      await clock.sleep(STEP_MS, signal)
    }
    one.isSending = false
    if (one.isPaused || one.isMaking) return
    for (const { done } of one.sentences) done(!one.isOver && !signal.aborted)
    if (one === speech && !one.isOver) speech = newSpeech(wordsHeard(one, one.made))
  }

  function sendStep(one: Speech): void {
    const piece = cut(one.sound, one.sent, Math.min(one.sent + STEP, one.made))
    parts.sent(piece, one.anchor + (one.sent * 1_000) / SAMPLE_RATE)
    line.send(piece)
    one.sent += piece.length
  }

  function halt(one: Speech): number {
    const heard = heardOf(one)
    one.sent = heard
    line.clear()
    return heard
  }

  return {
    async say(text, language, isMore = false) {
      const one = speech
      if (!isMore && one.sentences.length === 0) one.before = ''
      const all = utterances(text).map(
        (sentence) => new Promise<boolean>((done) => one.sentences.push({ text: sentence, language, done })),
      )
      void make(one)
      return (await Promise.all(all)).every(Boolean)
    },
    isSpeaking: () => speech.sentences.length > 0,
    leftMs: () => ((speech.made - heardOf(speech)) * 1_000) / SAMPLE_RATE,
    pause() {
      if (speech.isPaused || speech.sentences.length === 0) return
      speech.isPaused = true
      halt(speech)
    },
    resume() {
      if (!speech.isPaused) return
      speech.isPaused = false
      void send(speech)
    },
    stop() {
      const one = speech
      speech = newSpeech()
      if (one.sentences.length === 0) return { heard: one.before, isCut: false }
      const heard = one.isPaused ? one.sent : halt(one)
      one.isOver = true
      for (const { done } of one.sentences) done(false)
      return { heard: wordsHeard(one, heard), isCut: heard < one.made || one.isMaking }
    },
  }
}

/** Samples of a sequence of pieces. */
function cut(pieces: Int16Array[], from: number, to: number): Int16Array {
  const out = new Int16Array(to - from)
  let start = 0
  for (const piece of pieces) {
    const end = start + piece.length
    if (end > from && start < to) {
      const part = piece.subarray(Math.max(0, from - start), Math.min(piece.length, to - start))
      out.set(part, Math.max(start, from) - from)
    }
    start = end
    if (start >= to) break
  }
  return out
}

/** Whole sentences that were heard, and of the one that was cut its first words. */
function wordsHeard({ before, sentences }: { before: string; sentences: Sentence[] }, heard: number): string {
  const texts = sentences.map(({ text, from, to }) => {
    if (from === undefined || heard <= from) return ''
    if (to === undefined || heard >= to) return to === undefined ? '' : text
    const words = text.split(' ')
    return words.slice(0, Math.floor((words.length * (heard - from)) / (to - from))).join(' ')
  })
  return [before, ...texts].filter((text) => text !== '').join(' ')
}
