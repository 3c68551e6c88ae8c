import { describe, expect, it } from 'vitest'
import { ServiceError } from './errors.ts'
import { asVoiceError, IceBotError } from './voice-error.ts'

describe('what went wrong', () => {
  it.each([
    [new ServiceError('network', 'no answer'), 'network_lost'],
    [new ServiceError('not_allowed', 'no'), 'site_not_allowed'],
    [new ServiceError('refused', 'no agent', { status: 404 }), 'site_not_allowed'],
    [new ServiceError('credits', 'none', { status: 402 }), 'credits_used_up'],
    [new ServiceError('expired', 'old', { status: 401 }), 'network_lost'],
    [new TypeError('what?'), 'network_lost'],
    [new IceBotError('microphone_refused'), 'microphone_refused'],
  ])('%s is told as %s', (cause, code) => {
    expect(asVoiceError(cause)).toMatchObject({ name: 'IceBotError', code })
  })

  it('says what the service said when that helps', () => {
    const busy = new ServiceError('refused', 'Too many sessions.', { status: 429 })
    expect(asVoiceError(busy).message).toBe('Too many sessions.')
  })
})
