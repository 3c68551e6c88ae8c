import type { CallNews, CallStatus, Carrier, Dialled } from '../port.ts'
import { type Answer, createRest, dialOver } from '../rest.ts'
import { CALL_VARIABLE, finishedNews, heardOf, isSigned } from './webhook.ts'

export interface ElevenlabsOptions {
  apiKey: string
  webhookSecret: string
  /** The agent and the phone number as ElevenLabs names them. */
  agentId: string
  phoneNumberId: string
  /** Where its API answers. */
  url: string
  now?: () => number
  timeoutMs?: number
}

export interface Elevenlabs extends Carrier {
  /** An address at which a browser may hold one conversation, once. */
  signedUrl(): Promise<string>
}

/** Longer than a call; its one event comes after its end. */
const NAMELESS_MS = 35 * 60_000

/** ElevenLabs holds the whole conversation; we ring through it, and learn what was said when it is over. */
export function createElevenlabs(options: ElevenlabsOptions): Elevenlabs {
  const { apiKey, webhookSecret, agentId, phoneNumberId, url, now = Date.now, timeoutMs } = options
  const ask = createRest({ url, headers: { 'xi-api-key': apiKey }, timeoutMs })
  const nothing = { type: 'application/json; charset=utf-8', body: '{"received":true}' }

  return {
    name: 'elevenlabs',
    speed: 1,
    records: true,
    patienceMs: 60_000,
    namelessMs: NAMELESS_MS,

    dial({ callId, to, greeting, variables }) {
      const json = {
        agent_id: agentId,
        agent_phone_number_id: phoneNumberId,
        to_number: to,
        conversation_initiation_client_data: {
          dynamic_variables: { ...variables, [CALL_VARIABLE]: callId },
          conversation_config_override: { agent: { first_message: plain(greeting) } },
        },
      }
      return dialOver(() => ask('/v1/convai/twilio/outbound-call', { method: 'POST', json }), dialledOf)
    },

    /** It has no way to end a call from outside: the agent itself does, or the person. */
    async hangUp() {},

    async lookUp(reference) {
      const answer = await ask(`/v1/convai/conversations/${encodeURIComponent(reference)}`)
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw trouble('tell about a conversation', answer)
      return newsOf(reference, answer.json)
    },

    async fetchRecording(reference) {
      const answer = await ask(`/v1/convai/conversations/${encodeURIComponent(reference)}/audio`)
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw trouble('give a recording', answer)
      return answer.bytes
    },

    /** Deleting its audio alone is not possible; how long it keeps conversations is set there. */
    async forgetRecording() {},

    async signedUrl() {
      const query = new URLSearchParams({ agent_id: agentId, include_conversation_id: 'true' })
      const answer = await ask(`/v1/convai/conversation/get-signed-url?${query}`)
      if (answer.status !== 200 || typeof answer.json?.signed_url !== 'string')
        throw trouble('give a signed address', answer)
      return answer.json.signed_url
    },

    hear: ({ kind, body, headers }) =>
      kind === 'post-call' && isSigned(webhookSecret, headers['elevenlabs-signature'], body, now())
        ? heardOf(body)
        : { kind: 'forged' },
    acknowledge: () => nothing,
    take: async () => nothing,
    turnAway: () => nothing,
    async close() {},
  }
}

/** It fills `{{name}}` itself, and refuses a call with one that it does not know. Ours is filled already. */
function plain(words: string): string {
  return words.replace(/[{}]{2,}/g, ' ')
}

function dialledOf({ status, json }: Answer): Dialled {
  if (status === 200 && json?.success === true) {
    return typeof json.conversation_id === 'string'
      ? { outcome: 'dialing', reference: json.conversation_id }
      : { outcome: 'unknown', reason: 'it gave the call no name' }
  }
  const reason = json?.message ?? json?.detail?.message ?? `it answered ${status}`
  return { outcome: 'declined', reason: String(reason) }
}

/** Its words for where a conversation is that goes on; one that is not here says nothing. */
const statuses: Record<string, CallStatus> = {
  initiated: 'dialing',
  'in-progress': 'in_progress',
  processing: 'in_progress',
}

function newsOf(reference: string, data: { status?: string }): CallNews {
  if (data?.status === 'done' || data?.status === 'failed')
    return finishedNews({ ...data, conversation_id: reference })
  return { reference, status: statuses[data?.status ?? ''] }
}

function trouble(what: string, { status }: Answer): Error {
  return new Error(`ElevenLabs did not ${what}: ${status}`)
}
