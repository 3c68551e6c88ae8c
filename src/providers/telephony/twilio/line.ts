import { decodeMulaw, encodeMulaw } from '../../../lib/audio/mulaw.ts'
import { createResampler } from '../../../lib/audio/resample.ts'
import { SAMPLE_RATE, toFloat, toInt16 } from '../../../lib/audio/samples.ts'
import type { Line, LineEars, MediaSocket } from '../port.ts'

const TELEPHONE_RATE = 8_000
/** How long the last words may take to be heard before the line is cut. */
const LAST_WORDS_MS = 3_000

export interface StreamLine extends Line {
  /** A message of Twilio's on this stream. */
  hear(message: StreamMessage): void
  /** The other side is gone. */
  lost(): void
}

export interface StreamMessage {
  event?: unknown
  media?: { payload?: unknown }
  dtmf?: { digit?: unknown }
  mark?: { name?: unknown }
}

/** A media stream as a line: µ-law at 8 kHz outside, 16 kHz inside. Marks tell what has been heard. */
export function createStreamLine(socket: MediaSocket, streamSid: string): StreamLine {
  const up = createResampler(TELEPHONE_RATE, SAMPLE_RATE)
  let down = createResampler(SAMPLE_RATE, TELEPHONE_RATE)
  let ears: LineEars | undefined
  let early: Int16Array[] = []
  let isClosed = false
  let marks = 0
  /** The last mark that came back. */
  let heardUntil = 0
  let leaving: NodeJS.Timeout | undefined

  const tell = (message: object) => socket.send(JSON.stringify({ streamSid, ...message }))

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(leaving)
    socket.close()
    ears?.closed()
  }

  const messages: Record<string, (message: StreamMessage) => void> = {
    media({ media }) {
      if (typeof media?.payload !== 'string') return
      const sound = toInt16(up.push(toFloat(decodeMulaw(Buffer.from(media.payload, 'base64')))))
      if (ears) ears.sound(sound)
      else early.push(sound)
    },
    dtmf({ dtmf }) {
      if (typeof dtmf?.digit === 'string') ears?.digit?.(dtmf.digit)
    },
    mark({ mark }) {
      // Cleared sound gives its marks back as well: nothing is left to be heard.
      heardUntil = Math.max(heardUntil, Number(mark?.name) || 0)
      if (leaving !== undefined && heardUntil >= marks) close()
    },
    stop: close,
  }

  return {
    listen(given) {
      ears = given
      for (const sound of early) given.sound(sound)
      early = []
      if (isClosed) given.closed()
    },
    send(piece) {
      if (isClosed || piece.length === 0) return
      const bytes = encodeMulaw(toInt16(down.push(toFloat(piece))))
      if (bytes.length > 0)
        tell({ event: 'media', media: { payload: Buffer.from(bytes).toString('base64') } })
      tell({ event: 'mark', mark: { name: String(++marks) } })
    },
    clear() {
      if (isClosed) return
      // What waits in the filter belongs to what is dropped.
      down = createResampler(SAMPLE_RATE, TELEPHONE_RATE)
      tell({ event: 'clear' })
    },
    hangUp() {
      if (isClosed || leaving !== undefined) return
      if (heardUntil >= marks) return close()
      leaving = setTimeout(close, LAST_WORDS_MS)
    },
    hear(message) {
      const event = String(message.event)
      if (!isClosed && Object.hasOwn(messages, event)) messages[event]?.(message)
    },
    lost: close,
  }
}
