import type { Uuid } from '../../lib/ids.ts'
import { storableText } from '../../lib/text.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, type Transactional, within } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/log.ts'
import { type Agent, findAgent } from '../agents/index.ts'
import { raiseAlert } from '../alerts/index.ts'
import { system } from '../audit/index.ts'
import {
  handToTeam,
  lockConversation,
  nameCustomer,
  read as readConversation,
  replyAsAgent,
} from '../conversations/index.ts'
import type { PaymentTerms } from '../orders/index.ts'
import { canSpend, spend } from '../workspaces/index.ts'
import { type Brain, BrainFailed, type Thought, type ToolUse, type Turn, TurnLost } from './brain.ts'
import { closedText } from './closed.ts'
import { confirm, readBack } from './desk.ts'
import { emptyMemory, type Memory } from './memory.ts'
import { showsOf } from './shows.ts'
import * as store from './store.ts'
import { languageOf, words } from './words.ts'

/** What a turn is taken with. */
export interface TurnParts {
  db: Transactional
  brain: Brain
  log: Logger
  terms(): Promise<PaymentTerms>
  /** What one reply costs the workspace. */
  messageCredits: number
  /** How long a brain may take; 25 seconds unless told otherwise. */
  thinkingMs?: number
  /** The agent's persona as it is for this conversation; the agent's own unless told otherwise. */
  persona?: string
  /** For somebody who listens while we speak; a reader gets a reply when it is whole. */
  early?: Turn['early']
}

/** `busy`: somebody else is at it. `silent`: a person handles the conversation, or there is nothing to answer. */
export type Taken = 'answered' | 'silent' | 'busy' | 'failed'

const THINKING_MS = 25_000
/** Longer than thinking can take, so that nobody thinks beside it. */
const LEASE_MS = 40_000
const HISTORY = 40
/** How often it begins anew because the customer went on writing. */
const MOST_ROUNDS = 4
/** So often begun without an end, it is what ends its workers. */
const MOST_CLAIMS = 5
const FIRST_PAUSE_MS = 2_000

/** Answers what the customer wrote, if nobody else does: one turn of a conversation at a time, whoever takes it. */
export async function takeTurn(
  parts: TurnParts,
  agentId: Uuid,
  conversationId: Uuid,
  watch?: (use: ToolUse) => void,
): Promise<Taken> {
  const claimed = await store.claim(parts.db, agentId, conversationId, LEASE_MS)
  if (!claimed) return 'busy'
  const memory = { ...emptyMemory(), ...claimed.memory }
  try {
    for (let round = 1; ; round++) {
      const turn = await begin(parts, agentId, conversationId, claimed, structuredClone(memory), watch)
      if (!turn) return 'silent'
      const thought = whenClosed(turn, await think(parts, turn, claimed.claims))
      const end = await finish(parts, turn, thought, claimed.claim, round === MOST_ROUNDS)
      if (end !== 'more') return end
    }
  } catch (error) {
    if (error instanceof TurnLost) {
      await store.release(parts.db, agentId, conversationId, claimed.claim, 0)
      return 'busy'
    }
    parts.log.error({ conversation: conversationId, claims: claimed.claims, err: error }, 'a turn failed')
    const pauseMs = FIRST_PAUSE_MS * 2 ** Math.min(claimed.claims, 6)
    await store.release(parts.db, agentId, conversationId, claimed.claim, pauseMs).catch(() => {})
    return 'failed'
  }
}

/** Undefined when there is nothing for the agent to say, which is then on record. */
async function begin(
  { db, terms, persona, early, thinkingMs = THINKING_MS }: TurnParts,
  agentId: Uuid,
  conversationId: Uuid,
  claimed: store.ClaimedTurn,
  memory: Memory,
  watch: ((use: ToolUse) => void) | undefined,
): Promise<Turn | undefined> {
  const own = (await findAgent(db, agentId)) as Agent
  const agent = { ...own, persona: persona ?? own.persona }
  const conversation = await readConversation({ db, agentId }, conversationId)
  const history = await store.history(db, agentId, conversationId, HISTORY)
  const answered = claimed.answered_until ?? ''
  const waiting = history.filter(({ role, at }) => role === 'user' && at > answered)
  // A yes that placed an order before the turn was cut off is answered by itself; what came after it comes after it.
  const placing = waiting.findIndex(({ at }) => at === memory.placed?.on)
  const heard = placing < 0 ? waiting : waiting.slice(0, placing + 1)
  if (heard.length === 0 || conversation.handler !== 'ai') {
    const answeredUntil = heard.at(-1)?.at ?? claimed.heard_until
    await store.finish(db, agentId, conversationId, claimed.claim, { answeredUntil, memory })
    return undefined
  }
  memory.name ??= conversation.customer_name
  memory.phone ??= conversation.customer_phone
  const signal = AbortSignal.timeout(thinkingMs)
  const facts = {
    db,
    claim: claimed.claim,
    agent,
    conversation,
    history,
    heard,
    memory,
    terms: await terms(),
    signal,
    watch,
    early,
  }
  return { ...facts, now: new Date(), actions: [] }
}

async function think(
  { db, brain, log, messageCredits }: TurnParts,
  turn: Turn,
  claims: number,
): Promise<Thought> {
  const sentence = () => words[languageOf(turn.memory)]
  if (!(await canSpend(db, turn.agent.workspace_id, messageCredits))) {
    turn.handOver = { kind: 'out_of_credits', reason: 'The workspace has no credits left for replies.' }
    return { replies: [sentence().outOfCredits] }
  }
  try {
    if (claims > MOST_CLAIMS) throw new Error('begun too often without an end')
    const thought = (await confirm(turn)) ?? (await readBack(turn, await inTime(turn, brain.think(turn))))
    if (thought.silent) return { replies: [] }
    const replies = thought.replies.map((reply) => storableText(reply).trim()).filter((reply) => reply !== '')
    if (replies.length > 0) return { replies }
    if (turn.handOver) return { replies: [sentence().handedOver] }
    throw new BrainFailed('it has nothing to say')
  } catch (error) {
    if (claims <= MOST_CLAIMS && !(error instanceof BrainFailed)) throw error
    log.error({ conversation: turn.conversation.id, err: error }, 'the agent could not answer')
    turn.handOver = { kind: 'llm_failed', reason: 'The agent could not answer.' }
    return { replies: [sentence().failed] }
  }
}

/** Who is handed over while nobody is there hears when somebody will be. */
function whenClosed(turn: Turn, { replies, ...thought }: Thought): Thought {
  const closed = turn.handOver ? closedText(turn) : ''
  const last = replies.at(-1)
  if (closed === '' || last === undefined) return { ...thought, replies }
  return { ...thought, replies: [...replies.slice(0, -1), `${last} ${closed}`] }
}

function inTime<Value>({ signal }: Turn, thinking: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new BrainFailed('no thought in time'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late)
    thinking.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}

/** Says it, unless the customer wrote more in the meantime, somebody else took over, or the turn is no longer ours. */
function finish(
  { db, messageCredits }: TurnParts,
  turn: Turn,
  { replies }: Thought,
  claim: Uuid,
  isLastRound: boolean,
): Promise<Taken | 'more'> {
  const { agent, conversation, memory } = turn
  const answeredUntil = turn.heard.at(-1)?.at as Timestamp
  const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
  return db.transaction(async (tx) => {
    const locked = await lockConversation(tx, agent.id, conversation.id)
    // The customer was erased while we thought: there is nobody to answer, and nothing to keep.
    if (!locked) return 'silent'
    const { handler } = locked
    const now = await store.lockClaim(tx, agent.id, conversation.id, claim)
    if (!now) return 'busy'
    const wroteMore = now.heard_until > answeredUntil
    if (wroteMore && !isLastRound && handler === 'ai' && memory.placed?.on !== answeredUntil) {
      await store.extend(tx, agent.id, conversation.id, LEASE_MS)
      return 'more'
    }
    await store.finish(tx, agent.id, conversation.id, claim, { answeredUntil, memory })
    await store.writeActions(tx, agent.id, conversation.id, turn.actions)
    await nameCustomer(tx, context, locked, memory)
    if (handler !== 'ai') return 'silent'
    const via = turn.heard.at(-1)?.via
    const shown = showsOf(turn, answeredUntil, replies)
    for (const [i, reply] of replies.entries()) {
      const shows = i === replies.length - 1 ? shown : undefined
      await replyAsAgent(tx, context, conversation.id, reply, { shows, via })
    }
    await spend(tx, agent.workspace_id, replies.length * messageCredits, 'replies')
    await handOver(tx, turn)
    return 'answered'
  })
}

async function handOver(tx: Queryable, { agent, conversation, handOver: wanted }: Turn): Promise<void> {
  if (!wanted) return
  const ids = { workspaceId: agent.workspace_id, agentId: agent.id }
  const context = { ...ids, db: within(tx) }
  await handToTeam(tx, { ...context, actor: system }, conversation.id)
  await raiseAlert(tx, { ...ids, conversationId: conversation.id, ...wanted })
}
