import type { VoiceErrorCode } from './voice-error.ts'

/** A line that is not final is replaced by the next of the same role; a final one never changes again. */
export interface Transcript {
  role: 'user' | 'agent'
  text: string
  final: boolean
}

export type Effect =
  | { kind: 'ready'; inputRate: number; outputRate: number }
  | { kind: 'play'; audio: string }
  | { kind: 'drop' }
  | { kind: 'send'; message: object }
  | { kind: 'transcript'; transcript: Transcript }
  | { kind: 'thinking' }
  | { kind: 'end' }
  | { kind: 'fail'; code: VoiceErrorCode; message?: string }

/** Out of credits, as the service closes the line. */
const NO_CREDITS = 4402
const GONE_WELL = 1000

/**
 * The other side of the conversation socket, without socket and sound: an event goes in, what is to be done comes out. What
 * the agent says stays open while it is being said, because an interruption takes back what was not heard.
 */
export class Conversation {
  #saying: string | undefined
  #streamed = ''
  /** Sound that belongs to events before this one comes too late. */
  #interrupted = 0

  receive(text: string): Effect[] {
    const event = parse(text)
    const type = event?.type
    return typeof type === 'string' && Object.hasOwn(this.#events, type)
      ? (this.#events[type]?.(nested(event as Event)) ?? [])
      : []
  }

  /** All sound was heard. */
  drained(): Effect[] {
    return this.#settle()
  }

  /** The socket closed. */
  closed(code: number): Effect[] {
    const settled = this.#settle()
    if (code === NO_CREDITS) return [...settled, { kind: 'fail', code: 'credits_used_up' }]
    if (code === GONE_WELL) return [...settled, { kind: 'end' }]
    return [...settled, { kind: 'fail', code: 'network_lost' }]
  }

  readonly #events: Record<string, (event: Event) => Effect[]> = {
    conversation_initiation_metadata: (event) => [
      {
        kind: 'ready',
        inputRate: rateOf(event.user_input_audio_format),
        outputRate: rateOf(event.agent_output_audio_format),
      },
    ],
    audio: ({ audio_base_64: audio, event_id: id }) =>
      typeof audio === 'string' && !(Number(id) < this.#interrupted) ? [{ kind: 'play', audio }] : [],
    user_transcript: ({ user_transcript: text }) => {
      const said = transcript('user', text, true)
      return said.length === 0 ? [] : [...this.#settle(), ...said, { kind: 'thinking' }]
    },
    tentative_user_transcript: ({ user_transcript: text }) => transcript('user', text, false),
    agent_response: ({ agent_response: text }) => {
      this.#streamed = ''
      const before = this.#saying === text ? [] : this.#settle()
      this.#saying = String(text)
      return [...before, ...transcript('agent', text, false)]
    },
    agent_response_correction: ({ corrected_agent_response: text }) => {
      this.#saying = undefined
      return transcript('agent', text, true)
    },
    agent_chat_response_part: ({ text, type }) => {
      this.#streamed = type === 'start' ? '' : this.#streamed + String(text ?? '')
      return type === 'delta' ? transcript('agent', this.#streamed, false) : []
    },
    interruption: ({ event_id: id }) => {
      this.#interrupted = Math.max(this.#interrupted, Number(id) || 0)
      return [{ kind: 'drop' }]
    },
    ping: ({ event_id }) => [{ kind: 'send', message: { type: 'pong', event_id } }],
    // We offer no tools, but an agent that waits for one would wait for ever.
    client_tool_call: ({ tool_call_id }) => [
      {
        kind: 'send',
        message: { type: 'client_tool_result', tool_call_id, result: 'unknown tool', is_error: true },
      },
    ],
    error: ({ code, message, reason }) => {
      if (code === GONE_WELL) return []
      const said = String(message ?? reason ?? '')
      if (code === NO_CREDITS || /credit|quota/i.test(said))
        return [{ kind: 'fail', code: 'credits_used_up' }]
      return [{ kind: 'fail', code: 'network_lost', ...(said && { message: said }) }]
    },
  }

  #settle(): Effect[] {
    const text = this.#saying
    this.#saying = undefined
    return text === undefined ? [] : transcript('agent', text, true)
  }
}

type Event = Record<string, unknown>

function parse(text: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Event) : undefined
  } catch {
    return undefined
  }
}

/** Each event has one object beside its type, named after it in one of three ways. */
function nested(event: Event): Event {
  const inner = Object.values(event).find((value) => value !== null && typeof value === 'object')
  return (inner as Event | undefined) ?? {}
}

function transcript(role: Transcript['role'], text: unknown, final: boolean): Effect[] {
  return typeof text === 'string' && text.trim() !== ''
    ? [{ kind: 'transcript', transcript: { role, text, final } }]
    : []
}

function rateOf(format: unknown): number {
  return Number(/^pcm_(\d+)$/.exec(String(format))?.[1] ?? 16_000)
}
