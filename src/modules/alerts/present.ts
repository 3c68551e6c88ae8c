import type { Alert } from './store.ts'

export function presentAlert(alert: Alert) {
  const { id, agent_id, conversation_id, kind, reason, channel, created_at, seen_at } = alert
  const customer = { name: alert.customer_name, phone: alert.customer_phone }
  return { id, agent_id, conversation_id, kind, reason, channel, customer, created_at, seen_at }
}
