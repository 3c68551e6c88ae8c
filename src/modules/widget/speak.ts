import type { Uuid } from '../../lib/ids.ts'
import { encodeMp3 } from '../../providers/speech/index.ts'
import type { VisitorMessage } from '../conversations/index.ts'
import { languageNotSupported, speechRefusal, voiceUnavailable } from './errors.ts'
import type { WidgetParts } from './parts.ts'
import * as store from './store.ts'

/** Reads a message aloud: once, whoever asks and how often. */
export function createReader({ db, speech, log }: Pick<WidgetParts, 'db' | 'speech' | 'log'>) {
  const underWay = new Map<Uuid, Promise<Uint8Array>>()

  return async (agentId: Uuid, { id, content }: VisitorMessage, language: string): Promise<Buffer> => {
    const known = await store.findSpoken(db, agentId, id)
    if (known) return known
    const { voice } = speech
    if (!voice) throw voiceUnavailable()
    if (!voice.knows(language)) throw languageNotSupported()
    const sound =
      underWay.get(id) ?? encodeMp3(voice.speak(content, { language })).finally(() => underWay.delete(id))
    underWay.set(id, sound)
    const audio = await sound.catch((error) => {
      log.warn({ err: error }, 'a reply could not be read aloud')
      throw speechRefusal(error)
    })
    await store.keepSpoken(db, agentId, id, audio)
    return Buffer.from(audio)
  }
}
