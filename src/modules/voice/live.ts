import { SAMPLE_RATE } from '../../lib/audio/samples.ts'
import type { WebSocket } from '../../platform/http/index.ts'
import type { Ears, Line } from './line.ts'
import type { TalkEnd, TalkEvent } from './options.ts'

/** Events of ElevenLabs Agents' conversation protocol: one client speaks with either. */
export interface LiveLine extends Line {
  /** The client has introduced itself: the talk can begin. False when it never did. */
  ready: Promise<boolean>
  tell(event: TalkEvent): void
  end(reason: LiveEnd): void
}

export type LiveEnd = TalkEnd['reason'] | 'out_of_credits'

const FORMAT = 'pcm_16000'
const INTRODUCTION_MS = 10_000
const PING_MS = 10_000
const SILENT_MS = 35_000
/** A tenth of a second in one message: fewer would sound late, more would cost more than they carry. */
const CHUNK = SAMPLE_RATE / 10
const FLUSH_MS = 60
const MOST_UNREAD_BYTES = 2_000_000
const LONGEST_TEXT = 4_000
/** Twice what a microphone brings, and a minute of it at once when a network was stuck. Nobody speaks faster. */
const BYTES_PER_MS = 100
const BURST_BYTES = 3_000_000

const CLOSING: Record<LiveEnd, { code: number; text: string }> = {
  goodbye: { code: 1000, text: 'goodbye' },
  silence: { code: 1000, text: 'nobody spoke' },
  too_long: { code: 1000, text: 'the longest time is over' },
  voicemail: { code: 1000, text: 'nobody is there' },
  hung_up: { code: 1000, text: 'hung up' },
  stopped: { code: 1001, text: 'the service is stopping' },
  failed: { code: 1011, text: 'something went wrong' },
  out_of_credits: { code: 4402, text: 'insufficient_credits' },
}

/** A browser's socket as a line. Nothing that a client sends can end more than its own talk. */
export function liveLine(
  socket: WebSocket,
  conversationId: string,
  mayWrite: () => Promise<boolean>,
): LiveLine {
  const begun = Date.now()
  let received = 0
  let ears: Ears | undefined
  let eventId = 0
  let waiting: Int16Array[] = []
  let flush: NodeJS.Timeout | undefined
  let lastHeard = begun
  let introduce: (isThere: boolean) => void = () => {}
  const ready = new Promise<boolean>((resolve) => {
    introduce = resolve
  })
  const late = setTimeout(() => introduce(false), INTRODUCTION_MS)
  const pings = setInterval(() => {
    if (Date.now() - lastHeard > SILENT_MS) return socket.terminate()
    send('ping', { ping_event: { event_id: ++eventId, ping_ms: null } })
  }, PING_MS)

  socket.on('message', (data) => {
    lastHeard = Date.now()
    const text = String(data)
    received += text.length
    if (received > BURST_BYTES + (lastHeard - begun) * BYTES_PER_MS) return socket.terminate()
    receive(text)
  })
  socket.on('close', () => {
    clearInterval(pings)
    clearTimeout(late)
    clearTimeout(flush)
    introduce(false)
    ears?.closed()
  })

  function receive(text: string): void {
    const message = parse(text)
    if (typeof message.user_audio_chunk === 'string') sound(message.user_audio_chunk)
    if (message.type === 'conversation_initiation_client_data') introduce(true)
    if (message.type === 'user_message' && typeof message.text === 'string') {
      const words = message.text.trim().slice(0, LONGEST_TEXT)
      if (words !== '') void write(words)
    }
  }

  async function write(words: string): Promise<void> {
    if (await mayWrite().catch(() => false)) ears?.words?.(words)
  }

  function sound(base64: string): void {
    const bytes = Buffer.from(base64, 'base64')
    const piece = new Int16Array(Math.floor(bytes.length / 2))
    for (let i = 0; i < piece.length; i++) piece[i] = bytes.readInt16LE(i * 2)
    ears?.sound(piece)
  }

  function send(type: string, event: object): void {
    if (socket.readyState !== socket.OPEN) return
    socket.send(JSON.stringify({ type, ...event }))
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate()
  }

  function sendSound(): void {
    clearTimeout(flush)
    flush = undefined
    const length = waiting.reduce((sum, piece) => sum + piece.length, 0)
    if (length === 0) return
    const bytes = Buffer.alloc(length * 2)
    let at = 0
    for (const piece of waiting) for (const sample of piece) at = bytes.writeInt16LE(sample, at)
    waiting = []
    send('audio', { audio_event: { audio_base_64: bytes.toString('base64'), event_id: ++eventId } })
  }

  const told: { [Kind in TalkEvent['kind']]: (event: Extract<TalkEvent, { kind: Kind }>) => void } = {
    maybe: ({ text }) =>
      send('tentative_user_transcript', {
        tentative_user_transcription_event: { user_transcript: text, event_id: ++eventId },
      }),
    heard: ({ text }) =>
      send('user_transcript', { user_transcription_event: { user_transcript: text, event_id: ++eventId } }),
    reply: ({ text }) =>
      send('agent_response', { agent_response_event: { agent_response: text, event_id: ++eventId } }),
    corrected: ({ original, corrected }) =>
      send('agent_response_correction', {
        agent_response_correction_event: {
          original_agent_response: original,
          corrected_agent_response: corrected,
          event_id: ++eventId,
        },
      }),
    // The line itself was cleared by then.
    interrupted: () => {},
  }

  void ready.then((isThere) => {
    clearTimeout(late)
    if (!isThere) return socket.close(1008, 'no conversation_initiation_client_data')
    send('conversation_initiation_metadata', {
      conversation_initiation_metadata_event: {
        conversation_id: conversationId,
        agent_output_audio_format: FORMAT,
        user_input_audio_format: FORMAT,
      },
    })
  })

  return {
    ready,
    listen: (given) => {
      ears = given
      if (socket.readyState !== socket.OPEN) given.closed()
    },
    send(piece) {
      waiting.push(piece)
      const length = waiting.reduce((sum, one) => sum + one.length, 0)
      if (length >= CHUNK) sendSound()
      else flush ??= setTimeout(sendSound, FLUSH_MS)
    },
    clear() {
      waiting = []
      send('interruption', { interruption_event: { event_id: eventId } })
    },
    hangUp: sendSound,
    tell: (event) => told[event.kind](event as never),
    end(reason) {
      const { code, text } = CLOSING[reason]
      if (code > 1001) send('error', { error_event: { code: code === 1011 ? 1011 : 1008, message: text } })
      socket.close(code, text)
      // One that does not answer the farewell is not waited for.
      setTimeout(() => socket.terminate(), 2_000).unref()
    },
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
