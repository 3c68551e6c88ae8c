import type { Alert } from './store.ts'

export function presentAlert({ customer_name: name, customer_phone: phone, ...alert }: Alert) {
  return { ...alert, customer: { name, phone } }
}
