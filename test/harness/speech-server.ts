import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SAMPLE_RATE, toBytes } from '../../src/lib/audio/samples.ts'
import { readWav, writeWav } from '../../src/lib/audio/wav.ts'
import { findPack } from '../../src/providers/speech/index.ts'

export type SpeechKind = 'openai-compatible' | 'deepgram' | 'elevenlabs'

/** How one request is answered; the last one is for all that follow. */
export interface Play {
  text?: string
  fault?:
    | number
    | 'hang'
    | 'reset'
    | 'garbage'
    | 'page'
    | 'cut'
    | 'stall'
    | 'redirect'
    | 'empty'
    | 'wav'
    | 'mp3'
    | 'flood'
  headers?: Record<string, string>
  message?: string
}

export interface Heard {
  path: string
  query: URLSearchParams
  /** What it was told besides sound: the fields of a form, or the JSON. */
  fields: Record<string, unknown>
  seconds: number | undefined
  isAbandoned: boolean
}

export interface FakeSpeech {
  url: string
  key: string
  requests: Heard[]
  play(plays: Play[]): void
  close(): Promise<void>
}

/** Speaks a provider's wire protocol, and refuses what that provider would refuse. */
export async function startSpeech(kind: SpeechKind): Promise<FakeSpeech> {
  const key = `key-of-${kind}`
  const requests: Heard[] = []
  let plays: Play[] = [{}]
  const server = createServer(async (request, response) => {
    const play = (plays.length > 1 ? plays.shift() : plays[0]) ?? {}
    try {
      await answer(request, response, play)
    } catch {
      response.destroy()
    }
  })

  async function answer(request: IncomingMessage, response: ServerResponse, play: Play): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body = await bodyOf(request)
    const heard: Heard = {
      path: pathname,
      query: searchParams,
      fields: {},
      seconds: undefined,
      isAbandoned: false,
    }
    requests.push(heard)
    response.on('close', () => {
      heard.isAbandoned = !response.writableEnded
    })
    const json = (status: number, value: unknown, headers = {}) =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    if (authorised(kind, request.headers) !== key)
      return json(401, refusal(kind, `Incorrect API key provided: ${authorised(kind, request.headers)}`))
    if (typeof play.fault === 'number')
      return json(play.fault, refusal(kind, play.message ?? 'busy'), play.headers)
    if (play.fault === 'hang') return
    if (play.fault === 'reset') return void request.socket.destroy()
    if (play.fault === 'redirect') return void response.writeHead(307, { Location: '/elsewhere' }).end()
    if (play.fault === 'page')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')
    const isSpeech = /audio\/speech$|text-to-speech/.test(pathname)
    await read(heard, request, body, isSpeech)
    const missing = faultOfRequest(kind, heard, isSpeech)
    if (missing) return json(400, refusal(kind, missing))
    if (isSpeech) return speak(response, play, heard)
    const silent = (heard.seconds ?? 0) < 0.2
    const words = JSON.stringify(
      transcript(kind, silent ? '' : (play.text ?? 'I would like two cups of coffee and one toast please.')),
    )
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': words.length })
    if (play.fault === 'garbage') return void response.end('x'.repeat(words.length))
    if (play.fault === 'empty') return void response.end(' '.repeat(words.length))
    if (play.fault === 'cut' || play.fault === 'stall') response.write(words.slice(0, 5))
    if (play.fault === 'cut') return void setTimeout(() => response.destroy(), 20)
    if (play.fault === 'stall') return
    response.end(words)
  }

  async function speak(response: ServerResponse, play: Play, { fields }: Heard): Promise<void> {
    const words = String(fields.input ?? fields.text)
    const rate = kind === 'elevenlabs' ? SAMPLE_RATE : 24_000
    const tone = Int16Array.from({ length: Math.round(rate * (0.3 + words.length / 40)) }, (_, i) => {
      return 8_000 * Math.sin((2 * Math.PI * 300 * i) / rate)
    })
    if (play.fault === 'empty') return void response.writeHead(200, { 'Content-Type': 'audio/pcm' }).end()
    if (play.fault === 'wav')
      return void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(writeWav(tone, rate))
    if (play.fault === 'mp3')
      return void response
        .writeHead(200, { 'Content-Type': 'audio/mpeg' })
        .end(Buffer.from('ID3\u0004 and so on'))
    response.writeHead(200, { 'Content-Type': 'audio/pcm' })
    const bytes = toBytes(tone)
    // Odd pieces: a sample may be cut in two.
    for (let at = 0, piece = 0; at < bytes.length || play.fault === 'flood'; at += 3_333, piece++) {
      if (response.destroyed) return
      if (piece === 2 && play.fault === 'cut') return void response.destroy()
      if (piece === 2 && play.fault === 'stall') return
      if (!response.write(play.fault === 'flood' ? new Uint8Array(1 << 20) : bytes.subarray(at, at + 3_333)))
        await drained(response)
      else await sleep(1)
    }
    response.end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    requests,
    play(given) {
      plays = [...given]
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Why tests that need the speech pack are skipped, printed; undefined when it is there. */
export function packMissing(): string | undefined {
  const { isReady, why } = findPack()
  if (isReady) return undefined
  const reason = `no speech pack${why ? ` (${why})` : ''}: npm run -s icebot -- speech install`
  process.stdout.write(`Tests that need the speech pack are skipped: ${reason}\n`)
  return reason
}

function authorised(kind: SpeechKind, headers: IncomingMessage['headers']): string | undefined {
  if (kind === 'elevenlabs') return headers['xi-api-key'] as string | undefined
  const [scheme, key] = (headers.authorization ?? '').split(' ')
  return scheme === (kind === 'deepgram' ? 'Token' : 'Bearer') ? key : undefined
}

function refusal(kind: SpeechKind, message: string): unknown {
  if (kind === 'elevenlabs') return { detail: { status: 'refused', message } }
  return kind === 'deepgram' ? { err_code: 'REFUSED', err_msg: message } : { error: { message } }
}

function transcript(kind: SpeechKind, text: string): unknown {
  if (kind === 'elevenlabs') return { language_code: 'eng', language_probability: 1, text, words: [] }
  if (kind === 'deepgram')
    return {
      metadata: { channels: 1 },
      results: { channels: [{ alternatives: [{ transcript: text, confidence: 1 }] }] },
    }
  return { text }
}

async function read(heard: Heard, request: IncomingMessage, body: Buffer, isSpeech: boolean): Promise<void> {
  const type = request.headers['content-type'] ?? ''
  if (isSpeech) {
    heard.fields = JSON.parse(body.toString())
  } else if (type.startsWith('multipart/form-data')) {
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData()
    for (const [name, value] of form) if (typeof value === 'string') heard.fields[name] = value
    const file = form.get('file')
    if (file instanceof Blob) {
      heard.fields.file = `${(file as File).name} ${file.type}`
      heard.seconds = loudSeconds(new Uint8Array(await file.arrayBuffer()))
    }
  } else {
    heard.fields = { type }
    heard.seconds = loudSeconds(body)
  }
}

/** Undefined when it is no sound at all. */
function loudSeconds(file: Uint8Array): number | undefined {
  const wav = readWav(file)
  if (wav.outcome !== 'read') return undefined
  return wav.audio.some((sample) => Math.abs(sample) > 200) ? wav.audio.length / SAMPLE_RATE : 0
}

function faultOfRequest(
  kind: SpeechKind,
  { path, query, fields, seconds }: Heard,
  isSpeech: boolean,
): string | undefined {
  if (!isSpeech && seconds === undefined) return 'the file is no audio'
  const wanted: Record<SpeechKind, [string, unknown[]]> = isSpeech
    ? {
        'openai-compatible': ['/v1/audio/speech', [fields.model, fields.input, fields.voice]],
        elevenlabs: ['/v1/text-to-speech/George/stream', [fields.text]],
        deepgram: ['/v1/speak', []],
      }
    : {
        'openai-compatible': ['/v1/audio/transcriptions', [fields.model]],
        elevenlabs: ['/v1/speech-to-text', [fields.model_id]],
        deepgram: ['/v1/listen', [query.get('model')]],
      }
  const [place, needed] = wanted[kind]
  if (path !== place) return `no such path ${path}`
  return needed.every((value) => typeof value === 'string' && value !== '') ? undefined : 'a field is missing'
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.on('drain', go).on('close', go)
  })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
