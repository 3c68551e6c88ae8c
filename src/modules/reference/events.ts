import { z } from 'zod'
import type { DocumentedEvent } from '../../platform/openapi/index.ts'
import { conversationSchema } from '../conversations/index.ts'
import { orderSchema } from '../orders/index.ts'
import { type EventName, eventNames, events } from '../webhooks/index.ts'

/** What webhooks carry (specification, section 6). */
export function eventsOf(): DocumentedEvent[] {
  return eventNames.map((name) => ({
    name,
    summary: events[name],
    body: z.object({ event: z.literal(name), ...contentOf(name) }),
  }))
}

function contentOf(name: EventName): Record<string, z.ZodType> {
  return name === 'message.created'
    ? { message: conversationSchema.eventMessage }
    : { order: orderSchema.eventOrder }
}
