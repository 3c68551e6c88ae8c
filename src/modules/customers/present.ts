import { toRinggit } from '../../lib/money.ts'
import type { Customer } from './customers.ts'
import type { Barred } from './store.ts'

export function presentCustomer(customer: Customer) {
  const { key, name, phone, channels, conversations, orders, spent_sen } = customer
  const { first_seen_at, last_activity_at } = customer
  return {
    key,
    name,
    phone,
    channels,
    conversations,
    orders,
    spent: toRinggit(spent_sen),
    first_seen_at,
    last_activity_at,
  }
}

export function presentDetail(customer: Customer & Barred) {
  const { do_not_call, opted_out } = customer
  return { ...presentCustomer(customer), do_not_call, opted_out }
}
