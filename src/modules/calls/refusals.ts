import { HttpError, tooMany } from '../../platform/http/index.ts'

/** Why a call is not placed (specification, section 7): what an integrator's person can do about it is in the message. */
export const planNoVoice = (isFree: boolean) =>
  new HttpError(403, {
    error: 'plan_no_voice',
    message: isFree
      ? 'The free plan has no phone calls. Move the workspace to the paid plan to place calls.'
      : 'This business is not verified yet. Calls can be placed once it is.',
  })
export const voiceUnconfigured = () =>
  new HttpError(503, {
    error: 'voice_unconfigured',
    message: 'Voice calling is not configured on this deployment; nothing was dialled.',
  })
export const noVoiceAgent = () =>
  new HttpError(422, {
    error: 'no_voice_agent',
    message: 'This agent has no voice. Switch its voice on to let it place calls.',
  })
export const noOutboundNumber = () =>
  new HttpError(422, {
    error: 'no_outbound_number',
    message: 'The workspace has no default outbound number. Set one to place calls.',
  })
export const doNotCall = () =>
  new HttpError(422, {
    error: 'do_not_call',
    message: 'This number is on the do-not-call list; nothing was dialled.',
  })
export const optedOut = () =>
  new HttpError(422, {
    error: 'opted_out',
    message: 'This person does not want to be called; nothing was dialled.',
  })
export const doNotCallUnreadable = () =>
  new HttpError(
    503,
    {
      error: 'dnc_unreadable',
      message:
        'The do-not-call list cannot be read at the moment, so nothing was dialled. Try again shortly.',
    },
    { 'Retry-After': '2' },
  )
export const optOutUnreadable = () =>
  new HttpError(
    503,
    {
      error: 'opt_out_unreadable',
      message: 'The opt-outs cannot be read at the moment, so nothing was dialled. Try again shortly.',
    },
    { 'Retry-After': '2' },
  )
export const insufficientCredits = () =>
  new HttpError(402, {
    error: 'insufficient_credits',
    message:
      'The workspace has fewer credits than a minute of voice costs (400). Add credits, then place the call again.',
  })
export const callRateExceeded = (retryAfterSeconds: number) =>
  tooMany(retryAfterSeconds, 'call rate limit exceeded')
export const providerDeclined = () =>
  new HttpError(502, {
    error: 'provider_declined',
    message: 'The telephony provider refused the call. Nobody was rung and nothing was billed.',
  })
export const otherBody = () =>
  new HttpError(409, {
    error: 'idempotency key used with another body',
    message: 'This Idempotency-Key was sent with another body before. Use a new key for a new call.',
  })
export const stillUnderWay = () =>
  new HttpError(409, {
    error: 'request under way',
    message: 'A request with this Idempotency-Key is still under way. Send it again in a moment.',
  })
export const invalidKey = () =>
  new HttpError(400, {
    error: 'invalid header',
    details: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
  })
