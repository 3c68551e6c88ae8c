import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isUuid } from '../../lib/ids.ts'
import { entering, raise, readQuery } from '../../platform/http/index.ts'
import { readWavAside } from '../../providers/speech/index.ts'
import { conversationOf, ownMessage } from '../conversations/index.ts'
import { PREFIX, type VisitorContext, type widgetDoor } from './door.ts'
import {
  invalidAudio,
  languageNotSupported,
  noMessage,
  nothingHeard,
  speechRefusal,
  tooMuchAudio,
  voiceUnavailable,
  wrongAudioType,
} from './errors.ts'
import { createGates } from './gates.ts'
import { languageOf } from './language.ts'
import type { WidgetParts } from './parts.ts'
import { presentOwn } from './present.ts'
import { clientId } from './routes.ts'
import { CHANNEL, say } from './say.ts'
import { externalUserId } from './sessions.ts'
import { createReader } from './speak.ts'

const LONGEST_NOTE_SECONDS = 60
const LARGEST_NOTE_BYTES = 2 * 1024 * 1024
const noteQuery = z.object({ clientId: clientId.optional() })

/** `GET /speak` and `POST /voice-note`: what visitors hear, and what they say instead of typing. */
export function mountSound(
  app: FastifyInstance,
  door: ReturnType<typeof widgetDoor>,
  parts: WidgetParts,
): void {
  const { db, speech } = parts
  const gates = createGates(parts.limits)
  const readAloud = createReader(parts)
  const onRequest = entering((request, reply) => door.enter(request, reply, {} as never))

  app.route({
    method: 'GET',
    url: `${PREFIX}/speak`,
    onRequest,
    handler: async (request, reply) => {
      const { site, session } = request.context as VisitorContext
      const { m } = request.query as { m?: unknown }
      const own = await conversationOf(db, site.agentId, CHANNEL, externalUserId(session.visitorId))
      const message =
        own && typeof m === 'string' && isUuid(m) ? await ownMessage(db, site.agentId, own.id, m) : undefined
      if (!own || message?.role !== 'assistant') throw noMessage()
      const audio = await readAloud(site.agentId, message, await languageOf(db, site, session.visitorId))
      return reply
        .headers({ 'Content-Type': 'audio/mpeg', 'Cache-Control': 'private, max-age=3600' })
        .send(audio)
    },
  })

  app.route({
    method: 'POST',
    url: `${PREFIX}/voice-note`,
    bodyLimit: LARGEST_NOTE_BYTES,
    onRequest,
    errorHandler: (error, request, reply) => {
      const isTooLarge = (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      return app.errorHandler(isTooLarge ? (tooMuchAudio() as never) : error, request, reply)
    },
    handler: async (request) => {
      const visitor = request.context as VisitorContext
      const { clientId } = readQuery(noteQuery, request.query as Record<string, unknown>)
      if (!speech.recogniser) throw voiceUnavailable()
      if (!/^audio\/(x-)?wav\b|^audio\/wave\b/i.test(request.headers['content-type'] ?? ''))
        throw wrongAudioType()
      await gates.message(visitor)
      const text = await understand(visitor, request.body as Buffer)
      const [message] = await presentOwn(db, visitor.site.agentId, [
        await say(parts, visitor, { text, clientId }),
      ])
      return { transcript: text, message }
    },
  })

  async function understand({ site, session }: VisitorContext, file: Buffer): Promise<string> {
    const wav = await readWavAside(file ?? Buffer.alloc(0), { maxSeconds: LONGEST_NOTE_SECONDS })
    if (wav.outcome !== 'read') throw invalidAudio()
    const language = await languageOf(db, site, session.visitorId)
    if (!speech.recogniser?.knows(language)) throw languageNotSupported()
    const text = await speech.recogniser.transcribe(wav.audio, { language }).catch((error) => {
      parts.log.warn({ err: error }, 'a voice note was not understood')
      throw speechRefusal(error)
    })
    return text.trim() || raise(nothingHeard())
  }
}
