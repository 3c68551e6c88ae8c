import type { ServerResponse } from 'node:http'
import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { subjects } from '../../platform/news.ts'
import { stateOfTurn } from '../brain/index.ts'
import { conversationOf, ownMessages } from '../conversations/index.ts'
import { ordersOfCustomer } from '../orders/index.ts'
import type { VisitorContext } from './door.ts'
import type { WidgetParts } from './parts.ts'
import { presentOrder, presentOwn } from './present.ts'
import { CHANNEL, visitorSubject } from './say.ts'
import { externalUserId } from './sessions.ts'

const PAGE = 100
const MOST_ORDERS = 10
/** Proxies close what is silent for a minute or less. */
const HEARTBEAT_MS = 15_000
/** An announcement is lost with the process that was to make it; so seldom, every stream looks by itself. */
const BEATS_TO_LOOK = 4
/** A stream is let in anew from time to time, so that a site no longer allowed does not listen on. */
const LONGEST_MS = 10 * 60_000
/** A client that does not read what it is sent for so long is gone. */
const MOST_UNREAD_BYTES = 1_000_000

/**
 * Server-sent events of one visitor. Each time something is announced, and once a minute, it looks at what is there now,
 * so nothing depends on hearing every announcement: messages follow the cursor, the rest is told when it differs from
 * what was told last.
 */
export function openStream(
  parts: Pick<WidgetParts, 'db' | 'news' | 'log'>,
  { site, session }: VisitorContext,
  out: ServerResponse,
  after: Timestamp,
): { end(): void } {
  const { db, news, log } = parts
  const { agentId } = site
  const told = { cursor: after, state: '', typing: false, orders: new Map<Uuid, string>() }
  const watches = [news.watch(visitorSubject(session.visitorId), ring)]
  const lifeMs = Math.min(LONGEST_MS, Date.parse(session.expiresAt) - Date.now())
  const timers = [setInterval(beat, HEARTBEAT_MS), setTimeout(end, Math.max(0, lifeMs))]
  let conversationId: Uuid | undefined
  let looking = false
  let rung = false
  let beats = 0
  let ended = false
  out.on('close', end)
  // A client that left while it was let in closes nothing any more.
  if (out.destroyed) end()
  else out.write(': welcome\n\n')
  ring()

  function ring(): void {
    rung = true
    if (!looking) void lookAll()
  }

  async function lookAll(): Promise<void> {
    looking = true
    try {
      while (rung && !ended) {
        rung = false
        await look()
      }
    } catch (error) {
      // The client comes back by itself and goes on where it was.
      log.warn({ err: error }, 'a visitor’s stream was cut off')
      end()
    } finally {
      looking = false
    }
  }

  async function look(): Promise<void> {
    const conversation = await conversationOf(db, agentId, CHANNEL, externalUserId(session.visitorId))
    if (!conversation || ended) return
    if (conversationId === undefined) {
      conversationId = conversation.id
      watches.push(news.watch(subjects.conversation(conversationId), ring))
      rung = true
    }
    const turn = await stateOfTurn(db, agentId, conversationId)
    await tellMessages(conversationId)
    await tellState(conversation, conversationId)
    tellTyping(conversation.handler === 'ai' && turn?.thinking === true)
  }

  async function tellMessages(id: Uuid): Promise<void> {
    const rows = await ownMessages(db, agentId, id, { after: told.cursor, limit: PAGE })
    for (const message of await presentOwn(db, agentId, rows.slice(0, PAGE))) {
      send('message', message, message.created_at)
      told.cursor = message.created_at
    }
    if (rows.length > PAGE) rung = true
  }

  async function tellState({ status, handler }: { status: string; handler: string }, id: Uuid) {
    const orders = await ordersOfCustomer(db, agentId, {
      conversationId: id,
      phone: null,
      limit: MOST_ORDERS,
    })
    const changed = orders.filter((order) => told.orders.get(order.id) !== order.status)
    for (const order of changed) told.orders.set(order.id, order.status)
    const state = `${status} ${handler}`
    if (state === told.state && changed.length === 0) return
    told.state = state
    send('status', { status, handler, orders: changed.map(presentOrder) })
  }

  function tellTyping(active: boolean): void {
    if (active === told.typing) return
    told.typing = active
    send('typing', { active })
  }

  function send(event: string, data: unknown, id?: string): void {
    if (ended) return
    out.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
    if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
  }

  function beat(): void {
    out.write(': still here\n\n')
    if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
    else if (++beats % BEATS_TO_LOOK === 0) ring()
  }

  function end(): void {
    if (ended) return
    ended = true
    for (const unwatch of watches) unwatch()
    for (const timer of timers) clearTimeout(timer)
    out.end()
  }

  return { end }
}
