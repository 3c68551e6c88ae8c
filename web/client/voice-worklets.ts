import { IceBotError } from './voice-error.ts'

/** Where the worklets lie; the version lets browsers keep them until it changes. */
export interface Place {
  host: string
  version?: string | undefined
}

export interface Microphone {
  setMuted(muted: boolean): void
  close(): void
}

export interface Heard {
  onChunk(pcm: Int16Array<ArrayBuffer>, level: number): void
  /** Unplugged, or taken away by the visitor. */
  onLost?(): void
}

export interface Loudspeaker {
  play(pcm: Int16Array<ArrayBuffer>): void
  drop(): void
  close(): void
}

/** From files, never from `blob:`, which a strict content security policy refuses. */
export async function loadWorklets(
  context: AudioContext,
  { host, version }: Place,
  ...names: ('capture' | 'playback')[]
): Promise<void> {
  for (const name of names) {
    const url = `${host}/widget/${name}.js${version ? `?v=${version}` : ''}`
    try {
      await context.audioWorklet.addModule(url)
    } catch (error) {
      const message = `${url} could not be loaded: the network, or a script-src that does not allow it.`
      throw new IceBotError('network_lost', message, { cause: error })
    }
  }
}

/** Asks the visitor, the first time. */
export async function askForMicrophone(): Promise<MediaStream> {
  // Absent on pages that are neither https nor localhost.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia)
    throw new IceBotError('microphone_refused', 'A microphone needs a page on https or localhost.')
  try {
    return await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
    })
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new IceBotError('microphone_refused', TROUBLE[name], { cause: error })
  }
}

const TROUBLE: Record<string, string> = {
  NotFoundError: 'There is no microphone on this device.',
  NotReadableError: 'The microphone is in use by another program. Close it, then try again.',
}

/** From the stream to 16-bit pieces of 100 ms. Its worklet is loaded. */
export function openMicrophone(
  context: AudioContext,
  stream: MediaStream,
  rate: number,
  { onChunk, onLost }: Heard,
): Microphone {
  const source = context.createMediaStreamSource(stream)
  const node = new AudioWorkletNode(context, 'icebot-capture', {
    numberOfOutputs: 0,
    processorOptions: { rate },
  })
  node.port.onmessage = ({ data }) => onChunk(data.pcm, data.level)
  source.connect(node)
  for (const track of stream.getTracks()) track.onended = () => onLost?.()
  return {
    // A track that is off gives silence and takes the browser's recording mark away.
    setMuted(muted) {
      for (const track of stream.getTracks()) track.enabled = !muted
    },
    close() {
      node.port.onmessage = null
      node.port.postMessage('close')
      source.disconnect()
      release(stream)
    },
  }
}

export function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null
    track.stop()
  }
}

/** Plays 16-bit pieces one after the other. Its worklet is loaded. */
export function openLoudspeaker(
  context: AudioContext,
  rate: number,
  on: { onLevel(level: number): void; onDrained(): void },
): Loudspeaker {
  const node = new AudioWorkletNode(context, 'icebot-playback', {
    numberOfInputs: 0,
    outputChannelCount: [1],
    processorOptions: { rate },
  })
  node.port.onmessage = ({ data }) => (data.drained ? on.onDrained() : on.onLevel(data.level))
  node.connect(context.destination)
  return {
    play: (pcm) => node.port.postMessage({ pcm }, [pcm.buffer]),
    drop: () => node.port.postMessage({ clear: true }),
    close() {
      node.port.onmessage = null
      node.port.postMessage({ close: true })
      node.disconnect()
    },
  }
}
