import { newId, type Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

/** What an endpoint may ask for, and when it happens. */
export const events = {
  'message.created': 'a message is added to any conversation: a customer’s, the agent’s or a team member’s',
  'order.placed': 'an order is placed; its stock is held from then',
  'order.paid': 'the customer pays, or the store reports it paid',
  'order.cancelled': 'an order is cancelled; `expired` is true when its payment window closed',
  'order.refunded': 'an order is refunded',
} as const

export type EventName = keyof typeof events
export const eventNames = Object.keys(events) as EventName[]

export interface Event {
  workspaceId: Uuid
  name: EventName
  /** The id of what it tells about. */
  subject: Uuid
  /** What stands beside `event` in the body, in the specification's key order. */
  content: Record<string, unknown>
}

/** What is sent by hand to see whether anything arrives. Nothing happened, so nobody has missed it when it fails. */
export const TEST_EVENT = 'webhook.test'

/** New deliveries are announced on it. */
export const DELIVERIES_CHANNEL = 'icebot_deliveries'

/**
 * Writes what happened in the transaction in which it happens, for the endpoint that wants to hear of it; without one
 * nothing is written. The body is rendered here, once: what is signed, sent and sent again are the same bytes.
 */
export async function emit(tx: Queryable, { workspaceId, name, subject, content }: Event): Promise<void> {
  await tx.run(sql`
    with endpoint as (
      -- It cannot be removed before this commits, and whoever removes it then sees what was written.
      select workspace_id from webhook_endpoints
       where workspace_id = ${workspaceId} and ${name} = any(events) for key share
    ), written as (
      insert into deliveries (workspace_id, id, event, subject_id, body)
      select workspace_id, ${newId()}, ${name}, ${subject}, ${JSON.stringify({ event: name, ...content })} from endpoint
      returning id
    )
    select pg_notify(${DELIVERIES_CHANNEL}, '') from written`)
}
