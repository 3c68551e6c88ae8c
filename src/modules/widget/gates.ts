import type { Uuid } from '../../lib/ids.ts'
import type { Limits, Window } from '../../platform/limits/index.ts'
import type { PageContext, VisitorContext } from './door.ts'
import { tooOften } from './errors.ts'

const MINUTE_MS = 60_000

/** How often a browser may come: enough for people, too little for a flood. */
export function createGates(limits: Limits) {
  const window = (name: string, limit: number) => limits.window(name, { limit, windowMs: MINUTE_MS })
  const sessionsOfAddress = window('widget-address', 20)
  const sessionsOfAgent = window('widget-agent', 300)
  const messages = window('widget-messages', 20)
  const talks = window('widget-talks', 10)
  return {
    async session({ site, network }: PageContext): Promise<void> {
      await pass(sessionsOfAddress, `${site.agentId} ${network}`)
      await pass(sessionsOfAgent, site.agentId)
    },
    message: ({ session }: VisitorContext) => pass(messages, session.visitorId),
    /** What is written into a talk counts like what is written into the chat. */
    mayWrite: async (visitorId: Uuid) => (await messages.take(visitorId)).allowed,
    talk: ({ session }: VisitorContext) => pass(talks, session.visitorId),
  }
}

async function pass(window: Window, key: string): Promise<void> {
  const { allowed, resetSeconds } = await window.take(key)
  if (!allowed) throw tooOften(resetSeconds)
}
