import type { Call, Mood, Ticket, VoiceSession } from './voice.ts'
import { asVoiceError, IceBotError } from './voice-error.ts'
import { toBase64, toSamples } from './voice-pcm.ts'
import { Conversation, type Effect } from './voice-protocol.ts'
import {
  askForMicrophone,
  type Loudspeaker,
  loadWorklets,
  type Microphone,
  openLoudspeaker,
  openMicrophone,
  release,
} from './voice-worklets.ts'

type LiveTicket = Extract<Ticket, { mode: 'live' }>
type Acts = { [Kind in Effect['kind']]: (effect: Extract<Effect, { kind: Kind }>) => void }

/** The signed address opens for 60 seconds; who took longer to allow the microphone needs a new one. */
const FRESH_MS = 40_000
const CONNECT_MS = 15_000
/** An agent that writes but does not speak has finished its line after this time. */
const SOUNDLESS_MS = 1_500

/** Both ways at once, over the conversation socket. Resolves when the agent is there. */
export async function startLive(call: Call, ticket: LiveTicket): Promise<VoiceSession> {
  const { connection, sound, events, version, signal } = call
  // Before the line is opened: an agent that greets at once must be heard from the first word.
  await loadWorklets(sound.context, { host: connection.host, version }, 'capture', 'playback')
  const askedAt = Date.now()
  events.onAsking?.()
  const stream = await askForMicrophone()
  try {
    signal?.throwIfAborted()
    const late = Date.now() - askedAt > FRESH_MS
    const current = late ? await connection.post<Ticket>('voice-session') : ticket
    if (current.mode !== 'live') throw new IceBotError('network_lost')
    return await new LiveTalk(call, current, stream).begun
  } catch (error) {
    release(stream)
    throw error
  }
}

class LiveTalk implements VoiceSession {
  readonly mode = 'live'
  readonly begun: Promise<VoiceSession>
  readonly #call: Call
  readonly #stream: MediaStream
  readonly #socket: WebSocket
  readonly #conversation = new Conversation()
  readonly #life = new AbortController()
  #resolve: (session: VoiceSession) => void = () => {}
  #reject: (error: Error) => void = () => {}
  #microphone: Microphone | undefined
  #loudspeaker: Loudspeaker | undefined
  #mood: Mood = 'connecting'
  #muted = false
  readonly #written: string[] = []
  #timer: ReturnType<typeof setTimeout>
  #soundless: ReturnType<typeof setTimeout> | undefined

  constructor(call: Call, { signedUrl, dynamicVariables }: LiveTicket, stream: MediaStream) {
    this.#call = call
    this.#stream = stream
    this.begun = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const on = { signal: this.#life.signal }
    const lost = () => this.#fail(new IceBotError('network_lost'))
    this.#socket = new WebSocket(signedUrl)
    this.#timer = setTimeout(lost, CONNECT_MS)
    this.#socket.addEventListener(
      'open',
      () =>
        this.#tell({
          type: 'conversation_initiation_client_data',
          dynamic_variables: dynamicVariables,
        }),
      on,
    )
    this.#socket.addEventListener(
      'message',
      ({ data }) => this.#apply(this.#conversation.receive(String(data))),
      on,
    )
    this.#socket.addEventListener('close', ({ code }) => this.#apply(this.#conversation.closed(code)), on)
    // A line that is cut is noticed late; this device often knows first.
    addEventListener('offline', lost, on)
    call.signal?.addEventListener('abort', () => this.end(), on)
  }

  end(): void {
    if (!this.#close('ended'))
      this.#reject(new IceBotError('network_lost', 'The talk ended before it began.'))
  }

  setMuted(muted: boolean): void {
    this.#muted = muted
    this.#microphone?.setMuted(muted)
  }

  async send(text: string): Promise<void> {
    const said = text.trim()
    if (this.#over || said === '') return
    this.#tell({ type: 'user_message', text: said })
    this.#written.push(said)
    this.#call.events.onTranscript({ role: 'user', text: said, final: true })
  }

  get #over(): boolean {
    return this.#life.signal.aborted
  }

  #apply(effects: Effect[]): void {
    for (const effect of effects) if (!this.#over) this.#acts[effect.kind](effect as never)
  }

  readonly #acts: Acts = {
    ready: (effect) => {
      try {
        this.#begin(effect)
      } catch (error) {
        this.#fail(error)
      }
    },
    play: ({ audio }) => this.#play(audio),
    drop: () => {
      this.#loudspeaker?.drop()
      this.#become('listening')
    },
    send: ({ message }) => this.#tell(message),
    transcript: ({ transcript }) => {
      if (transcript.role === 'agent' && !transcript.final) this.#expectSound()
      // What was written is told already; one runtime repeats it as heard, another does not.
      const place =
        transcript.role === 'user' && transcript.final ? this.#written.indexOf(transcript.text) : -1
      if (place >= 0) return void this.#written.splice(place, 1)
      this.#call.events.onTranscript(transcript)
    },
    thinking: () => this.#become('thinking'),
    end: () => this.end(),
    fail: ({ code, message }) => this.#fail(new IceBotError(code, message)),
  }

  #begin({ inputRate, outputRate }: { inputRate: number; outputRate: number }): void {
    if (this.#microphone) return
    const { sound, events } = this.#call
    if (!sound.silent)
      this.#loudspeaker = openLoudspeaker(sound.context, outputRate, {
        onLevel: (level) => this.#mood === 'speaking' && events.onLevel?.(level),
        onDrained: () => this.#drained(),
      })
    this.#microphone = openMicrophone(sound.context, this.#stream, inputRate, {
      onChunk: (pcm, level) => {
        this.#tell({ user_audio_chunk: toBase64(pcm) })
        if (this.#mood !== 'speaking') events.onLevel?.(this.#muted ? 0 : level)
      },
      onLost: () => this.#fail(new IceBotError('microphone_refused', 'The microphone was taken away.')),
    })
    clearTimeout(this.#timer)
    this.#become('listening')
    this.#resolve(this)
  }

  #play(audio: string): void {
    const pcm = toSamples(audio)
    if (!this.#loudspeaker || !pcm) return
    clearTimeout(this.#soundless)
    this.#loudspeaker.play(pcm)
    this.#become('speaking')
  }

  #expectSound(): void {
    clearTimeout(this.#soundless)
    if (this.#mood !== 'speaking') this.#soundless = setTimeout(() => this.#drained(), SOUNDLESS_MS)
  }

  #drained(): void {
    this.#apply(this.#conversation.drained())
    this.#become('listening')
  }

  #become(mood: Mood): void {
    if (this.#over || mood === this.#mood) return
    this.#mood = mood
    this.#call.events.onMood(mood)
  }

  #tell(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Before the agent was there the one who waits is told; afterwards the page. */
  #fail(cause: unknown): void {
    if (this.#over) return
    const error = asVoiceError(cause)
    if (this.#close('error')) this.#call.events.onError(error)
    else this.#reject(error)
  }

  /** Over before it is told: who hangs up on hearing of it ends nothing twice. Whether it had begun. */
  #close(last: 'ended' | 'error'): boolean {
    this.#apply(this.#conversation.drained())
    if (this.#over) return true
    const begun = this.#mood !== 'connecting'
    this.#life.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#soundless)
    this.#socket.close()
    this.#microphone?.close()
    this.#loudspeaker?.close()
    release(this.#stream)
    this.#call.sound.close()
    if (begun) this.#call.events.onMood(last)
    return begun
  }
}
