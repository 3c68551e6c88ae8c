import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages whose shape is what they test
export type Message = any

/** One browser on the line, as the agent's side sees it. */
export interface Caller {
  received: Message[]
  /** All sound that was heard so far, 16-bit mono at 16 kHz. */
  heard(): Int16Array
  send(message: object): void
  /** The first message, past or to come, that fits; refused after five seconds. */
  until(fits: (message: Message) => boolean): Promise<Message>
  /** Resolves when the browser hung up. */
  gone: Promise<void>
  hangUp(code?: number): void
  /** As if the cable was pulled. */
  cut(): void
}

export interface LiveLine {
  url: string
  callers: Caller[]
  close(): Promise<void>
}

/** An agent that speaks the conversation socket's protocol as it is told to. */
export async function startLine(script: (caller: Caller) => void | Promise<void>): Promise<LiveLine> {
  const callers: Caller[] = []
  const sockets = new Set<Duplex>()
  const server = createServer((_request, response) => response.writeHead(426).end())
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const caller = callerOn(socket)
    callers.push(caller)
    void Promise.resolve(script(caller)).catch(() => caller.cut())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/talk`,
    callers,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** What the agent's side says first. */
export const hello = {
  type: 'conversation_initiation_metadata',
  conversation_initiation_metadata_event: {
    conversation_id: 'conv_test',
    agent_output_audio_format: 'pcm_16000',
    user_input_audio_format: 'pcm_16000',
  },
}

/** A tone, as an event. */
export function toneEvent(hertz: number, ms: number, id = 1): object {
  const pcm = tone(hertz, ms)
  const audio = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64')
  return { type: 'audio', audio_event: { audio_base_64: audio, event_id: id } }
}

export function tone(hertz: number, ms: number): Int16Array {
  return Int16Array.from({ length: ms * 16 }, (_, i) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * hertz * i) / 16_000)),
  )
}

/** A WAV file with that sound, to be a microphone. */
export function wavOf(pcm: Int16Array, rate: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + pcm.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.byteLength, 40)
  return Buffer.concat([header, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)])
}

/** How strong one frequency is among all that is heard, from 0 to 1. */
export function share(pcm: Int16Array, hertz: number, rate = 16_000): number {
  let [re, im, power] = [0, 0, 0]
  pcm.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hertz * i) / rate)
    im += sample * Math.sin((2 * Math.PI * hertz * i) / rate)
    power += sample * sample
  })
  return power === 0 ? 0 : (2 * (re * re + im * im)) / (power * pcm.length)
}

function callerOn(socket: Duplex): Caller {
  const received: Message[] = []
  const waiting = new Set<() => void>()
  const read = frameReader({
    onText(text) {
      received.push(JSON.parse(text))
      for (const look of waiting) look()
    },
    onClose() {
      socket.end(frame(0x8, Buffer.alloc(0)))
    },
    onPing: (payload) => void socket.write(frame(0xa, payload)),
  })
  socket.on('data', read)
  return {
    received,
    gone: new Promise((resolve) => socket.on('close', () => resolve())),
    heard() {
      const chunks = received.flatMap(({ user_audio_chunk: chunk }) =>
        typeof chunk === 'string' ? Buffer.from(chunk, 'base64') : [],
      )
      const bytes = Uint8Array.from(Buffer.concat(chunks))
      return new Int16Array(bytes.buffer)
    },
    send: (message) => void socket.write(frame(0x1, Buffer.from(JSON.stringify(message)))),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const done = (end: () => void) => {
          clearTimeout(timer)
          waiting.delete(look)
          end()
        }
        const look = () => {
          const found = received.find(fits)
          if (found) done(() => resolve(found))
        }
        const timer = setTimeout(() => done(() => reject(new Error('never said'))), 5_000)
        waiting.add(look)
        look()
      }),
    hangUp(code = 1000) {
      const payload = Buffer.alloc(2)
      payload.writeUInt16BE(code)
      socket.end(frame(0x8, payload))
    },
    cut: () => void socket.destroy(),
  }
}

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload])
  const header = Buffer.alloc(length < 65_536 ? 4 : 10)
  header[0] = 0x80 | opcode
  header[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) header.writeUInt16BE(length, 2)
  else header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, payload])
}

/** Browsers mask what they send and may send it in pieces. */
function frameReader(on: {
  onText(text: string): void
  onClose(): void
  onPing(payload: Buffer): void
}): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  let message: Buffer[] = []
  return (data) => {
    rest = Buffer.concat([rest, data])
    for (let taken = take(rest); taken; taken = take(rest)) {
      rest = rest.subarray(taken.length)
      if (taken.opcode === 0x8) on.onClose()
      else if (taken.opcode === 0x9) on.onPing(taken.payload)
      else if (taken.opcode < 0x8) {
        message.push(taken.payload)
        if (!taken.final) continue
        on.onText(Buffer.concat(message).toString())
        message = []
      }
    }
  }
}

function take(data: Buffer): { opcode: number; final: boolean; payload: Buffer; length: number } | undefined {
  if (data.length < 2) return undefined
  const [first = 0, second = 0] = data
  const short = second & 0x7f
  const at = short === 127 ? 10 : short === 126 ? 4 : 2
  if (data.length < at) return undefined
  const size = short === 127 ? Number(data.readBigUInt64BE(2)) : short === 126 ? data.readUInt16BE(2) : short
  const length = at + 4 + size
  if (data.length < length) return undefined
  const mask = data.subarray(at, at + 4)
  const payload = Buffer.from(data.subarray(at + 4, length)).map((byte, i) => byte ^ (mask[i % 4] as number))
  return { opcode: first & 0x0f, final: (first & 0x80) !== 0, payload: Buffer.from(payload), length }
}
