import type { Uuid } from '../../lib/ids.ts'
import type { Transactional } from '../../platform/db/index.ts'
import { system } from '../audit/index.ts'
import { hearIn, type Language, type Listening, languageOfText, replyTo } from '../brain/index.ts'
import { read, replyAsAgent } from '../conversations/index.ts'

/** The thinking side of a talk. */
export interface Answering {
  /** What the talk says by itself becomes a message of the conversation, like everything else. */
  say(conversationId: Uuid, text: string): Promise<void>
  /** `isOver`: a person goes on from here, so there is nothing more for the agent to say. */
  answer(
    conversationId: Uuid,
    text: string,
    early?: Listening['early'],
  ): Promise<{ replies: string[]; isOver: boolean }>
  languageOf(text: string): Language | null
}

export const VOICE = 'voice'
/** Nobody holds a line for longer without a word. */
const PATIENCE_MS = 15_000

/** Through the same turn loop as every other channel. */
export function createAnswering(
  listening: Listening,
  { workspaceId, agentId }: { workspaceId: Uuid; agentId: Uuid },
): Answering {
  const db: Transactional = listening.db
  const context = { db, workspaceId, agentId, actor: system }
  // Somebody who has stopped talking waits: nothing more of the same breath is to come. They pay by the minute.
  const atOnce = { ...listening, burstMs: 0, messageCredits: 0, thinkingMs: PATIENCE_MS }
  return {
    async say(id, text) {
      await db.transaction((tx) => replyAsAgent(tx, context, id, text, { via: VOICE }))
    },
    async answer(id, text, early) {
      const heard = await hearIn(atOnce, context, id, { text, via: VOICE })
      const replies = await replyTo({ ...atOnce, early }, heard)
      const { handler } = await read(context, id)
      return { replies: replies.map(({ content }) => content), isOver: handler === 'human' }
    },
    languageOf: languageOfText,
  }
}
