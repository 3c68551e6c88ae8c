import type { Uuid } from '../../lib/ids.ts'
import { toSen } from '../../lib/money.ts'
import { system } from '../audit/index.ts'
import type { PastCall } from '../calls/index.ts'
import type { PastConversation } from '../conversations/index.ts'
import type { PastLine, PastOrder, PastStep } from '../orders/index.ts'
import { products } from './products.ts'
import type { By, Happening, Message, Story, StoryCall, StoryLine, StoryOrder } from './story.ts'

const SHOP_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Who the people and machines of the stories are. */
export interface Cast {
  ownerId: Uuid
  keyId: Uuid
}

export function pastConversation(story: Story, index: number, now: Date, cast: Cast): PastConversation {
  const messages = said(story.messages, startOf(story, now), cast)
  const lastAt = messages.at(-1)?.at as Date
  return {
    channel: story.channel,
    externalUserId: `demo-${index + 1}`,
    customerName: story.customer.name ?? null,
    customerPhone: story.customer.phone ?? null,
    status: story.status,
    handler: story.handler,
    labels: story.labels,
    summary: story.summary,
    outcome: story.status === 'closed' ? outcomeOf(story) : null,
    messages,
    notes: (story.notes ?? []).map((body) => ({ body, authorId: cast.ownerId, at: lastAt })),
  }
}

export function pastCall(call: StoryCall, now: Date, cast: Cast): PastCall {
  const { direction, status, customer, variables, labels, summary, rings, talks, placedBy } = call
  const start = startOf(call, now)
  const answer = start + rings * 1_000
  return {
    direction,
    status,
    customer,
    variables,
    labels,
    summary,
    outcome: call.messages.length > 0 ? outcomeOf(call) : null,
    placedBy: placedBy && { team: userOf(cast), till: keyOf(cast) }[placedBy],
    dialledAt: new Date(start),
    answeredAt: talks > 0 ? new Date(answer) : null,
    endedAt: new Date(answer + talks * 1_000),
    messages: said(call.messages, answer, cast),
  }
}

function said(messages: Message[], start: number, { ownerId }: Cast): PastConversation['messages'] {
  let moment = start
  return messages.map(([who, secondsLater, content]) => {
    moment += secondsLater * 1_000
    return {
      role: who === 'customer' ? 'user' : 'assistant',
      content,
      authorUserId: who === 'team' ? ownerId : null,
      at: new Date(moment),
    }
  })
}

/** The conversation is the one it was taken in: an order that the story only looks back to was taken elsewhere. */
export function pastOrder(
  happening: Happening & { order: StoryOrder },
  now: Date,
  cast: Cast,
  conversation: { id: Uuid; channel: string } | undefined,
): PastOrder {
  const { customer, order } = happening
  const start = startOf(happening, now)
  const at = (minute: number) => new Date(start + minute * MINUTE_MS)
  const steps = order.steps.map(([minute, action, by]) => ({ action, at: at(minute), ...moverOf(by, cast) }))
  const placedMinute = order.steps[0]?.[0] ?? 0
  const takenIn = placedMinute < 0 ? undefined : conversation
  return {
    channel: takenIn?.channel ?? 'dashboard',
    conversationId: takenIn?.id ?? null,
    customerName: customer.name as string,
    customerPhone: customer.phone as string,
    payBy: at(placedMinute + order.payWithin),
    lines: order.lines.map(pastLine),
    steps: steps as PastOrder['steps'],
  }
}

/** The story's own hour in the shop's time zone; a story of today that is not over yet happened yesterday. */
export function startOf(happening: Happening, now: Date): number {
  const { daysAgo, at, rings = 0, talks = 0, messages = [], order } = happening
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const shopNow = now.getTime() + SHOP_OFFSET_MS
  const midnight = shopNow - (shopNow % DAY_MS) - SHOP_OFFSET_MS
  const start = midnight - daysAgo * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  const spokenMs = messages.reduce((sum, [, seconds]) => sum + seconds * 1_000, 0)
  const lengthMs = Math.max(spokenMs, (rings + talks) * 1_000, (order?.steps.at(-1)?.[0] ?? 0) * MINUTE_MS)
  return start + lengthMs < now.getTime() ? start : start - DAY_MS
}

function pastLine({ quantity, item, note, price }: StoryLine): PastLine {
  const product = products.find(
    ({ external_id, variants = [] }) =>
      external_id === item || variants.some((variant) => variant.external_id === item),
  )
  const product_external_id = String(product?.external_id)
  return {
    source: 'api',
    product_external_id,
    variant_external_id: item === product_external_id ? null : item,
    quantity,
    special_instructions: note ?? null,
    unit_price_sen: price === undefined ? undefined : toSen(price),
  }
}

/** With what the service itself notes when they do it. */
function moverOf(by: By, cast: Cast): Pick<PastStep, 'by' | 'detail'> {
  const movers: Record<By, Pick<PastStep, 'by' | 'detail'>> = {
    agent: { by: { kind: 'agent', id: null } },
    team: { by: userOf(cast) },
    till: { by: keyOf(cast), detail: { source: 'api' } },
    customer: { by: { kind: 'customer', id: null }, detail: { provider: 'sandbox' } },
    system: { by: system },
  }
  return movers[by]
}

const userOf = ({ ownerId }: Cast) => ({ kind: 'user', id: ownerId }) as const
const keyOf = ({ keyId }: Cast) => ({ kind: 'key', id: keyId }) as const

function outcomeOf({ order, messages }: Pick<Story, 'order' | 'messages'>): PastConversation['outcome'] {
  if (order) return 'order_placed'
  return messages.some(([who]) => who === 'team') ? 'handed_over' : 'answered'
}
