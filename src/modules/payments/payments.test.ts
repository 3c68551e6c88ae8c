import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { UserError } from '../../lib/user-error.ts'
import { pauseMs } from './due.ts'
import { createPayments, payUrl } from './index.ts'
import { timeLeft } from './state.ts'

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' }

it('one setting chooses who takes the money', () => {
  expect(createPayments(readConfig({})).active?.name).toBe('sandbox')
  expect(createPayments(readConfig({ ICEBOT_PAYMENTS: 'none' })).active).toBeUndefined()
  expect(createPayments(readConfig({ ICEBOT_PAYMENTS: 'stripe', ...KEYS })).active?.name).toBe('stripe')
})

it('what another provider took can be returned as long as it is set up', () => {
  expect(createPayments(readConfig(KEYS)).named('stripe')?.name).toBe('stripe')
  expect(createPayments(readConfig({})).named('stripe')).toBeUndefined()
  expect(createPayments(readConfig({ ICEBOT_PAYMENTS: 'stripe', ...KEYS })).named('sandbox')?.name).toBe(
    'sandbox',
  )
})

it.each([
  [{}, 'needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: set them'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1234' }, 'needs STRIPE_WEBHOOK_SECRET: set it'],
])('Stripe without its keys is refused in one sentence (%j)', (keys, words) => {
  const create = () => createPayments(readConfig({ ICEBOT_PAYMENTS: 'stripe', ...keys }))
  expect(create).toThrow(UserError)
  expect(create).toThrow(words)
})

it('a link is our own address', () => {
  expect(payUrl('https://kopi.example.com', 'abc')).toBe('https://kopi.example.com/pay/abc')
})

it.each([
  [1, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [1_799, '29 minutes'],
  [1_800, '30 minutes'],
  [6_000, '100 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
  [172_800, '2 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words)
})

it('pauses grow and stop growing', () => {
  expect([1, 2, 3, 7, 8, 50].map(pauseMs)).toEqual([5_000, 10_000, 20_000, 320_000, 600_000, 600_000])
})
