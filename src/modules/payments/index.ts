export { paymentWork } from './due.ts'
export { mountPayments } from './mount.ts'
export { createPayments, type PaymentParts, type Payments, payUrl } from './payments.ts'
export { refundPayment } from './refund.ts'
