import { isUuid } from '../../lib/ids.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import { type KeyedRoute, keyedRoute } from '../keys/index.ts'
import type { CallParts } from './parts.ts'
import { placeCall } from './place.ts'
import { presentCall, presentPlaced } from './present.ts'
import { recordingLink } from './recordings.ts'
import * as schema from './schema.ts'
import * as store from './store.ts'

const PLACE = `Rings the number from the workspace’s default outbound number; the key’s agent speaks. The do-not-call list and opt-outs are always enforced. A call costs 400 credits a minute from answer to end, to the second, charged once when it is over.

Refusals are decided in this order: \`invalid body\`, \`plan_no_voice\`, \`voice_unconfigured\`, \`no_voice_agent\`, \`no_outbound_number\`, \`do_not_call\` or \`opted_out\` (\`dnc_unreadable\`, \`opt_out_unreadable\` when that cannot be told), \`insufficient_credits\`, \`call rate limit exceeded\` (10 calls in any 60 seconds for the workspace; a dial that the provider declined counts), \`provider_declined\`.

Send an \`Idempotency-Key\` header (1 to 255 visible ASCII characters) to place a call once, however often the request has to be repeated: the same key and body within 24 hours get the first 202 again. A refusal is not remembered.`

/** The table is data without them; what serves a request asks for what it works with. */
export function callRoutes(parts: () => CallParts): KeyedRoute[] {
  return [
    keyedRoute({
      method: 'POST',
      path: '/calls',
      scope: 'calls:create',
      tag: 'Calls',
      summary: 'Place a call',
      description: PLACE,
      status: 202,
      headers: {
        'Idempotency-Key': 'The same key and body within 24 hours answer the first 202 and dial once',
      },
      body: schema.newCall,
      answer: schema.placed,
      refusals: {
        402: 'insufficient_credits',
        403: 'plan_no_voice',
        409: 'idempotency key used with another body',
        422: ['no_voice_agent', 'no_outbound_number', 'do_not_call', 'opted_out'],
        429: 'call rate limit exceeded',
        502: 'provider_declined',
        503: ['voice_unconfigured', 'dnc_unreadable', 'opt_out_unreadable'],
      },
      handle: async (context, { body }) => ({
        data: presentPlaced(await placeCall(parts(), context, body, context.idempotencyKey)),
      }),
    }),
    keyedRoute({
      method: 'GET',
      path: '/calls/:id',
      tag: 'Calls',
      summary: 'Read a call',
      description:
        '`dialing`, then `in_progress`, then one of the final values. `live` is there while the call goes on; `summary` comes a moment after its end.',
      answer: schema.oneCall,
      handle: async ({ db, agentId }, { params: { id = '' } }) => ({
        data: presentCall((isUuid(id) ? await store.find(db, agentId, id) : undefined) ?? raise(notFound())),
      }),
    }),
    keyedRoute({
      method: 'GET',
      path: '/calls/:id/recording',
      scope: 'calls:recordings',
      tag: 'Calls',
      summary: 'Get a link to the recording of a call',
      description: 'The link is valid for 5 minutes. Recordings are kept for 30 days.',
      answer: schema.recording,
      refusals: { 404: ['not found', 'no_recording'], 409: 'recording_pending' },
      handle: async (context, { params }) => ({
        data: await recordingLink(parts(), context, params.id as string),
      }),
    }),
  ]
}
