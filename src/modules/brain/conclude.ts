import { formatRinggit } from '../../lib/money.ts'
import { shortened, storableText } from '../../lib/text.ts'
import type { Db } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import type { Logger } from '../../platform/log.ts'
import { hasAlert } from '../alerts/index.ts'
import { type Conclusion, type ConversationRow, claimToConclude, conclude } from '../conversations/index.ts'
import { type Order, ordersOfCustomer } from '../orders/index.ts'
import type { Brain, Said } from './brain.ts'
import * as store from './store.ts'

const BATCH = 20
const LOOK_MS = 15_000
const HISTORY = 100
const ORDERS = 20
const THINKING_MS = 25_000
/** Long enough for a whole batch of slow summaries. */
const LEASE_MS = (BATCH + 1) * THINKING_MS
const LONGEST_SUMMARY = 2_000
const LONGEST_QUOTE = 160

/** Looks back at conversations that were closed or fell silent: what it was about, how it ended, what to call it. */
export function concludeWork({ db, brain, log }: { db: Db; brain: Brain; log: Logger }): DueWork {
  return {
    name: 'look back at conversations',
    idleMs: LOOK_MS,
    async run(stopping) {
      const due = await claimToConclude(db, BATCH, LEASE_MS)
      for (const { conclude_at, ...conversation } of due) {
        if (stopping.aborted) break
        const { agent_id, id } = conversation
        try {
          await conclude(db, agent_id, id, conclude_at, await lookBack(conversation))
        } catch (error) {
          // One that cannot be looked back at holds up no other; it is tried again when the lease is over.
          log.error({ conversation: id, err: error }, 'a conversation could not be looked back at')
        }
      }
      return due.length === BATCH ? 0 : undefined
    },
  }

  async function lookBack(conversation: ConversationRow): Promise<Conclusion> {
    const { agent_id: agentId, id: conversationId } = conversation
    const said = await store.history(db, agentId, conversationId, HISTORY)
    const orders = await ordersOfCustomer(db, agentId, { conversationId, phone: null, limit: ORDERS })
    const tools = await store.toolsUsed(db, agentId, conversationId)
    const wasAlerted = await hasAlert(db, agentId, conversationId)
    const facts = { conversation, said, orders, tools, wasAlerted }
    const outcome = outcomeOf(facts)
    const summary = (await inWords(said)) ?? summaryOf(facts, outcome)
    return { outcome, summary, suggestedLabels: labelsOf(facts) }
  }

  /** A brain that has the words for it writes the summary; facts stand in when it cannot. */
  async function inWords(said: Said[]): Promise<string | undefined> {
    try {
      const summary = await brain.summarise?.(said, AbortSignal.timeout(THINKING_MS))
      return summary === undefined ? undefined : shortened(storableText(summary), LONGEST_SUMMARY)
    } catch (error) {
      log.warn({ err: error }, 'a summary was put together from facts alone')
      return undefined
    }
  }
}

interface Facts {
  conversation: ConversationRow
  said: Said[]
  orders: Order[]
  tools: string[]
  /** The team was asked to take over. */
  wasAlerted: boolean
}

export function outcomeOf({ conversation, said, orders, wasAlerted }: Facts): Conclusion['outcome'] {
  if (orders.some(({ status }) => status !== 'cancelled')) return 'order_placed'
  if (conversation.handler === 'human' || wasAlerted) return 'handed_over'
  const lastAsked = said.findLastIndex(({ role }) => role === 'user')
  return said.slice(lastAsked + 1).some(({ role }) => role === 'assistant') ? 'answered' : 'no_reply'
}

export function summaryOf({ conversation, said, orders }: Facts, outcome: Conclusion['outcome']): string {
  const who = conversation.customer_name ?? orders[0]?.customer_name ?? 'The customer'
  const ordered = orders.map((order) => `${who} ordered ${linesOf(order)}.`)
  const asked = said.filter(({ role }) => role === 'user').map(({ content }) => content)
  const quote = asked.find((text) => text.trim().length > 12) ?? asked[0] ?? ''
  const ending = {
    order_placed: [],
    answered: ['The agent answered.'],
    handed_over: ['A person was asked to take over.'],
    no_reply: ['Nobody has answered yet.'],
  }[outcome]
  const opening = ordered.length > 0 ? ordered : [`${who} wrote: “${quoted(quote)}”.`]
  return [...opening, ...ending].join(' ')
}

const STATES: Record<Order['status'], string> = {
  pending_payment: 'not paid yet',
  paid: 'paid',
  cancelled: 'cancelled',
  refunded: 'refunded',
}

function linesOf({ lines, total_sen, order_number, status }: Order): string {
  const items = lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  return `${items} for RM ${formatRinggit(total_sen)} (order ${order_number}, ${STATES[status]})`
}

function labelsOf({ said, orders, tools, wasAlerted }: Facts): string[] {
  const wrote = said
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n')
  const labels: [label: string, fits: boolean][] = [
    ['order', orders.length > 0],
    ['unpaid', orders.some(({ status }) => status === 'pending_payment')],
    ['cancelled', orders.some(({ status }) => status === 'cancelled')],
    [
      'question',
      tools.some((tool) => ['search_knowledge', 'opening_hours', 'browse_catalogue'].includes(tool)),
    ],
    ['complaint', COMPLAINT.test(wrote.slice(0, 20_000))],
    ['hand-over', wasAlerted],
  ]
  return labels.filter(([, fits]) => fits).map(([label]) => label)
}

const COMPLAINT =
  /\b(complain|complaint|refund|wrong order|terrible|angry|salah order|komplen|aduan|teruk|marah|basi)\b/i

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST_QUOTE ? line : `${shortened(line, LONGEST_QUOTE)}…`
}
