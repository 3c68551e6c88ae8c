import { Refusal } from './service.js'

/** Across conversations the clock is no strict order; looking back a little costs nothing. */
const OVERLAP_MS = 60_000

/**
 * Reads the messages that are new in these conversations, each from the last one held. As with orders, a webhook only says where to
 * look; so no message is missed, and none is shown twice when deliveries come late or again.
 */
export async function readNews(service, state, conversationIds, show) {
  for (const id of new Set(conversationIds)) await readConversation(service, state, id, show)
}

/** Looks through the conversations for messages nobody told us about, the latest first, back to where it looked the last time. */
export async function readMissed(service, { data, save }, show) {
  const { messages } = data
  const floor = new Date(Date.parse(messages.upTo ?? messages.startedAt) - OVERLAP_MS).toISOString()
  let newest = messages.upTo
  let cursor
  do {
    const page = await service.get('/conversations', { limit: 100, cursor })
    const recent = page.data.filter(
      ({ last_message_at }) => last_message_at !== null && last_message_at > floor,
    )
    for (const { id, last_message_at } of recent) {
      if (last_message_at > heldOf(messages, id)) await readConversation(service, { data, save }, id, show)
      if (last_message_at > (newest ?? '')) newest = last_message_at
    }
    cursor = recent.length === page.data.length ? page.next_cursor : null
  } while (cursor)
  messages.upTo = newest
  await save()
}

async function readConversation(service, { data, save }, id, show) {
  const { messages } = data
  for (let hasMore = true; hasMore; ) {
    // Despite its name, `before` asks for what came after it.
    const page = await service
      .get(`/conversations/${id}/messages`, { before: heldOf(messages, id), limit: 100 })
      .catch((error) => {
        // The webhook is the whole workspace's, the key is one agent's: this conversation is another agent's.
        if (error instanceof Refusal && error.status === 404) return { data: [], hasMore: false }
        throw error
      })
    for (const message of page.data) show(message)
    const last = page.data.at(-1)
    if (last) messages.conversations[id] = last.created_at
    hasMore = page.hasMore
    await save()
  }
}

/** What was said before the first start is not looked at. */
function heldOf({ conversations, startedAt }, id) {
  return conversations[id] ?? startedAt
}
