import { randomBytes } from 'node:crypto'
import type { Uuid } from '../../lib/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import { raise, type SocketRoute } from '../../platform/http/index.ts'
import { findAgent } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { openConversation } from '../conversations/index.ts'
import { canTalk, createAnswering, createClock, type LiveEnd, liveLine, talk } from '../voice/index.ts'
import { balanceOf, chargeVoice, findWorkspace, MINUTE_CREDITS, voicePrice } from '../workspaces/index.ts'
import { PREFIX, type VisitorContext } from './door.ts'
import { agentNotFound, outOfCredits, sessionExpired } from './errors.ts'
import { languageOf } from './language.ts'
import type { WidgetParts } from './parts.ts'
import { CHANNEL } from './say.ts'
import { externalUserId } from './sessions.ts'
import * as store from './talk-store.ts'

export const LIVE_PATH = `${PREFIX}/live`
const LONGEST_SECONDS = 900
const BEAT_MS = 10_000
const SWEEP_MS = 15_000

/** How this visitor can talk: live where the plan, the agent and the machine have a voice, otherwise by typing. */
export async function openVoice(parts: WidgetParts, { site, session, origin }: VisitorContext) {
  const { db, speech, listening, widgetUrl } = parts
  const language = await languageOf(db, site, session)
  const isLive = site.plan === 'paid' && site.voice && canTalk(speech, language)
  const balance = await balanceOf(db, site.workspaceId)
  if (balance < (isLive ? MINUTE_CREDITS : listening.messageCredits)) throw outOfCredits()
  if (!isLive) return { mode: 'typed' }
  const ticket = randomBytes(32).toString('hex')
  const sessionId = await store.addTalk(db, ticket, {
    agentId: site.agentId,
    visitorId: session.visitorId,
    origin,
  })
  const signedUrl = `${(await widgetUrl()).replace(/^http/, 'ws')}${LIVE_PATH}?ticket=${ticket}`
  return { mode: 'live', signedUrl, sessionId, dynamicVariables: { icebot_web_session: sessionId } }
}

/** The socket behind the signed address. */
export function liveSocket(parts: WidgetParts): SocketRoute {
  return {
    path: LIVE_PATH,
    async admit(request, url) {
      const ticket = url.searchParams.get('ticket') ?? ''
      const opened = await store.openTalk(parts.db, ticket, request.headers.origin ?? '')
      const own = opened ?? raise(sessionExpired())
      return (socket) => void carry(parts, own, socket)
    },
  }
}

async function carry(
  parts: WidgetParts,
  own: store.WebTalk,
  socket: Parameters<typeof liveLine>[0],
): Promise<void> {
  const { db, log, speech, listening } = parts
  const line = liveLine(socket, own.id)
  const stopping = new AbortController()
  const clock = createClock()
  let reason: LiveEnd = 'failed'
  let seconds = 0
  let outOf = false
  const heart = setInterval(async () => {
    const soFar = await store.beat(db, own.id).catch(() => 0)
    const agent = await findAgent(db, own.agent_id).catch(() => undefined)
    const left = agent ? await balanceOf(db, agent.workspace_id).catch(() => Number.POSITIVE_INFINITY) : 0
    outOf = left <= voicePrice(soFar)
    if (outOf) stopping.abort()
  }, BEAT_MS)
  socket.on('close', () => stopping.abort())
  try {
    const agent = (await findAgent(db, own.agent_id)) ?? raise(agentNotFound())
    const shop = await findWorkspace(db, agent.workspace_id)
    const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
    const conversation = await openConversation(context, {
      channel: CHANNEL,
      external_user_id: externalUserId(own.visitor_id),
    })
    if (!(await line.ready)) reason = 'hung_up'
    else {
      const end = await talk(
        { speech, answering: createAnswering(listening, context), log },
        {
          conversationId: conversation.id,
          agentName: agent.name,
          shopName: shop?.name ?? '',
          line,
          clock,
          carrier: 'web',
          greeting: agent.welcome,
          language: agent.languages[0] ?? 'en',
          isRecorded: false,
          keepsSound: false,
          maxSeconds: LONGEST_SECONDS,
          signal: stopping.signal,
          on: line.tell,
        },
      )
      seconds = end.seconds
      reason = outOf ? 'out_of_credits' : end.reason
    }
  } catch (error) {
    log.error({ talk: own.id, err: error }, 'a talk failed')
  } finally {
    clearInterval(heart)
    line.end(reason)
    await settle(db, own, seconds, reason).catch((error) =>
      log.error({ talk: own.id, err: error }, 'a talk was not charged; it will be'),
    )
  }
}

async function settle(
  db: Db,
  { id, agent_id }: { id: Uuid; agent_id: Uuid },
  seconds: number,
  reason: string,
) {
  const agent = await findAgent(db, agent_id)
  if (agent) await charge(db, { id, workspace_id: agent.workspace_id, seconds }, reason)
}

/** Once, whoever comes to it. */
async function charge(
  db: Db,
  { id, workspace_id, seconds }: { id: Uuid; workspace_id: Uuid; seconds: number },
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await store.endTalk(tx, id, seconds, reason))
      await chargeVoice(tx, workspace_id, seconds, 'voice minutes')
  })
}

/** What a process that ended in the middle of a talk left behind: its end, and its price. */
export function talkWork(db: Db): DueWork {
  return {
    name: 'end talks whose process is gone',
    idleMs: SWEEP_MS,
    async run() {
      for (const lost of await store.lostTalks(db, 100)) await charge(db, lost, 'stopped')
      await store.dropOldTalks(db)
      return undefined
    },
  }
}
