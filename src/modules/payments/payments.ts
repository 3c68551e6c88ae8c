import type { Config } from '../../config.ts'
import { UserError } from '../../lib/user-error.ts'
import type { Transactional } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/log.ts'
import {
  createSandbox,
  createStripe,
  type PaymentProvider,
  type ProviderName,
} from '../../providers/payments/index.ts'

export interface Payments {
  /** Where customers pay now; undefined while payments are off. */
  active: PaymentProvider | undefined
  /** The provider that took an earlier payment, as long as it is still set up. */
  named(name: ProviderName): PaymentProvider | undefined
}

/** What everything here that moves money works with. */
export interface PaymentParts {
  db: Transactional
  payments: Payments
  log: Logger
}

type PaymentSettings = Pick<Config, 'payments' | 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeUrl'>

/** Stripe stays known while its keys are, also with another provider active: its payments can still be returned. */
export function createPayments(config: PaymentSettings): Payments {
  const { payments, stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeUrl: url } = config
  const known: Partial<Record<ProviderName, PaymentProvider>> = { sandbox: createSandbox() }
  if (secretKey && webhookSecret) known.stripe = createStripe({ secretKey, webhookSecret, url })
  if (payments === 'stripe' && !known.stripe) throw keysMissing(secretKey, webhookSecret)
  return { active: payments === 'none' ? undefined : known[payments], named: (name) => known[name] }
}

export const PAY_PATH = '/pay'

/** The payment link of an order. */
export function payUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${PAY_PATH}/${token}`
}

function keysMissing(secretKey: string | undefined, webhookSecret: string | undefined): UserError {
  const missing = [
    ...(secretKey ? [] : ['STRIPE_SECRET_KEY']),
    ...(webhookSecret ? [] : ['STRIPE_WEBHOOK_SECRET']),
  ]
  return new UserError(
    `ICEBOT_PAYMENTS=stripe needs ${missing.join(' and ')}: set ${missing.length > 1 ? 'them' : 'it'} as docs/payments.md shows, or set ICEBOT_PAYMENTS=sandbox to try everything without money.`,
  )
}
