import type { Uuid } from '../../lib/ids.ts'
import { type Db, type Queryable, sql, type Transactional, within } from '../../platform/db/index.ts'
import { type Agent, createAgent } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { importHistory, type PastConversation } from '../conversations/index.ts'
import { type ApiKey, createKey, type Scope, scopes } from '../keys/index.ts'
import { createUser, type User } from '../users/index.ts'
import { createWorkspace, type Workspace } from '../workspaces/index.ts'
import { stories } from './stories.ts'
import type { Story } from './story.ts'

export interface Demo {
  workspace: Workspace
  agent: Agent
  owner: User
  key: ApiKey & { key: string }
}

const OWNER_EMAIL = 'owner@kopi-seri.example'
const SHOP_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

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
  const workspace = await createWorkspace(db, system, {
    name: 'Kopi Seri',
    plan: 'paid',
    verified: true,
    outboundNumber: '+60312345678',
    isDemo: true,
  })
  const agent = await createAgent(db, system, workspace.id, {
    name: 'Aina',
    voice: true,
    welcome: 'Hai! Selamat datang ke Kopi Seri. Nak order apa hari ini?',
    allowedDomains: ['localhost:3000', '127.0.0.1:3000'],
  })
  const owner = await createUser(db, system, workspace.id, { email: OWNER_EMAIL })
  await importHistory(
    db,
    agent.id,
    stories.map((story, i) => told(story, i, now, owner)),
  )
  const fields = { name: 'Demo key', scopes: Object.keys(scopes) as Scope[], origins: [] }
  return { workspace, agent, owner, key: await createKey(db, system, agent, fields) }
}

function told(story: Story, index: number, now: Date, owner: User): PastConversation {
  let moment = startOf(story, now)
  return {
    channel: story.channel,
    externalUserId: `demo-${index + 1}`,
    customerName: story.customer.name ?? null,
    customerPhone: story.customer.phone ?? null,
    status: story.status,
    handler: story.handler,
    labels: story.labels,
    summary: story.summary,
    messages: story.messages.map(([who, secondsLater, content]) => {
      moment += secondsLater * 1_000
      return {
        role: who === 'customer' ? 'user' : 'assistant',
        content,
        authorUserId: who === 'team' ? owner.id : null,
        at: new Date(moment),
      }
    }),
    notes: (story.notes ?? []).map((body) => ({ body, authorId: owner.id, at: new Date(moment) })),
  }
}

/** The story's own hour in the shop's time zone; a story of today that has not happened yet happened yesterday. */
function startOf({ daysAgo, at, messages }: Story, now: Date): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const shopNow = now.getTime() + SHOP_OFFSET_MS
  const midnight = shopNow - (shopNow % DAY_MS) - SHOP_OFFSET_MS
  const start = midnight - daysAgo * DAY_MS + (hours * 60 + minutes) * 60_000
  const lengthMs = messages.reduce((sum, [, seconds]) => sum + seconds * 1_000, 0)
  return start + lengthMs < now.getTime() ? start : start - DAY_MS
}
