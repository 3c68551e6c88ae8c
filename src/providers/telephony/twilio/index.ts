import { createHmac } from 'node:crypto'
import { isUuid, type Uuid } from '../../../lib/ids.ts'
import type { Callback, Carrier, CarrierEars, Dial, Dialled, Heard, MediaSocket } from '../port.ts'
import { type Answer, createRest, dialOver } from '../rest.ts'
import { carryMedia } from './media.ts'
import { isSigned } from './signature.ts'
import { nothingToDo, streamTwiml, turnedAway, twimlReply } from './twiml.ts'
import { answererOf, recordingOf, secondsOf, statusOf } from './words.ts'

export interface TwilioOptions {
  accountSid: string
  authToken: string
  /** Where Twilio's API answers. */
  url: string
  ears: CarrierEars
  /** Where Twilio reaches us: https and public. */
  baseUrl: () => Promise<string>
  /** Signs what a media stream shows to be let in. */
  secret: string
  onTrouble?: (error: unknown) => void
  timeoutMs?: number
}

export const TWILIO_PATH = '/api/telephony/twilio'
const RING_SECONDS = 45

/** Twilio's Programmable Voice over plain requests; docs/decisions/0013 says why without its package. */
export function createTwilio(options: TwilioOptions): Carrier {
  const { accountSid, authToken, ears, baseUrl, secret, onTrouble = () => {} } = options
  const account = `/2010-04-01/Accounts/${accountSid}`
  const headers = { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` }
  const ask = createRest({ url: options.url, headers, timeoutMs: options.timeoutMs })
  const tokenOf = (callId: string) =>
    createHmac('sha256', secret).update(`media ${callId}`).digest('base64url')
  const callbackTo = async (kind: string, callId: Uuid) =>
    `${await baseUrl()}${TWILIO_PATH}/${kind}?call=${callId}`

  async function twimlFor(callId: Uuid): Promise<string> {
    const address = `${(await baseUrl()).replace(/^http/, 'ws')}${TWILIO_PATH}/media`
    return streamTwiml(address, { call: callId, token: tokenOf(callId) })
  }

  async function formOf({ callId, to, from, maxSeconds }: Dial): Promise<[string, string][]> {
    const events = ['initiated', 'ringing', 'answered', 'completed']
    return [
      ['To', to],
      ['From', from],
      ['Twiml', await twimlFor(callId)],
      ['Timeout', String(RING_SECONDS)],
      ['TimeLimit', String(maxSeconds)],
      ['StatusCallback', await callbackTo('status', callId)],
      ...events.map((event): [string, string] => ['StatusCallbackEvent', event]),
      ['MachineDetection', 'Enable'],
      // Beside the talk: a detection that blocks lets the person wait in silence for seconds.
      ['AsyncAmd', 'true'],
      ['AsyncAmdStatusCallback', await callbackTo('machine', callId)],
      ['Record', 'true'],
      ['RecordingStatusCallback', await callbackTo('recording', callId)],
      ['RecordingStatusCallbackEvent', 'completed'],
      ['RecordingStatusCallbackEvent', 'absent'],
    ]
  }

  return {
    name: 'twilio',
    speed: 1,
    records: true,
    patienceMs: 120_000,

    async dial(dial) {
      const form = await formOf(dial)
      return dialOver(() => ask(`${account}/Calls.json`, { method: 'POST', form }), dialledOf)
    },

    async hangUp(reference) {
      const path = `${account}/Calls/${reference}.json`
      const answer = await ask(path, { method: 'POST', form: [['Status', 'completed']] })
      // 404 and "not in progress" both mean that there is nothing left to end.
      if (answer.status >= 500 || answer.status === 429) throw trouble('hang up', answer)
    },

    async lookUp(reference) {
      const answer = await ask(`${account}/Calls/${reference}.json`)
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw trouble('tell about a call', answer)
      const { status, duration, answered_by } = answer.json ?? {}
      return {
        reference,
        status: statusOf(status),
        seconds: secondsOf(duration),
        answeredBy: answererOf(answered_by),
      }
    },

    async startRecording(reference, callId) {
      const form: [string, string][] = [
        ['RecordingStatusCallback', await callbackTo('recording', callId)],
        ['RecordingStatusCallbackEvent', 'completed'],
        ['RecordingStatusCallbackEvent', 'absent'],
      ]
      const answer = await ask(`${account}/Calls/${reference}/Recordings.json`, { method: 'POST', form })
      if (answer.status !== 201) throw trouble('record a call', answer)
    },

    async findRecording(reference) {
      const answer = await ask(`${account}/Calls/${reference}/Recordings.json`)
      if (answer.status !== 200) throw trouble('tell of a recording', answer)
      const [newest] = Array.isArray(answer.json?.recordings) ? answer.json.recordings : []
      return recordingOf(newest?.status, newest?.sid)
    },

    async fetchRecording(reference) {
      const answer = await ask(`${account}/Recordings/${reference}.mp3`)
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw trouble('give a recording', answer)
      return answer.bytes
    },

    async forgetRecording(reference) {
      const answer = await ask(`${account}/Recordings/${reference}.json`, { method: 'DELETE' })
      if (answer.status >= 300 && answer.status !== 404) throw trouble('delete a recording', answer)
    },

    hear: (callback) => heardOf(authToken, accountSid, callback),
    acknowledge: () => nothingToDo,
    take: async (callId) => twimlReply(await twimlFor(callId)),
    turnAway: () => turnedAway,
    media: (socket: MediaSocket) => carryMedia(socket, { ears, tokenOf, onTrouble }),
    async close() {},
  }
}

function dialledOf({ status, json }: Answer): Dialled {
  if (status === 201 && isSid(json?.sid)) return { outcome: 'dialing', reference: json.sid }
  // Accepted, but under which name is not to be read: it rings, and tells by its callbacks.
  if (status >= 200 && status < 300) return { outcome: 'unknown', reason: 'it gave the call no name' }
  const code = json?.code === undefined ? '' : ` (${json.code})`
  return { outcome: 'declined', reason: `${json?.message ?? `it answered ${status}`}${code}` }
}

function heardOf(authToken: string, accountSid: string, { kind, url, body, headers }: Callback): Heard {
  const form = new URLSearchParams(body.toString('utf8'))
  const signature = headers['x-twilio-signature']
  if (!isSigned(authToken, typeof signature === 'string' ? signature : '', url, form))
    return { kind: 'forged' }
  const reference = form.get('CallSid')
  // Signed, but another account's: subaccounts share nothing with us.
  if (!isSid(reference) || (form.get('AccountSid') ?? accountSid) !== accountSid) return { kind: 'other' }
  const given = new URL(url).searchParams.get('call')
  const about = { reference, callId: given !== null && isUuid(given) ? given : undefined }
  return kinds[kind]?.(form, about) ?? { kind: 'other' }
}

type About = { reference: string; callId: Uuid | undefined }

const kinds: Record<string, (form: URLSearchParams, about: About) => Heard> = {
  status: (form, about) => ({
    kind: 'news',
    news: {
      ...about,
      status: statusOf(form.get('CallStatus')),
      seconds: secondsOf(form.get('CallDuration')),
    },
  }),
  machine: (form, about) => ({
    kind: 'news',
    news: { ...about, answeredBy: answererOf(form.get('AnsweredBy')) },
  }),
  recording: (form, about) => ({
    kind: 'news',
    news: { ...about, recording: recordingOf(form.get('RecordingStatus'), form.get('RecordingSid')) },
  }),
  incoming: (form, { reference }) => ({
    kind: 'incoming',
    incoming: { reference, from: form.get('From') ?? '', to: form.get('To') ?? '' },
  }),
}

function isSid(text: unknown): text is string {
  return typeof text === 'string' && /^CA[0-9a-f]{32}$/.test(text)
}

function trouble(what: string, { status, json }: Answer): Error {
  return new Error(`Twilio did not ${what}: ${status} ${json?.message ?? ''}`.trim())
}
