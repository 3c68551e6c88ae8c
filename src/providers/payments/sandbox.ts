import { CURRENCY, type PaymentProvider, type Session } from './port.ts'

/** No money and no memory: the payment page is the session, and the order itself knows whether it is paid. */
export function createSandbox(): PaymentProvider {
  return {
    name: 'sandbox',
    hosted: false,
    open: async ({ paymentId, returnUrl }) => ({
      outcome: 'open',
      reference: PREFIX + paymentId,
      url: returnUrl,
    }),
    lookUp: async (reference) => (reference.startsWith(PREFIX) ? sessionOf(reference, 'open') : undefined),
    close: async (reference) => (reference.startsWith(PREFIX) ? sessionOf(reference, 'closed') : undefined),
    refund: async () => ({ outcome: 'refunded' }),
    readWebhook: async () => undefined,
  }
}

const PREFIX = 'sandbox_'

function sessionOf(reference: string, state: Session['state']): Session {
  const paymentId = reference.slice(PREFIX.length)
  return { reference, state, paymentId, amountSen: 0, currency: CURRENCY, charge: undefined }
}
