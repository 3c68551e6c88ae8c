import type { EndpointNow } from './endpoint.ts'
import type { Attempt, Delivery, FullDelivery } from './store.ts'

/** So many attempts in a row without success, and the endpoint needs a person's eye. */
const UNHEALTHY_AFTER = 3

export function presentEndpoint(endpoint: EndpointNow) {
  const { url, events, created_at, updated_at, failing, pending, failed } = endpoint
  const { last_attempt_at, last_delivered_at, last_error } = endpoint
  const health = last_attempt_at === null ? 'untried' : failing >= UNHEALTHY_AFTER ? 'unhealthy' : 'healthy'
  return {
    url,
    events,
    health,
    last_attempt_at,
    last_delivered_at,
    last_error,
    pending,
    failed,
    created_at,
    updated_at,
  }
}

/** A delivery that is being sent has no next attempt yet. */
export function presentDelivery(delivery: Delivery) {
  const { id, event, subject_id, status, attempts, claims, due_at, created_at } = delivery
  const { last } = delivery
  const next_attempt_at = status === 'pending' && claims === 0 ? due_at : null
  return {
    id,
    event,
    subject_id,
    status,
    attempts,
    next_attempt_at,
    last_attempt_at: last?.at ?? null,
    last_status: last?.status ?? null,
    last_error: last?.error ?? null,
    created_at,
  }
}

export function presentFull(delivery: FullDelivery) {
  return { ...presentDelivery(delivery), body: delivery.body, log: delivery.log.map(presentAttempt) }
}

function presentAttempt({ at, status, duration_ms, error }: Attempt) {
  return { at, status, duration_ms, error }
}
