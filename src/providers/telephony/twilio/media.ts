import { isUuid } from '../../../lib/ids.ts'
import { sameText } from '../../../lib/secrets.ts'
import { createClock } from '../clock.ts'
import type { CarrierEars, MediaSocket } from '../port.ts'
import { createStreamLine, type StreamLine, type StreamMessage } from './line.ts'

/** Who opens a socket says which call it is within so long, or is somebody else. */
const INTRODUCTION_MS = 10_000

export interface MediaOptions {
  ears: Pick<CarrierEars, 'connected'>
  /** What we gave the call to show that it is ours. */
  tokenOf(callId: string): string
  onTrouble(error: unknown): void
}

interface Start extends StreamMessage {
  start?: { streamSid?: unknown; customParameters?: { call?: unknown; token?: unknown } }
}

/** One media stream of Twilio: its introduction, then sound both ways until either side ends it. */
export function carryMedia(socket: MediaSocket, { ears, tokenOf, onTrouble }: MediaOptions): void {
  let line: StreamLine | undefined
  const late = setTimeout(() => socket.close(), INTRODUCTION_MS)

  function begin({ start }: Start): void {
    const { call, token } = start?.customParameters ?? {}
    const isOurs =
      typeof call === 'string' && isUuid(call) && typeof token === 'string' && sameText(token, tokenOf(call))
    if (!isOurs || typeof start?.streamSid !== 'string') {
      socket.close()
      return
    }
    clearTimeout(late)
    const opened = createStreamLine(socket, start.streamSid)
    line = opened
    ears
      .connected(call, opened, createClock())
      .catch(onTrouble)
      .finally(() => opened.hangUp())
  }

  function hear(text: string): void {
    const message = read(text)
    if (!message) socket.close()
    else if (line) line.hear(message)
    else if (message.event === 'start') begin(message)
  }

  socket.onMessage((text) => {
    try {
      hear(text)
    } catch (error) {
      // Thrown out of an event it would end the whole process, with every other call.
      onTrouble(error)
      socket.close()
    }
  })
  socket.onClose(() => {
    clearTimeout(late)
    line?.lost()
  })
}

function read(text: string): Start | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
