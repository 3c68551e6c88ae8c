import { setMaxListeners } from 'node:events'
import type { Uuid } from '../../lib/ids.ts'
import type { Recogniser, SpeechSet, Vad, Voice } from '../../providers/speech/index.ts'
import { type Language, languages } from '../brain/index.ts'
import { createEar, type Ear } from './ear.ts'
import type { Moment } from './endpoint.ts'
import { createMouth, type Mouth } from './mouth.ts'
import { withNumerals } from './numerals.ts'
import type { TalkEnd, TalkEvent, TalkOptions, TalkParts } from './options.ts'
import { phrases } from './phrases.ts'
import { recorded } from './recorded.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { isFarewell, isOnlyListening, machineIn } from './small-words.ts'
import { forTheEar } from './spoken.ts'
import { createWatch, MACHINE_MS, type Watch, watchForMachine } from './watch.ts'

const MOST_FAULTS = 3
const MOST_WAITING = 5
/** With so much of our words left, an "okay" means go on; with less it is an answer. */
const ANSWERABLE_MS = 700
const DIGITS_MS = 2_000
const LEAVING_MS = 15_000
/** Half a second of silence. */
const WARMING = 8_000

/** Whether a talk in this language could be had with this speech at all. */
export function canTalk({ recogniser, voice, createVad }: SpeechSet, language: string): boolean {
  return recogniser?.knows(language) === true && voice !== undefined && createVad !== undefined
}

/** One spoken conversation, whatever carries it: we listen, think, speak, and let ourselves be interrupted. */
export async function talk(parts: TalkParts, options: TalkOptions): Promise<TalkEnd> {
  const { recogniser, voice, createVad } = parts.speech
  if (recogniser && voice && createVad)
    return new Talk(parts, options, { recogniser, voice, vad: createVad() }).run()
  options.line.hangUp()
  return { reason: 'failed', seconds: 0, recording: undefined, lostFrames: 0 }
}

/** How a reply begins that is said while the rest of it is still thought. */
interface Beginning {
  text: string
  wasHeard: Promise<boolean>
  /** What was heard of it, once somebody cut it short. */
  cutAt?: string
}

class Talk {
  readonly #parts: TalkParts
  readonly #options: TalkOptions
  readonly #recogniser: Recogniser
  readonly #voice: Voice
  readonly #language: Language
  readonly #mouth: Mouth
  readonly #ear: Ear
  readonly #recorder: Recorder | undefined
  readonly #stopping = new AbortController()
  readonly #signal: AbortSignal
  readonly #begun: number
  readonly #watch: Watch
  #end: (reason: TalkEnd['reason']) => void = () => {}
  /** What a pause may already have been understood as. */
  #guess: { text: Promise<string>; stop: AbortController } | undefined
  /** Utterances are answered one after the other. */
  #answered: Promise<void> = Promise.resolve()
  #thinking = 0
  #faults = 0
  #wasScreened = false
  #digits = ''
  #lastReply = ''
  #beginning: Beginning | undefined

  constructor(
    parts: TalkParts,
    options: TalkOptions,
    { recogniser, voice, vad }: { recogniser: Recogniser; voice: Voice; vad: Vad },
  ) {
    const { line, clock } = options
    this.#parts = parts
    this.#options = options
    this.#recogniser = recogniser
    this.#voice = voice
    this.#language = languages.find((language) => voice.knows(language)) ?? 'en'
    this.#signal = AbortSignal.any([this.#stopping.signal, options.signal])
    // Everything that waits, waits for its end.
    setMaxListeners(0, this.#signal)
    this.#begun = clock.now()
    this.#recorder = options.keepsSound ? createRecorder(options.maxSeconds + 60) : undefined
    this.#ear = createEar(
      vad,
      (moment) => this.#notice(moment),
      (error) => this.#faulty(error, 'a moment of a talk could not be judged'),
    )
    this.#mouth = createMouth({
      line,
      voice,
      clock,
      signal: this.#signal,
      sent: (piece, atMs) => this.#recorder?.add(piece, atMs - this.#begun),
      onTrouble: (error) => this.#faulty(error, 'a sentence could not be spoken'),
    })
    this.#watch = createWatch({
      clock,
      signal: this.#signal,
      maxSeconds: options.maxSeconds,
      isBusy: () => this.#mouth.isSpeaking() || this.#ear.isSpeaking() || this.#thinking > 0,
      ask: () => void this.#say(this.#phrases.stillThere),
      leave: (reason) => this.#leave(this.#phrases[reason === 'silence' ? 'goodbye' : 'tooLong'], reason),
    })
  }

  async run(): Promise<TalkEnd> {
    const { line, signal, conversationId } = this.#options
    const over = new Promise<TalkEnd['reason']>((resolve) => {
      this.#end = resolve
    })
    const stop = () => this.#end('stopped')
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    line.listen({
      sound: (piece) => this.#hear(piece),
      digit: (digit) => this.#pressed(digit),
      words: (text) => this.#written(text),
      closed: () => this.#end('hung_up'),
    })
    await this.#open(conversationId)
    void this.#watch.run()
    void watchForMachine({
      clock: this.#options.clock,
      signal: this.#signal,
      begun: this.#begun,
      answeredBy: this.#options.answeredBy,
      met: () => this.#metMachine(),
    })
    const reason = await over
    const seconds = this.#elapsedMs() / 1_000
    signal.removeEventListener('abort', stop)
    this.#stopping.abort()
    this.#ear.close()
    line.hangUp()
    await this.#answered
    return { reason, seconds, recording: this.#recorder?.mixed(), lostFrames: this.#ear.lost() }
  }

  async #open(conversationId: Uuid): Promise<void> {
    const isUnderstood = this.#recogniser.knows(this.#options.language)
    const opening = isUnderstood ? this.#opening() : this.#phrases.onlyTyping
    await this.#parts.answering.say(conversationId, opening)
    this.#tell({ kind: 'reply', text: opening })
    const said = this.#say(opening)
    if (!isUnderstood) void said.then(() => this.#end('goodbye'))
    // The first words are then understood as fast as the later ones.
    else void this.#transcribe(new Int16Array(WARMING), this.#signal).catch(() => {})
  }

  #opening(): string {
    const { greeting, agentName, shopName, isRecorded } = this.#options
    const own = this.#parts.answering.languageOf(greeting) ?? this.#language
    // In a language that the voice does not speak it would be noise.
    const words = this.#voice.knows(own) ? greeting : this.#phrases.greeting(agentName, shopName)
    return isRecorded ? `${recorded[this.#language]} ${words}` : words
  }

  get #phrases() {
    return phrases[this.#language]
  }

  #hear(piece: Int16Array): void {
    this.#recorder?.add(piece, this.#elapsedMs() - piece.length / 16)
    this.#ear.hear(piece)
  }

  #notice(moment: Moment): void {
    this.#watch.stir()
    if (moment.kind === 'onset') this.#fallSilent()
    else if (moment.kind === 'pause') this.#guessAt(moment.audio)
    else if (moment.kind === 'resumed') this.#dropGuess()
    else this.#utterance(moment.audio)
  }

  #fallSilent(): void {
    if (!this.#mouth.isSpeaking()) return
    this.#mouth.pause()
    this.#tell({ kind: 'interrupted' })
  }

  /** Understanding begins at the pause, so that it is done when the pause turns out to be the end. */
  #guessAt(audio: Int16Array): void {
    this.#dropGuess()
    const stop = new AbortController()
    const text = this.#transcribe(audio, AbortSignal.any([this.#signal, stop.signal]))
    this.#guess = { text, stop }
    text
      .then((words) => words && this.#guess?.text === text && this.#tell({ kind: 'maybe', text: words }))
      .catch(() => {})
  }

  #dropGuess(): void {
    this.#guess?.stop.abort()
    this.#guess = undefined
  }

  #utterance(audio: Int16Array): void {
    if (this.#isBehind()) {
      this.#dropGuess()
      return
    }
    // What follows a pause and is no voice adds nothing to what was understood of it.
    const text = this.#guess?.text ?? this.#transcribe(audio, this.#signal)
    this.#guess = undefined
    // It is waited for once what came before is answered; if it fails until then, that is nobody else's trouble.
    text.catch(() => {})
    this.#queue(() => this.#understand(text))
  }

  /** Nobody can wait for so many answers, and what a flood brings would go on after the talk. */
  #isBehind(): boolean {
    return this.#thinking >= MOST_WAITING
  }

  #queue(work: () => Promise<void>): void {
    this.#thinking++
    this.#answered = this.#answered
      .then(() => (this.#signal.aborted ? undefined : work()))
      .catch((error) => this.#faulty(error, 'what was said could not be answered'))
      .finally(() => {
        this.#thinking--
        this.#watch.stir()
      })
  }

  async #transcribe(audio: Int16Array, signal: AbortSignal): Promise<string> {
    const { language } = this.#options
    return withNumerals((await this.#recogniser.transcribe(audio, { language, signal })).trim())
  }

  async #understand(pending: Promise<string>): Promise<void> {
    const text = await pending.catch((error) => {
      this.#faulty(error, 'what was said could not be understood')
      return undefined
    })
    if (this.#signal.aborted) return
    if (text === undefined) return this.#askAgain()
    this.#faults = 0
    const isAside = this.#mouth.isSpeaking() && this.#mouth.leftMs() > ANSWERABLE_MS && isOnlyListening(text)
    if (text === '' || isAside) return this.#mouth.resume()
    this.#interrupt()
    await this.#respond(text)
  }

  #askAgain(): void {
    if (this.#mouth.isSpeaking()) this.#mouth.resume()
    else void this.#say(this.#phrases.notHeard)
  }

  #interrupt(): void {
    const { heard, isCut } = this.#mouth.stop()
    // Told once the whole reply is known.
    if (this.#beginning?.text) this.#beginning.cutAt ??= heard
    else if (isCut) this.#tell({ kind: 'corrected', original: this.#lastReply, corrected: heard })
  }

  async #respond(text: string): Promise<void> {
    const { conversationId, mayBeMachine } = this.#options
    this.#watch.spoke()
    this.#tell({ kind: 'heard', text })
    const machine = mayBeMachine && this.#elapsedMs() < MACHINE_MS ? machineIn(text) : undefined
    if (machine) return this.#meet(machine)
    const begun: Beginning = { text: '', wasHeard: Promise.resolve(true) }
    this.#beginning = begun
    const { replies, isOver } = await this.#parts.answering
      .answer(conversationId, text, (soFar) => this.#begin(begun, soFar))
      .finally(() => {
        this.#beginning = undefined
      })
    if (this.#signal.aborted) return
    // Somebody of the team took over in the middle of the talk: nobody is left without a word.
    if (isOver && replies.length === 0) replies.push(this.#phrases.leftToTeam)
    for (const reply of replies) this.#tell({ kind: 'reply', text: reply })
    const said = this.#sayRest(begun, replies.join('\n'), isOver)
    // They went on while we thought: what they say decides whether they still want to hear it.
    if (this.#ear.isSpeaking()) this.#mouth.pause()
    // Whoever says goodbye is answered once more and then let go, unless they have more to say.
    if (isOver || isFarewell(text))
      void said.then((wasHeard) => wasHeard && !this.#mouth.isSpeaking() && this.#end('goodbye'))
  }

  /** Says what is known of a reply, unless somebody else speaks, or waits to be answered. */
  #begin(begun: Beginning, soFar: string): void {
    if (this.#beginning !== begun || begun.cutAt !== undefined || this.#signal.aborted) return
    if (this.#ear.isSpeaking() || this.#thinking > 1 || begun.text.startsWith(soFar)) return
    // Nothing is gained while we still say something else.
    if (begun.text === '' && this.#mouth.isSpeaking()) return
    if (!soFar.startsWith(begun.text)) this.#takeBack(begun)
    const said = this.#say(soFar.slice(begun.text.length), soFar)
    begun.wasHeard = Promise.all([begun.wasHeard, said]).then((all) => all.every(Boolean))
    begun.text = soFar
  }

  #takeBack(begun: Beginning): void {
    this.#mouth.stop()
    begun.text = ''
    begun.wasHeard = Promise.resolve(true)
  }

  /** True when all of the reply was heard to its end. */
  async #sayRest(begun: Beginning, reply: string, isOver: boolean): Promise<boolean> {
    const { text, cutAt } = begun
    if (text === '' || reply === '') return this.#say(reply)
    if (!reply.startsWith(text)) {
      // It became another reply. That somebody else goes on is said after it, not in its place.
      if (cutAt === undefined && !isOver) this.#takeBack(begun)
      return this.#say(reply)
    }
    if (cutAt !== undefined) {
      this.#tell({ kind: 'corrected', original: reply, corrected: cutAt })
      return false
    }
    const isRestHeard = await this.#say(reply.slice(text.length), reply)
    return (await begun.wasHeard) && isRestHeard
  }

  /** A machine gets one short message and nothing more; one that asks who is calling is told, once. */
  async #meet(machine: 'voicemail' | 'screening'): Promise<void> {
    const { conversationId, agentName, shopName } = this.#options
    const text = this.#phrases[machine](agentName, shopName)
    await this.#parts.answering.say(conversationId, text)
    this.#tell({ kind: 'reply', text })
    const isFirst = !this.#wasScreened
    this.#wasScreened = true
    const said = this.#say(text)
    if (machine === 'voicemail' || !isFirst) void said.then(() => this.#end('voicemail'))
  }

  /** Keys are read as one number once no more come; 0 asks for a person, as it does everywhere. */
  #pressed(digit: string): void {
    this.#watch.stir()
    this.#digits += digit
    const soFar = this.#digits
    void this.#options.clock.sleep(DIGITS_MS, this.#signal).then(() => {
      if (this.#signal.aborted || this.#digits !== soFar) return
      this.#digits = ''
      this.#written(soFar === '0' ? 'I want to talk to a person' : soFar)
    })
  }

  #written(text: string): void {
    if (this.#isBehind()) return
    this.#watch.stir()
    this.#interrupt()
    this.#queue(() => this.#respond(text))
  }

  /** True when it was heard to its end. `whole`: the reply so far, of which it is the end. */
  async #say(text: string, whole = text): Promise<boolean> {
    if (whole === '') return true
    this.#lastReply = whole
    const own = this.#parts.answering.languageOf(whole) ?? this.#language
    const language = this.#voice.knows(own) ? own : this.#language
    const isMore = text !== whole
    const wasHeard = await this.#mouth.say(forTheEar(text, this.#options.carrier), language, isMore)
    this.#watch.stir()
    return wasHeard
  }

  #metMachine(): void {
    this.#interrupt()
    this.#queue(() => this.#meet('voicemail'))
  }

  async #leave(text: string, reason: TalkEnd['reason']): Promise<void> {
    this.#interrupt()
    await Promise.race([this.#say(text), this.#options.clock.sleep(LEAVING_MS, this.#signal)])
    this.#end(reason)
  }

  #faulty(error: unknown, what: string): void {
    if (this.#signal.aborted) return
    this.#parts.log.warn({ conversation: this.#options.conversationId, err: error }, what)
    if (++this.#faults === MOST_FAULTS) void this.#leave(this.#phrases.trouble, 'failed')
  }

  #tell(event: TalkEvent): void {
    this.#options.on?.(event)
  }

  #elapsedMs(): number {
    return this.#options.clock.now() - this.#begun
  }
}
