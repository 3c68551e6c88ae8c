import { z } from 'zod'
import { EARLIEST } from '../../lib/time.ts'
import { queryTimestamp } from '../../platform/http/index.ts'
import { conversationOf, ownMessages } from '../conversations/index.ts'
import { type WidgetRoute, widgetRoute } from './door.ts'
import { createGates } from './gates.ts'
import type { Talks } from './live.ts'
import type { WidgetParts } from './parts.ts'
import { presentOwn } from './present.ts'
import { CHANNEL, say } from './say.ts'
import { externalUserId, openSession } from './sessions.ts'

export const PAGE = 100
const LONGEST_TEXT = 4_000
const LONGEST_CLIENT_ID = 100
/** The longest text with every character escaped, and then some. */
const LARGEST_BODY_BYTES = 64 * 1024

const tag = 'Website chat'
export const clientId = z
  .string()
  .min(1)
  .max(LONGEST_CLIENT_ID)
  .refine((text) => !text.includes('\0'), { error: 'must not contain NUL characters' })
const newMessage = z.object({
  text: z.string().trim().min(1, { error: 'must not be empty' }).max(LONGEST_TEXT),
  clientId: clientId.optional(),
})

/** The part of website chat that is plain JSON; what is a script, a stream or sound has files of its own. */
export function routesOf(parts: WidgetParts, talks: Talks): WidgetRoute[] {
  const { db } = parts
  const gates = createGates(parts.limits)
  return [
    widgetRoute({
      method: 'POST',
      path: '/session',
      tag,
      bodyLimit: LARGEST_BODY_BYTES,
      scope: 'page',
      summary: 'Open a visitor’s session, or renew theirs',
      handle: async (page) => {
        await gates.session(page)
        return openSession(db, page)
      },
    }),
    widgetRoute({
      method: 'POST',
      path: '/messages',
      tag,
      bodyLimit: LARGEST_BODY_BYTES,
      summary: 'Say something; the answer comes on the stream',
      body: newMessage,
      handle: async (visitor, { body }) => {
        await gates.message(visitor)
        const [message] = await presentOwn(db, visitor.site.agentId, [await say(parts, visitor, body)])
        return { message }
      },
    }),
    widgetRoute({
      method: 'GET',
      path: '/messages',
      tag,
      summary: 'What was said, oldest first',
      query: z.object({ after: queryTimestamp('after').optional() }),
      handle: async ({ site, session }, { query }) => {
        const { agentId } = site
        const own = await conversationOf(db, agentId, CHANNEL, externalUserId(session.visitorId))
        if (!own) return { data: [], hasMore: false }
        const rows = await ownMessages(db, agentId, own.id, { after: query.after ?? EARLIEST, limit: PAGE })
        return { data: await presentOwn(db, agentId, rows.slice(0, PAGE)), hasMore: rows.length > PAGE }
      },
    }),
    widgetRoute({
      method: 'POST',
      path: '/voice-session',
      tag,
      bodyLimit: LARGEST_BODY_BYTES,
      summary: 'How this visitor can talk',
      handle: async (visitor) => {
        await gates.talk(visitor)
        return talks.open(visitor)
      },
    }),
  ]
}
