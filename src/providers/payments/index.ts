export {
  CURRENCY,
  type Opened,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderEvent,
  type ProviderName,
  type Refunded,
  type Session,
} from './port.ts'
export { createSandbox } from './sandbox.ts'
export { createStripe, type StripeOptions } from './stripe.ts'
