import type Stripe from 'stripe'
import type { ProviderEvent, Session, SessionState } from './port.ts'

export function sessionOf(session: Stripe.Checkout.Session, state = stateOf(session)): Session {
  return {
    reference: session.id,
    state,
    paymentId: session.metadata?.payment_id,
    amountSen: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    charge: idOf(session.payment_intent),
  }
}

export function eventOf(event: Stripe.Event): ProviderEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { kind: 'session', session: sessionOf(event.data.object) }
    case 'checkout.session.async_payment_failed':
      return { kind: 'session', session: sessionOf(event.data.object, 'closed') }
    case 'charge.refunded': {
      const charge = idOf(event.data.object.payment_intent)
      // Also sent for a part of the money, which changes nothing here.
      if (!event.data.object.refunded || !charge) return { kind: 'other', type: event.type }
      return { kind: 'refunded', charge }
    }
    case 'refund.failed': {
      const charge = idOf(event.data.object.payment_intent)
      return charge ? { kind: 'refund_failed', charge } : { kind: 'other', type: event.type }
    }
    default:
      return { kind: 'other', type: event.type }
  }
}

function stateOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): SessionState {
  if (status === 'open') return 'open'
  if (status === 'expired') return 'closed'
  if (payment_status !== 'unpaid') return 'paid'
  const intent = typeof payment_intent === 'object' ? payment_intent?.status : undefined
  // A bank transfer that came to nothing: the session is over, another one can be opened.
  return intent === 'requires_payment_method' || intent === 'canceled' ? 'closed' : 'processing'
}

function idOf(thing: string | { id: string } | null): string | undefined {
  return typeof thing === 'string' ? thing : thing?.id
}
