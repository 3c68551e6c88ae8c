import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'

export type ProviderName = 'sandbox' | 'stripe'

export const CURRENCY = 'MYR'

/** What the customer is asked to pay. Made of facts that never change, so that asking again asks for the same. */
export interface PaymentRequest {
  /** Our own id of the payment: asking twice with it opens one session. */
  paymentId: Uuid
  agentId: Uuid
  orderId: Uuid
  orderNumber: string
  lines: { name: string; quantity: number; unitPriceSen: Sen }[]
  totalSen: Sen
  /** The payment page, where the customer comes back to. */
  returnUrl: string
}

export type Opened =
  | { outcome: 'open'; reference: string; url: string }
  | { outcome: 'refused'; reason: string }

/** `processing`: the customer has done their part, the bank has not. `closed`: it can no longer be paid. */
export type SessionState = 'open' | 'processing' | 'paid' | 'closed'

export interface Session {
  reference: string
  state: SessionState
  /** Our own id, as the provider gives it back. */
  paymentId: string | undefined
  amountSen: Sen
  currency: string
  /** The money, once it came: what a refund names. */
  charge: string | undefined
}

export type Refunded = { outcome: 'refunded' } | { outcome: 'declined'; reason: string }

/** What a provider tells by itself. */
export type ProviderEvent =
  | { kind: 'session'; session: Session }
  | { kind: 'refunded' | 'refund_failed'; charge: string }
  | { kind: 'other'; type: string }

/**
 * Takes money and gives it back. What can happen to money is a value (refused, declined, unknown session, paid in the
 * meantime); only a provider that cannot be reached, or whose answer makes no sense, is an exception.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /** True: the customer pays on the provider's own page. False: our page is the session and no money moves. */
  readonly hosted: boolean
  open(request: PaymentRequest): Promise<Opened>
  /** The session as it stands now; undefined when the provider does not know it. */
  lookUp(reference: string): Promise<Session | undefined>
  /** Ends a session. What comes back says what became of it: it may have been paid a moment before. */
  close(reference: string): Promise<Session | undefined>
  /** Returns everything that is left of a payment; money that was returned already counts as returned. */
  refund(payment: { paymentId: Uuid; charge: string }): Promise<Refunded>
  /** Reads what was posted to us; undefined when the provider did not sign it. */
  readWebhook(
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<ProviderEvent | undefined>
}
