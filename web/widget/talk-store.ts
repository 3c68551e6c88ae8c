import type { Connection, WidgetConfig } from '../client/connection.ts'
import { newId } from '../client/ids.ts'
import { type Mood, startVoice, type TypedSession, type VoiceSession } from '../client/voice.ts'
import { asVoiceError, isServiceError } from '../client/voice-error.ts'
import { type Recording, recordNote } from '../client/voice-note.ts'
import type { Transcript } from '../client/voice-protocol.ts'
import { Sound } from '../client/voice-sound.ts'

/** What went wrong, as the sheet has words for it. */
export type Trouble =
  | 'microphone_refused'
  | 'credits_used_up'
  | 'site_not_allowed'
  | 'network_lost'
  | 'nothing_heard'
  | 'language_not_supported'
  | 'voice_unavailable'
  | 'too_many'

export interface TalkState {
  mood: Mood
  mode: VoiceSession['mode'] | undefined
  lines: Transcript[]
  trouble: Trouble | undefined
  /** Live: the browser's question about the microphone may be open. */
  isAsking: boolean
  isMuted: boolean
  /** `unsent`: recorded, and kept because the network failed. */
  note: 'none' | 'asking' | 'recording' | 'sending' | 'unsent'
  noteSeconds: number
  /** False once it turned out that notes cannot be understood here. */
  canRecord: boolean
}

const FIRST: TalkState = {
  mood: 'connecting',
  mode: undefined,
  lines: [],
  trouble: undefined,
  isAsking: false,
  isMuted: false,
  note: 'none',
  noteSeconds: 0,
  canRecord: true,
}
/** The chat has the rest. */
const MOST_LINES = 50

/** One talk of the widget: its state, and what the visitor can do about it. */
export class Talk {
  state = FIRST
  onChange: () => void = () => {}
  onLevel: (level: number) => void = () => {}
  readonly #connection: Connection
  readonly #config: WidgetConfig
  #life = new AbortController()
  #sound: Sound | undefined
  #session: VoiceSession | undefined
  #recording: Recording | undefined
  /** The note that is being sent, or could not be. */
  #note: { wav: Blob; clientId: string } | undefined

  constructor(connection: Connection, config: WidgetConfig) {
    this.#connection = connection
    this.#config = config
  }

  /** Within a tap. */
  begin(): void {
    this.#life = new AbortController()
    const { signal } = this.#life
    const sound = new Sound()
    this.#sound = sound
    this.#set({ ...FIRST, lines: this.state.lines })
    const current = (act: () => void) => this.#sound === sound && act()
    startVoice({
      connection: this.#connection,
      sound,
      signal,
      version: this.#config.version,
      events: {
        onMood: (mood) => current(() => this.#feel(mood)),
        onAsking: () => current(() => this.#set({ isAsking: true })),
        onTranscript: (transcript) =>
          current(() => this.#set({ lines: withLine(this.state.lines, transcript), trouble: undefined })),
        onError: ({ code }) => current(() => this.#set({ trouble: code })),
        onLevel: (level) => current(() => this.onLevel(level)),
      },
    }).then(
      (session) => {
        if (signal.aborted) return session.end()
        this.#session = session
        this.#set({ mode: session.mode })
      },
      // Told by `onError` already.
      () => {},
    )
  }

  end(): void {
    const sound = this.#sound
    this.#sound = undefined
    this.#life.abort()
    this.#recording?.cancel()
    this.#session?.end()
    sound?.close()
  }

  wake(): void {
    this.#sound?.wake()
  }

  setMuted(isMuted: boolean): void {
    this.wake()
    this.#session?.setMuted(isMuted)
    this.#set({ isMuted })
  }

  /** False when it has to be sent again. */
  async send(text: string): Promise<boolean> {
    this.wake()
    this.#set({ trouble: undefined })
    try {
      await this.#session?.send(text)
      return true
    } catch (error) {
      this.#explain(error)
      if (this.#isOver) return true
      const unsaid = this.state.lines.findLastIndex((line) => line.role === 'user')
      this.#set({ lines: this.state.lines.filter((_, i) => i !== unsaid) })
      return false
    }
  }

  async record(): Promise<void> {
    const sound = this.#sound
    if (!sound || this.#isOver || this.state.note !== 'none') return
    this.wake()
    this.#typed?.hush()
    this.#set({ note: 'asking', noteSeconds: 0, trouble: undefined })
    try {
      const place = { host: this.#config.host, version: this.#config.version }
      const recording = await recordNote(sound.context, place, {
        onLevel: (level) => this.onLevel(level),
        onSeconds: (seconds) =>
          Math.floor(seconds) !== this.state.noteSeconds && this.#set({ noteSeconds: Math.floor(seconds) }),
        onFull: () => void this.sendNote(),
        onLost: () => void this.sendNote(),
      })
      // Hung up or ended while the browser asked: then nothing may listen.
      if (this.#sound !== sound || this.#isOver) return recording.cancel()
      this.#recording = recording
      this.#set({ note: 'recording' })
    } catch (error) {
      this.#set({ note: 'none' })
      this.#explain(error)
    }
  }

  discardNote(): void {
    this.#recording?.cancel()
    this.#recording = this.#note = undefined
    this.#set({ note: 'none', trouble: undefined })
    this.onLevel(0)
  }

  /** The note that was recorded, or once more the one that could not be sent. */
  async sendNote(): Promise<void> {
    this.wake()
    if (this.#recording) {
      const wav = this.#recording.stop()
      this.#recording = undefined
      this.onLevel(0)
      if (!wav) return this.#set({ note: 'none', trouble: 'nothing_heard' })
      this.#note = { wav, clientId: newId() }
    }
    const note = this.#note
    if (!note || this.state.note === 'sending') return
    this.#set({ note: 'sending', trouble: undefined })
    try {
      await this.#typed?.sendNote(note.wav, note.clientId)
    } catch (error) {
      this.#explain(error)
      if (isPassing(error) && this.state.canRecord && !this.#isOver) return this.#set({ note: 'unsent' })
    }
    this.#note = undefined
    this.#set({ note: 'none' })
  }

  get #isOver(): boolean {
    return isOver(this.state)
  }

  get #typed(): TypedSession | undefined {
    return this.#session?.mode === 'typed' ? (this.#session as TypedSession) : undefined
  }

  #feel(mood: Mood): void {
    this.#set({ mood, isAsking: false })
    if (!this.#isOver) return
    this.#recording?.cancel()
    this.#recording = undefined
    this.#set({ note: 'none' })
    this.onLevel(0)
  }

  #explain(error: unknown): void {
    const trouble = troubleOf(error)
    // A recogniser that is only busy says when to come back.
    const isOff =
      trouble === 'voice_unavailable' && !(isServiceError(error) && error.retryAfterMs !== undefined)
    this.#set({ trouble, ...(isOff && { canRecord: false }) })
  }

  #set(part: Partial<TalkState>): void {
    this.state = { ...this.state, ...part }
    this.onChange()
  }
}

const BY_CODE: Record<string, Trouble> = {
  nothing_heard: 'nothing_heard',
  invalid_audio: 'nothing_heard',
  language_not_supported: 'language_not_supported',
  voice_unavailable: 'voice_unavailable',
}

function troubleOf(error: unknown): Trouble {
  if (!isServiceError(error)) return asVoiceError(error).code
  if (error.status === 429) return 'too_many'
  return BY_CODE[error.code ?? ''] ?? asVoiceError(error).code
}

export function isOver({ mood }: Pick<TalkState, 'mood'>): boolean {
  return mood === 'error' || mood === 'ended'
}

/** Whether the same again may go well. */
function isPassing(error: unknown): boolean {
  return isServiceError(error) ? error.passing : asVoiceError(error).code === 'network_lost'
}

/** A line that is still being said stands last of its role until it is final. */
export function withLine(lines: Transcript[], line: Transcript): Transcript[] {
  const open = lines.findLastIndex(({ role, final }) => role === line.role && !final)
  if (open >= 0) return lines.with(open, line)
  return [...lines, line].slice(-MOST_LINES)
}
