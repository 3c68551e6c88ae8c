import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { packageRoot } from '../../src/lib/root.ts'
import { type Agent, createAgent, parseHours } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { languageOf } from '../../src/modules/brain/builtin/language.ts'
import { viewCart } from '../../src/modules/brain/cart.ts'
import { type Brain, hear, replyTo } from '../../src/modules/brain/index.ts'
import { emptyMemory, type Memory } from '../../src/modules/brain/memory.ts'
import { catalogueSchema, setLevels, syncProducts } from '../../src/modules/catalogue/index.ts'
import { documents } from '../../src/modules/demo/documents.ts'
import { products } from '../../src/modules/demo/products.ts'
import { saveDocument } from '../../src/modules/knowledge/index.ts'
import { cancelOrder, payOrder, placeOrder } from '../../src/modules/orders/index.ts'
import { createWorkspace } from '../../src/modules/workspaces/index.ts'
import { type Db, sql } from '../../src/platform/db/index.ts'
import { createLog } from '../../src/platform/log.ts'

/*
 * Whole conversations as data, for any brain. They expect facts (what is in the cart, what was ordered, who was told), never
 * sentences, so that a language model can be held to them too.
 */

export interface ShopData {
  name: string
  welcome?: string
  /** As `parseHours` reads them; `always` and `never` for whether it is open now. */
  hours?: string
  knowledge?: Record<string, string>
  products: unknown[]
}

export interface ConversationData {
  name: string
  shop: string
  /** What the channel knows of the customer. */
  channel?: { name?: string; phone?: string }
  /** Levels that differ from the shop's, by external id of the product, or `product/variant`. */
  stock?: Record<string, number | null>
  hours?: string
  /** What others ordered before, by external id of the product, or `product/variant`: in how many orders. */
  sold?: Record<string, number>
  turns: TurnData[]
}

/** What the customer writes and what must then be true; or something that happens in between. */
export interface TurnData {
  /** `{order}` is the number of the customer's newest order, `{other}` of somebody else's. Several are a burst. */
  customer?: string | string[]
  /** Written so many times over, for messages as long as books. */
  times?: number
  event?: 'pay' | 'other order' | 'cancel by team'
  /** Each is in the reply, whatever its case; between slashes it is a regular expression. */
  reply?: string | string[]
  not?: string | string[]
  language?: 'en' | 'ms'
  /** "2 Kopi (Ais) | kurang manis", in this order. */
  cart?: string[]
  total?: number
  called?: string | null
  phone?: string | null
  /** An order was placed by this turn; without it none may have been. */
  order?: { lines: string[]; total: number; name?: string; phone?: string }
  /** How the newest order stands. */
  status?: string
  handed_over?: boolean
}

export interface Result {
  conversation: ConversationData
  /** What was not as expected, in words. */
  faults: string[]
  /** What was said, to read beside the faults. */
  script: string[]
}

const FOLDER = join(packageRoot, 'test', 'conversations')
const ALWAYS = 'mon-sun 00:00-24:00'
const NEVER = 'mon-sun closed'

/** Those of the file, and the shop that everybody tries first. */
export function loadShops(): Record<string, ShopData> {
  const knowledge = Object.fromEntries(documents.map(({ title, body }) => [title, body]))
  const demo = { name: 'Kopi Seri', hours: 'always', knowledge, products }
  return { ...parse(readFileSync(join(FOLDER, 'shops.yaml'), 'utf8')), demo }
}

/** All conversations by the file they are in. */
export function loadConversations(): { file: string; conversations: ConversationData[] }[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml') && file !== 'shops.yaml')
    .sort()
    .map((file) => ({ file, conversations: parse(readFileSync(join(FOLDER, file), 'utf8')) }))
}

/** Holds a whole conversation with a brain, through the same turn loop as every channel. */
export async function playConversation(
  db: Db,
  brain: Brain,
  shops: Record<string, ShopData>,
  conversation: ConversationData,
): Promise<Result> {
  const result: Result = { conversation, faults: [], script: [] }
  const stage = await openStage(db, brain, shops[conversation.shop] as ShopData, conversation)
  for (const [i, turn] of conversation.turns.entries()) {
    if (turn.event !== undefined) await happen(stage, turn.event)
    if (turn.customer === undefined) continue
    const fault = (text: string) =>
      result.faults.push(`turn ${i + 1} (${String(turn.customer).slice(0, 60)}): ${text}`)
    await playTurn(stage, turn, fault, result.script)
  }
  return result
}

interface Stage {
  db: Db
  brain: Brain
  agent: Agent
  customer: string
  channel: NonNullable<ConversationData['channel']>
  conversationId?: string
  orders: OrderFacts[]
  other?: string
  failures: string[]
}

interface OrderFacts {
  id: string
  order_number: string
  status: string
  customer_name: string
  customer_phone: string
  total_sen: number
  lines: { name: string; quantity: number; special_instructions: string | null }[]
}

let stages = 0

async function openStage(
  db: Db,
  brain: Brain,
  shop: ShopData,
  conversation: ConversationData,
): Promise<Stage> {
  const workspace = await createWorkspace(db, system, { name: shop.name })
  const hours = conversation.hours ?? shop.hours
  const agent = await createAgent(db, system, workspace.id, {
    name: shop.name,
    welcome: shop.welcome,
    openingHours: hours
      ? parseHours(hours === 'always' ? ALWAYS : hours === 'never' ? NEVER : hours)
      : undefined,
  })
  const context = { db, workspaceId: workspace.id, agentId: agent.id, actor: system }
  const body = catalogueSchema.productsBody.parse({ products: shop.products })
  const synced = await syncProducts(context, body)
  if (synced.failed > 0) throw new Error(`shop ${shop.name}: ${JSON.stringify(synced.data)}`)
  for (const [title, text] of Object.entries(shop.knowledge ?? {}))
    await saveDocument(context, { title, body: text })
  const levels = Object.entries(conversation.stock ?? {}).map(([id, quantity]) => {
    const [product_external_id = '', variant_external_id] = id.split('/')
    return { product_external_id, variant_external_id, quantity }
  })
  if (levels.length > 0) await setLevels(context, catalogueSchema.levelsBody.parse({ levels }))
  for (const [id, orders] of Object.entries(conversation.sold ?? {})) {
    const [product_external_id = '', variant_external_id = null] = id.split('/')
    for (let i = 0; i < orders; i++) await orderByOther(context, { product_external_id, variant_external_id })
  }
  return {
    db,
    brain,
    agent,
    customer: `customer-${++stages}`,
    channel: conversation.channel ?? {},
    orders: [],
    failures: [],
  }
}

async function playTurn(
  stage: Stage,
  turn: TurnData,
  fault: (text: string) => void,
  script: string[],
): Promise<void> {
  const before = await ordersOf(stage)
  const isSilent = stage.conversationId !== undefined && (await handlerOf(stage)) === 'human'
  const reply = await say(
    stage,
    [turn.customer ?? ''].flat().map((text) => fill(stage, text).repeat(turn.times ?? 1)),
  )
  script.push(
    ...[turn.customer ?? ''].flat().map((text) => `  > ${text.slice(0, 200)}`),
    `  < ${reply.replaceAll('\n', '\n    ')}`,
  )
  for (const failure of stage.failures.splice(0)) fault(failure)
  if (reply === '' && !isSilent) fault('no reply')
  checkReply(turn, reply, fault)
  await checkMemory(stage, turn, fault)
  stage.orders = await ordersOf(stage)
  checkOrders(stage, before, turn, fault)
  if (turn.handed_over !== undefined && ((await handlerOf(stage)) === 'human') !== turn.handed_over) {
    fault(turn.handed_over ? 'was not handed over' : 'was handed over')
  } else if (turn.handed_over === undefined && !isSilent && (await handlerOf(stage)) === 'human')
    fault('was handed over')
}

/** The conversation is made by its first message, like everywhere. */
async function say(stage: Stage, texts: string[]): Promise<string> {
  const { db, brain, agent, customer, channel } = stage
  const log = createLog('error', (text) => void stage.failures.push(`failed: ${text}`))
  const terms = async () => ({
    payUrl: (token: string) => `https://shop.example/pay/${token}`,
    windowSeconds: 1800,
  })
  const parts = { db, brain, log, terms, messageCredits: 0, burstMs: 0 }
  const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
  let replies: { content: string }[] = []
  const heard = []
  for (const text of texts) {
    heard.push(
      await hear(parts, context, { channel: 'whatsapp', external_user_id: customer, ...channel, text }),
    )
  }
  for (const one of heard) {
    stage.conversationId = one.conversation.id
    replies = await replyTo(parts, one)
  }
  return replies.map(({ content }) => content).join('\n')
}

function fill({ orders, other }: Stage, text: string): string {
  return text.replace('{order}', orders[0]?.order_number ?? '').replace('{other}', other ?? '')
}

function checkReply(
  { reply = [], not = [], language }: TurnData,
  text: string,
  fault: (text: string) => void,
): void {
  for (const wanted of [reply].flat()) if (!contains(text, wanted)) fault(`the reply does not have ${wanted}`)
  for (const unwanted of [not].flat()) if (contains(text, unwanted)) fault(`the reply has ${unwanted}`)
  const written = languageOf(text, null)
  if (language !== undefined && written !== null && written !== language)
    fault(`the reply is not in ${language}`)
}

function contains(text: string, wanted: string): boolean {
  const pattern = /^\/(.*)\/$/s.exec(wanted)?.[1]
  return pattern === undefined
    ? text.toLowerCase().includes(wanted.toLowerCase())
    : new RegExp(pattern, 'iu').test(text)
}

async function checkMemory(
  { db, agent, conversationId }: Stage,
  turn: TurnData,
  fault: (text: string) => void,
): Promise<void> {
  const row = await db.row<{ memory: Partial<Memory> }>(sql`
    select memory from turns where agent_id = ${agent.id} and conversation_id = ${conversationId}`)
  const memory = { ...emptyMemory(), ...row?.memory }
  const cart = await viewCart(db, agent.id, memory.cart)
  if (turn.cart !== undefined) same('the cart', cart.lines.map(lineOf), turn.cart, fault)
  if (turn.total !== undefined) same('the total', cart.total_sen / 100, turn.total, fault)
  if (turn.called !== undefined) same('the name', memory.name, turn.called, fault)
  if (turn.phone !== undefined) same('the phone', memory.phone, turn.phone, fault)
}

function checkOrders(
  { orders }: Stage,
  before: OrderFacts[],
  turn: TurnData,
  fault: (text: string) => void,
): void {
  const [newest] = orders
  const placed = orders.length - before.length
  if (placed !== (turn.order ? 1 : 0))
    fault(turn.order ? 'no order was placed' : `${placed} orders were placed`)
  else if (turn.order && newest) {
    const { lines, total, name, phone } = turn.order
    same('the order', newest.lines.map(lineOf), lines, fault)
    same('the order’s total', newest.total_sen / 100, total, fault)
    if (name !== undefined) same('the order’s name', newest.customer_name, name, fault)
    if (phone !== undefined) same('the order’s phone', newest.customer_phone, phone, fault)
  }
  if (turn.status !== undefined) same('the order’s status', newest?.status, turn.status, fault)
}

function same(what: string, is: unknown, wanted: unknown, fault: (text: string) => void): void {
  const text = (value: unknown) => JSON.stringify(value)?.toLowerCase()
  if (text(is) !== text(wanted)) fault(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`)
}

function lineOf(line: { name: string; quantity: number; special_instructions: string | null }): string {
  return `${line.quantity} ${line.name}${line.special_instructions ? ` | ${line.special_instructions}` : ''}`
}

async function handlerOf({ db, agent, conversationId }: Stage): Promise<string | undefined> {
  const row = await db.row<{ handler: string }>(sql`
    select handler from conversations where agent_id = ${agent.id} and id = ${conversationId}`)
  return row?.handler
}

/** The customer's orders, newest first. */
function ordersOf({ db, agent, conversationId }: Stage): Promise<OrderFacts[]> {
  return db.rows<OrderFacts>(sql`
    select o.id, o.order_number, o.status, o.customer_name, o.customer_phone, o.total_sen,
           (select json_agg(json_build_object('name', l.name, 'quantity', l.quantity,
                                              'special_instructions', l.special_instructions) order by l.position)
              from order_lines l where l.agent_id = o.agent_id and l.order_id = o.id) as lines
      from orders o
     where o.agent_id = ${agent.id} and o.conversation_id = ${conversationId ?? null}
     order by o.created_at desc`)
}

async function happen(stage: Stage, event: NonNullable<TurnData['event']>): Promise<void> {
  const { db, agent } = stage
  const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
  const [newest] = stage.orders
  if (event === 'other order') stage.other = await orderOfAnother(stage)
  else if (!newest) throw new Error(`there is no order to ${event}`)
  else if (event === 'cancel by team') await cancelOrder(context, newest.id)
  else await payOrder(context, newest.id, {})
  stage.orders = await ordersOf(stage)
}

async function orderOfAnother({ db, agent }: Stage): Promise<string> {
  const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
  const row = await db.row<{ product: string; variant: string | null }>(sql`
    select p.external_id as product, v.external_id as variant from products p
      left join variants v on v.agent_id = p.agent_id and v.product_id = p.id
     where p.agent_id = ${agent.id} and p.price_sen is not null and p.on_hand is null limit 1`)
  return orderByOther(context, {
    product_external_id: row?.product as string,
    variant_external_id: row?.variant ?? null,
  })
}

/** The number of an order that somebody else placed. */
async function orderByOther(
  context: Parameters<typeof placeOrder>[0],
  thing: { product_external_id: string; variant_external_id: string | null },
): Promise<string> {
  const order = await placeOrder(
    context,
    { payUrl: null, windowSeconds: 1800 },
    {
      customer: { name: 'Farid', phone: '+60199998888' },
      lines: [{ source: 'api' as const, quantity: 1, ...thing }],
    },
  )
  return order.order_number
}
