import type { StatusEvent, Stream, WidgetMessage } from './connection.ts'
import { newId } from './ids.ts'
import type { Call, Mood, TypedSession } from './voice.ts'
import { asVoiceError, isServiceError } from './voice-error.ts'

/** Messages that were read, so that none is read twice. */
const REMEMBERED = 200
/** A reply that takes longer comes from a person, and is read when it comes. */
const PATIENCE_MS = 30_000

/** Type or record, and the reply is read aloud. */
export function startTyped({ connection, sound, events }: Call): TypedSession {
  const seen = new Set<string>()
  const toRead: string[] = []
  let stream: Stream | undefined
  let muted = false
  let over = false
  let reading = false
  /** Counts what was cut short: sound that was asked for before comes too late. */
  let round = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** What may have arrived although no answer came; said again it is the same message. */
  let unsure: { text: string; clientId: string } | undefined
  let mood: Mood = 'connecting'
  become('listening')

  return {
    mode: 'typed',
    hush,
    end: () => finish('ended'),
    setMuted(silence) {
      muted = silence
      if (muted) hush()
    },
    async send(text) {
      hush()
      const said = text.trim()
      if (over || said === '') return
      events.onTranscript({ role: 'user', text: said, final: true })
      const clientId = unsure?.text === said ? unsure.clientId : newId()
      unsure = undefined
      await sending(() => connection.send(said, clientId)).catch((error) => {
        unsure = { text: said, clientId }
        throw error
      })
    },
    async sendNote(wav, clientId) {
      hush()
      if (over) return
      await sending(async () => {
        const path = `voice-note?clientId=${clientId}`
        const answer = await connection.post<{ transcript: string; message: WidgetMessage }>(path, wav)
        events.onTranscript({ role: 'user', text: answer.transcript, final: true })
        return answer.message
      })
    },
  }

  /** Replies are read from the first message on: what was said before has been read. */
  async function sending(post: () => Promise<WidgetMessage>): Promise<void> {
    become('thinking')
    clearTimeout(waiting)
    waiting = setTimeout(stopWaiting, PATIENCE_MS)
    try {
      const message = await post()
      seen.add(message.id)
      if (!over) stream ??= connection.stream({ onMessage, onStatus, onError: fail }, message.created_at)
    } catch (error) {
      // What the service could not use (nothing heard, a language it does not know) ends nothing.
      if (over) return
      stopWaiting()
      if (isServiceError(error) && error.kind === 'refused' && error.status !== 404) throw error
      throw fail(error)
    }
  }

  function stopWaiting(): void {
    clearTimeout(waiting)
    waiting = undefined
    if (!reading) become('listening')
  }

  function onStatus({ handler }: StatusEvent): void {
    if (handler === 'human') stopWaiting()
  }

  function onMessage({ id, role, content }: WidgetMessage): void {
    if (over || role !== 'assistant' || seen.has(id)) return
    seen.add(id)
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string)
    events.onTranscript({ role: 'agent', text: content, final: true })
    if (!muted && !sound.silent) {
      toRead.push(id)
      void read()
    }
    stopWaiting()
  }

  /** One after the other. A reply that cannot be read aloud is still there to be read. */
  async function read(): Promise<void> {
    if (reading) return
    reading = true
    for (let id = toRead.shift(); id !== undefined && !over; id = toRead.shift()) {
      const asked = round
      try {
        const audio = await connection.fetchAudio(id)
        if (over || asked !== round) continue
        become('speaking')
        await sound.play(audio)
      } catch (error) {
        console.warn('IceBot: a reply could not be read aloud.', error)
      }
    }
    reading = false
    if (waiting === undefined) become('listening')
  }

  function hush(): void {
    round++
    toRead.length = 0
    sound.stop()
  }

  function become(next: Mood): void {
    if (over || next === mood) return
    mood = next
    events.onMood(next)
  }

  function fail(cause: unknown) {
    const error = asVoiceError(cause)
    if (over) return error
    // Lost for a moment: the session goes on and the page may send again.
    if (error.code !== 'network_lost') finish('error')
    events.onError(error)
    return error
  }

  function finish(last: Mood): void {
    if (over) return
    // Before it is told: who hangs up on hearing of it ends nothing twice.
    over = true
    clearTimeout(waiting)
    hush()
    stream?.close()
    sound.close()
    events.onMood(last)
  }
}
