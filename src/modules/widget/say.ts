import type { Uuid } from '../../lib/ids.ts'
import type { AgentContext } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { hear, replyTo } from '../brain/index.ts'
import { ownMessage, type VisitorMessage } from '../conversations/index.ts'
import { canSpend } from '../workspaces/index.ts'
import type { VisitorContext } from './door.ts'
import { outOfCredits } from './errors.ts'
import type { WidgetParts } from './parts.ts'
import { CLIENT_ID } from './present.ts'
import { externalUserId } from './sessions.ts'

export const CHANNEL = 'website'
export const visitorSubject = (visitorId: Uuid) => `visitor:${visitorId}`

/** A visitor says something. It is kept before anybody thinks about it; the answer comes on the stream. */
export async function say(
  parts: WidgetParts,
  { site, session, requestId }: VisitorContext,
  { text, clientId }: { text: string; clientId?: string | undefined },
): Promise<VisitorMessage> {
  const { db, listening, log } = parts
  const context: AgentContext = {
    db,
    workspaceId: site.workspaceId,
    agentId: site.agentId,
    actor: system,
    requestId,
  }
  const heard = await hear(listening, context, {
    channel: CHANNEL,
    external_user_id: externalUserId(session.visitorId),
    text,
    ...(clientId === undefined ? {} : { external_message_id: CLIENT_ID + clientId }),
  })
  const { conversation, message, isNew } = heard
  // Whoever listens before there was a conversation knows its visitor only.
  db.announce(visitorSubject(session.visitorId))
  if (isNew) {
    const mustPay = conversation.handler === 'ai' && listening.messageCredits > 0
    // Asked before it is answered: the answer may take the last credit.
    const canPay = !mustPay || (await canSpend(db, site.workspaceId, listening.messageCredits))
    replyTo(listening, heard).catch((error) =>
      log.error({ conversation: conversation.id, err: error }, 'a visitor was not answered at once'),
    )
    if (!canPay) throw outOfCredits(message.id)
  }
  return (await ownMessage(db, site.agentId, conversation.id, message.id)) as VisitorMessage
}
