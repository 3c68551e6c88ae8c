import { expect } from 'vitest'
import { type Agent, createAgent, updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import type { Answer } from '../../src/modules/calls/index.ts'
import { replyAsAgent } from '../../src/modules/conversations/index.ts'
import { createWorkspace, type Workspace } from '../../src/modules/workspaces/index.ts'
import { type Db, sql } from '../../src/platform/db/index.ts'
import { newKey, type Reply, type TestService } from './service.ts'

export interface Caller {
  workspace: Workspace
  agent: Agent
  key: string
  keyId: string
  place(body: unknown, headers?: Record<string, string>): Promise<Reply>
  read(id: string): Promise<Reply>
  recording(id: string): Promise<Reply>
  /** Polls until the call has a final status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they test
  ended(id: string): Promise<any>
  credits(): Promise<number>
  charges(): Promise<{ amount: number; balance: number; charged_for: string }[]>
  audit(action: string): Promise<{ actor_id: string; target_id: string; detail: Record<string, unknown> }[]>
}

export const NUMBER = '+60312345678'
let count = 0

/** A business that may and can call. */
export async function openCaller(
  service: TestService,
  fields: {
    plan?: 'free' | 'paid'
    verified?: boolean
    credits?: number
    number?: string | null
    voice?: boolean
  } = {},
): Promise<Caller> {
  const { db } = service
  const workspace = await createWorkspace(db, system, {
    name: `Caller ${++count}`,
    plan: fields.plan ?? 'paid',
    verified: fields.verified ?? true,
    credits: fields.credits ?? 10_000,
    outboundNumber: fields.number === undefined ? NUMBER : fields.number,
  })
  const created = await createAgent(db, system, workspace.id, { name: 'Aina', voice: fields.voice ?? true })
  const agent = (await updateAgent(db, system, created.id, {
    welcome: 'Hello {{name}}, this is Aina.',
  })) as Agent
  const { key, id: keyId } = await newKey(db, agent, { scopes: ['calls:create', 'calls:recordings'] })
  const read = (id: string) => service.call(`/api/v1/calls/${id}`, { key })
  return {
    workspace,
    agent,
    key,
    keyId,
    place: (body, headers = {}) => service.call('/api/v1/calls', { key, body, headers }),
    read,
    recording: (id) => service.call(`/api/v1/calls/${id}/recording`, { key }),
    async ended(id) {
      const status = async () => (await read(id)).json.data.status
      await expect.poll(status, { timeout: 15_000 }).not.toMatch(/dialing|in_progress/)
      return (await read(id)).json.data
    },
    credits: async () =>
      (await db.row<{ credits: number }>(sql`select credits from workspaces where id = ${workspace.id}`))
        ?.credits as number,
    charges: () =>
      db.rows(sql`
        select amount, balance, charged_for from credit_ledger
         where workspace_id = ${workspace.id} and charged_for is not null`),
    audit: (action) =>
      db.rows(sql`
        select actor_id, target_id, detail from audit_log where workspace_id = ${workspace.id} and action = ${action}`),
  }
}

/** Says its greeting and a word of the customer's, then keeps the line until the other side ends it, or for so long. */
export function talker(db: () => Db, seconds = 30): Answer {
  return async (call, line, clock) => {
    const begun = clock.now()
    const closed = new AbortController()
    line.listen({ sound: () => {}, closed: () => closed.abort() })
    const ids = { workspaceId: call.workspaceId, agentId: call.agentId }
    await db().transaction((tx) => replyAsAgent(tx, ids, call.conversationId, call.greeting))
    line.send(loud(1))
    await clock.sleep(seconds * 1000, AbortSignal.any([closed.signal, call.signal]))
    return { reason: 'goodbye', seconds: (clock.now() - begun) / 1000, recording: loud(2) }
  }
}

export function loud(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * 16_000 }, (_, i) => Math.sin(i / 10) * 8_000)
}
