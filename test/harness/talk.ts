import { afterAll, beforeAll, beforeEach } from 'vitest'
import { listeningOf } from '../../src/app.ts'
import { hear, type Listening, type Thought, type Turn } from '../../src/modules/brain/index.ts'
import { isRefused, use } from '../../src/modules/brain/tool.ts'
import { addToCart, searchCatalogue } from '../../src/modules/brain/tools/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { type Reply, startService, type TestService } from './service.ts'
import { openStore, type Store } from './store.ts'

/** A shop whose agent says what the test tells it to; a new shop for each test. */
export class Talk {
  service!: TestService
  store!: Store
  think!: (turn: Turn) => Promise<Thought> | Thought

  constructor(env: Record<string, string> = {}) {
    beforeAll(async () => {
      const brain = { think: async (turn: Turn) => this.think(turn) }
      this.service = await startService({ brain, env })
    })
    afterAll(() => this.service.close())
    beforeEach(async () => {
      this.store = await openStore(this.service.db, this.service.url, [
        { external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 10 },
        { external_id: 'roti', name: 'Roti Bakar', price: 3.8 },
      ])
      this.think = (turn) => ({ replies: [`heard ${turn.heard.map(({ content }) => content).join('+')}`] })
    })
  }

  get parts(): Listening {
    return listeningOf(this.service.parts)
  }

  get context() {
    const { workspace, agent } = this.store
    const actor = { kind: 'system', id: null } as const
    return { db: this.service.db, workspaceId: workspace.id, agentId: agent.id, actor }
  }

  /** As a bridge to a channel would; the answer waits for the replies. */
  write(text: string, more: Record<string, unknown> = {}): Promise<Reply> {
    const message = { channel: 'whatsapp', external_user_id: 'siti', text, ...more }
    return this.store.manage(`/agents/${this.store.agent.id}/inbound`, message)
  }

  /** The message arrives, and whoever received it ends before answering; the conversation's id. */
  async drop(text: string, from = 'siti'): Promise<string> {
    const message = { channel: 'whatsapp', external_user_id: from, text }
    return (await hear(this.parts, this.context, message)).conversation.id
  }

  async said(id: string): Promise<string[]> {
    const { json } = await this.store.manage(`/conversations/${id}/messages`)
    return json.data.map(({ role, content }: { role: string; content: string }) => `${role}: ${content}`)
  }

  async conversation(id: string) {
    return (await this.store.manage(`/conversations/${id}`)).json.data
  }

  async orders() {
    return (await this.store.manage('/orders')).json.data
  }

  /** As if the time of whoever is thinking were over. */
  async forget(id: string): Promise<void> {
    await this.service.db.run(
      sql`update turns set due_at = clock_timestamp() - interval '1 second' where conversation_id = ${id}`,
    )
  }
}

export const KNOWN = { name: 'Siti', phone: '012-345 6789' }

export function repliesOf(reply: Reply): string[] {
  return reply.json.replies.map(({ content }: { content: string }) => content)
}

/** What a brain does with “2 kopi”. */
export async function orderKopi(turn: Turn): Promise<Thought> {
  const found = await use(turn, searchCatalogue, { words: 'kopi' })
  if (isRefused(found)) throw new Error(found.error)
  await use(turn, addToCart, { item: found.products[0]?.id ?? '', quantity: 2 })
  return { replies: ['added'] }
}
