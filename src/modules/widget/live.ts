import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import { raise, type SocketRoute, type WebSocket } from '../../platform/http/index.ts'
import { findAgent } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { conversationOf, openConversation } from '../conversations/index.ts'
import {
  canTalk,
  createAnswering,
  createClock,
  type LiveEnd,
  type LiveLine,
  liveLine,
  talk,
} from '../voice/index.ts'
import { balanceOf, chargeVoice, findWorkspace, MINUTE_CREDITS, voicePrice } from '../workspaces/index.ts'
import { PREFIX, type VisitorContext } from './door.ts'
import { agentNotFound, outOfCredits, sessionExpired, tooOften } from './errors.ts'
import { createGates } from './gates.ts'
import { languageOf } from './language.ts'
import type { WidgetParts } from './parts.ts'
import { CHANNEL, visitorSubject } from './say.ts'
import { externalUserId } from './sessions.ts'
import * as store from './talk-store.ts'

/** Talks of visitors in this process. */
export interface Talks {
  /** How this visitor can talk: live where the plan, the agent and the machine have a voice, otherwise by typing. */
  open(visitor: VisitorContext): Promise<object>
  /** The socket behind the signed address. */
  socket: SocketRoute
}

const LIVE_PATH = `${PREFIX}/live`
const LONGEST_SECONDS = 900
const BEAT_MS = 10_000
const SWEEP_MS = 15_000
/** About as many as a small machine can listen to at once; whoever comes then types. */
const MOST_AT_ONCE = 20
const RETRY_SECONDS = 30

export function createTalks(parts: WidgetParts): Talks {
  const gates = createGates(parts.limits)
  let underWay = 0
  return {
    open: (visitor) => openVoice(parts, visitor, underWay < MOST_AT_ONCE),
    socket: {
      path: LIVE_PATH,
      async admit(request, url) {
        if (underWay >= MOST_AT_ONCE) throw tooOften(RETRY_SECONDS)
        const ticket = url.searchParams.get('ticket') ?? ''
        const opened = await store.openTalk(parts.db, ticket, request.headers.origin ?? '')
        const own = opened ?? raise(sessionExpired())
        return (socket) => {
          underWay++
          const line = liveLine(socket, own.id, () => gates.mayWrite(own.visitor_id))
          return carry(parts, own, socket, line).finally(() => underWay--)
        }
      },
    },
  }
}

async function openVoice(parts: WidgetParts, { site, session, origin }: VisitorContext, hasRoom: boolean) {
  const { db, speech, listening, widgetUrl } = parts
  const { agentId, workspaceId } = site
  const { visitorId } = session
  const language = await languageOf(db, site, visitorId)
  const conversation = await conversationOf(db, agentId, CHANNEL, externalUserId(visitorId))
  // Where a person answers, the agent has nothing to say: what is typed or recorded reaches them.
  const isAgents = conversation?.handler !== 'human'
  const isLive = site.plan === 'paid' && site.voice && isAgents && hasRoom && canTalk(speech, language)
  const balance = await balanceOf(db, workspaceId)
  if (balance < (isLive ? MINUTE_CREDITS : listening.messageCredits)) throw outOfCredits()
  if (!isLive) return { mode: 'typed' }
  const ticket = randomBytes(32).toString('hex')
  const sessionId = await store.addTalk(db, ticket, { agentId, visitorId, origin })
  const signedUrl = `${(await widgetUrl()).replace(/^http/, 'ws')}${LIVE_PATH}?ticket=${ticket}`
  return { mode: 'live', signedUrl, sessionId, dynamicVariables: { icebot_web_session: sessionId } }
}

/** Whatever happens, the talk is ended and charged for. */
async function carry(
  parts: WidgetParts,
  own: store.WebTalk,
  socket: WebSocket,
  line: LiveLine,
): Promise<void> {
  const { db, log } = parts
  const stopping = new AbortController()
  let reason: LiveEnd = 'failed'
  let seconds = 0
  let outOf = false

  async function beat(): Promise<void> {
    try {
      const lasted = await store.beat(db, own)
      outOf = lasted !== undefined && (await balanceOf(db, own.workspace_id)) <= voicePrice(lasted)
      if (outOf || lasted === undefined) stopping.abort()
    } catch (error) {
      // Nobody is hung up on because the database is away for a moment.
      log.warn({ talk: own.id, err: error }, 'a sign of life of a talk was not written')
    }
  }

  const heart = setInterval(beat, BEAT_MS)
  socket.on('close', () => stopping.abort())
  try {
    const end = await converse(parts, own, line, stopping.signal)
    seconds = end.seconds
    reason = outOf ? 'out_of_credits' : end.reason
  } catch (error) {
    log.error({ talk: own.id, err: error }, 'a talk failed')
  } finally {
    clearInterval(heart)
    line.end(reason)
    await charge(db, { ...own, seconds }, reason).catch((error) =>
      log.error({ talk: own.id, err: error }, 'a talk was not charged; it will be'),
    )
  }
}

async function converse(
  { db, log, speech, listening }: WidgetParts,
  own: store.WebTalk,
  line: LiveLine,
  signal: AbortSignal,
): Promise<{ seconds: number; reason: LiveEnd }> {
  const agent = (await findAgent(db, own.agent_id)) ?? raise(agentNotFound())
  const shop = await findWorkspace(db, own.workspace_id)
  const context = { db, workspaceId: own.workspace_id, agentId: agent.id, actor: system }
  const conversation = await openConversation(context, {
    channel: CHANNEL,
    external_user_id: externalUserId(own.visitor_id),
  })
  // Whoever listens before there was a conversation knows its visitor only.
  db.announce(visitorSubject(own.visitor_id))
  if (!(await line.ready)) return { seconds: 0, reason: 'hung_up' }
  return talk(
    { speech, answering: createAnswering(listening, context), log },
    {
      conversationId: conversation.id,
      agentName: agent.name,
      shopName: shop?.name ?? '',
      line,
      clock: createClock(),
      carrier: 'web',
      greeting: agent.welcome,
      language: await languageOf(db, { agentId: agent.id, languages: agent.languages }, own.visitor_id),
      isRecorded: false,
      keepsSound: false,
      maxSeconds: LONGEST_SECONDS,
      signal,
      on: line.tell,
    },
  )
}

/** Once, whoever comes to it. */
async function charge(
  db: Db,
  { id, workspace_id, seconds }: Pick<store.WebTalk, 'id' | 'workspace_id'> & { seconds: number },
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await store.endTalk(tx, id, seconds, reason))
      await chargeVoice(tx, workspace_id, seconds, 'voice minutes', id)
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
