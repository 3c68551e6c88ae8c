import type { Uuid } from '../../lib/ids.ts'
import { type Db, type Queryable, sql, type Transactional, within } from '../../platform/db/index.ts'
import { type Agent, type AgentContext, createAgent, parseHours } from '../agents/index.ts'
import { raiseAlert } from '../alerts/index.ts'
import { system } from '../audit/index.ts'
import { importCalls } from '../calls/index.ts'
import { catalogueSchema, syncProducts } from '../catalogue/index.ts'
import { importHistory } from '../conversations/index.ts'
import { type ApiKey, createKey, type Scope, scopes } from '../keys/index.ts'
import { saveDocument } from '../knowledge/index.ts'
import { importOrders } from '../orders/index.ts'
import { createUser, type User } from '../users/index.ts'
import { createWorkspace, findWorkspace, type Workspace } from '../workspaces/index.ts'
import { calls } from './calls.ts'
import { counterOrders } from './counter.ts'
import { documents } from './documents.ts'
import { products } from './products.ts'
import { stories } from './stories.ts'
import type { Happening } from './story.ts'
import { type Cast, pastCall, pastConversation, pastOrder } from './tell.ts'

export interface Demo {
  workspace: Workspace
  agent: Agent
  owner: User
  key: ApiKey & { key: string }
}

const OWNER_EMAIL = 'owner@kopi-seri.example'
/** Before everything that is told of it. */
const PAST_MS = 8 * 86_400_000

/**
 * The demo workspace, on the very first start only: whoever removed it does not want it back. Undefined when this is
 * not the first start. Processes that start together agree through the row they all try to write; it is written with the
 * demo or not at all.
 */
export function createDemoOnce(db: Db, now: Date): Promise<Demo | undefined> {
  return db.transaction(async (tx) => {
    const first = await tx.row(sql`
      insert into service_state (name, value)
      select 'demo_offered', 'yes' where not exists (select from workspaces)
      on conflict do nothing returning name`)
    return first ? createDemo(within(tx), now) : undefined
  })
}

/** Starts the demo over: what was played with is gone, other workspaces are untouched. */
export function resetDemo(db: Db, now: Date): Promise<Demo> {
  return db.transaction(async (tx) => {
    await removeDemo(tx)
    return createDemo(within(tx), now)
  })
}

export async function removeDemo(db: Queryable): Promise<boolean> {
  return (await db.run(sql`delete from workspaces where is_demo`)) > 0
}

export function findDemo(
  db: Queryable,
): Promise<{ workspaceId: Uuid; agentId: Uuid; email: string } | undefined> {
  return db.row(sql`
    select w.id as "workspaceId", a.id as "agentId", u.email
      from workspaces w join agents a on a.workspace_id = w.id join users u on u.workspace_id = w.id
     where w.is_demo order by a.created_at, u.created_at limit 1`)
}

async function createDemo(db: Transactional, now: Date): Promise<Demo> {
  const created = await createWorkspace(db, system, {
    name: 'Kopi Seri',
    plan: 'paid',
    verified: true,
    outboundNumber: '+60312345678',
    isDemo: true,
    creditsFrom: new Date(now.getTime() - PAST_MS),
  })
  const agent = await createAgent(db, system, created.id, {
    name: 'Aina',
    voice: true,
    welcome: 'Hai! Selamat datang ke Kopi Seri. Nak order apa hari ini?',
    allowedDomains: ['localhost:3000', '127.0.0.1:3000'],
    languages: ['en', 'ms'],
    persona: 'Warm and quick, like the auntie at the counter who knows what you had last time.',
    openingHours: parseHours('mon-sun 07:00-18:00') ?? {},
  })
  const owner = await createUser(db, system, created.id, { email: OWNER_EMAIL })
  const fields = { name: 'Demo key', scopes: Object.keys(scopes) as Scope[], origins: [] }
  const key = await createKey(db, system, agent, fields)
  const context = { db, workspaceId: created.id, agentId: agent.id, actor: system }
  await syncProducts(context, catalogueSchema.productsBody.parse({ source: 'api', products }))
  for (const document of documents) await saveDocument(context, document)
  await bringPastIn(context, now, { ownerId: owner.id, keyId: key.id })
  // Its calls have cost something meanwhile.
  const workspace = (await findWorkspace(db, created.id)) ?? created
  return { workspace, agent, owner, key }
}

async function bringPastIn(context: AgentContext, now: Date, cast: Cast): Promise<void> {
  const { db, agentId } = context
  const conversations = [
    ...(await importHistory(
      db,
      agentId,
      stories.map((story, i) => pastConversation(story, i, now, cast)),
    )),
    ...(await importCalls(
      context,
      calls.map((call) => pastCall(call, now, cast)),
    )),
  ]
  for (const [i, { status, handler, summary }] of stories.entries()) {
    const { id } = conversations[i] as { id: Uuid }
    if (status === 'pending' && handler === 'human')
      await raiseAlert(db, {
        ...context,
        kind: 'handover',
        conversationId: id,
        reason: summary ?? 'Asked for a person.',
      })
  }
  const happenings: Happening[] = [...stories, ...calls, ...counterOrders]
  await importOrders(
    db,
    agentId,
    happenings.flatMap(({ order, ...happening }, i) =>
      order ? pastOrder({ ...happening, order }, now, cast, conversations[i]) : [],
    ),
  )
}
