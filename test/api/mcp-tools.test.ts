import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import type { scopes } from '../../src/modules/keys/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { hear } from '../harness/mcp.ts'
import {
  hearEverything,
  newKey,
  openShop,
  type Shop,
  startService,
  type TestService,
} from '../harness/service.ts'

let service: TestService
let shop: Shop
let writer: { id: string; key: string }

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
  writer = await newKey(service.db, shop.agent, {
    scopes: ['conversations:label', 'conversations:status', 'conversations:note'],
  })
})
afterAll(() => service.close())

async function rpc(key: string, method: string, params?: unknown) {
  const reply = await service.call('/api/mcp', { key, body: { jsonrpc: '2.0', id: 1, method, params } })
  expect(reply.status).toBe(200)
  return reply.json
}

/** The result, or the error, of a tool. */
async function call(key: string, name: string, given?: object) {
  const { result, error } = await rpc(key, 'tools/call', { name, arguments: given })
  if (error) return { error }
  if (result.isError) return { refusal: JSON.parse(result.content[0].text) }
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
  return result.structuredContent
}

const reads = ['list_conversations', 'get_conversation', 'conversation_report']
const writes = {
  set_conversation_labels: 'conversations:label',
  set_conversation_status: 'conversations:status',
  add_conversation_note: 'conversations:note',
} as const

describe('what a key may see and call', () => {
  const namesFor = async (key: string) =>
    (await rpc(key, 'tools/list')).result.tools.map(({ name }: { name: string }) => name)

  it('without scopes only reads are shown, and with a scope exactly its tool besides', async () => {
    expect(await namesFor(shop.key)).toEqual(reads)
    for (const [tool, scope] of Object.entries(writes)) {
      const { key } = await newKey(service.db, shop.agent, { scopes: [scope as keyof typeof scopes] })
      expect(await namesFor(key)).toEqual([...reads, tool])
    }
    const { key } = await newKey(service.db, shop.agent, { scopes: ['catalogue:sync', 'calls:create'] })
    expect(await namesFor(key)).toEqual(reads)
    expect(await namesFor(writer.key)).toEqual([...reads, ...Object.keys(writes)])
  })

  it('a call without the scope is a tool error that names it, even with bad arguments, and changes nothing', async () => {
    const id = await hear(service.db, shop, { user: 'scopes' })
    for (const [tool, scope] of Object.entries(writes)) {
      const others = Object.values(writes).filter((one) => one !== scope)
      const { key } = await newKey(service.db, shop.agent, { scopes: others })
      const given = { conversation_id: id, labels: ['x'], status: 'closed', body: 'x' }
      for (const argument of [given, {}]) {
        const { refusal } = await call(key, tool, argument)
        expect(refusal.error).toBe(`missing scope: ${scope}`)
      }
    }
    const { conversation } = await call(shop.key, 'get_conversation', { conversation_id: id })
    expect(conversation).toMatchObject({ labels: [], status: 'open' })
  })

  it('every tool says what it does, takes and gives, and whether it only reads', async () => {
    const { tools } = (await rpc(writer.key, 'tools/list')).result
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object', required: [expect.any(String)] },
        annotations: {
          readOnlyHint: reads.includes(tool.name),
          destructiveHint: false,
          idempotentHint: tool.name !== 'add_conversation_note',
        },
      })
      expect(JSON.stringify(tool)).not.toContain('$ref')
    }
    const bounds = tools[0].inputSchema.properties.limit
    expect(bounds).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
  })

  it('a conversation of another agent is answered exactly like a missing one', async () => {
    const other = await openShop(service.db)
    const foreign = await hear(service.db, other, { user: 'foreign' })
    for (const tool of ['get_conversation', ...Object.keys(writes)]) {
      const given = { labels: [], status: 'closed', body: 'x' }
      const answers = [foreign, newId(), 'no uuid'].map((conversation_id) =>
        rpc(writer.key, 'tools/call', { name: tool, arguments: { ...given, conversation_id } }),
      )
      const [first, ...rest] = await Promise.all(answers)
      expect(first.result).toEqual({
        content: [{ type: 'text', text: '{"error":"conversation not found"}' }],
        isError: true,
      })
      for (const answer of rest) expect(answer).toEqual(first)
    }
  })
})

describe('reads', () => {
  it('list_conversations gives what REST gives, newest activity first, any text in it', async () => {
    const one = await openShop(service.db)
    const nasty = 'quote " backslash \\ unit \x1f newline \n emoji 🧋 rtl مرحبا × </script>'
    for (let i = 0; i < 25; i++) await hear(service.db, one, { user: `u${i}`, name: i % 2 ? nasty : 'Siti' })
    await hear(service.db, one, { user: 'u3' })
    await service.db.run(sql`
      update conversations set summary = ${nasty}, labels = ${[nasty, 'b"c', 'd,e{}', 'null']}, customer_phone = '+60123456789'
       where agent_id = ${one.agent.id} and external_user_id = 'u5'`)
    await service.db.run(sql`
      insert into conversations (agent_id, id, channel, external_user_id) values (${one.agent.id}, ${newId()}, 'voice', 'new')`)
    const { json } = await service.call('/api/v1/conversations?limit=100', { key: one.key })
    expect(json.data).toHaveLength(26)
    const list = async (given?: object) => (await call(one.key, 'list_conversations', given)).conversations
    expect(await list({ limit: 100 })).toEqual(json.data)
    expect(await list()).toEqual(json.data.slice(0, 20))
    expect(await list({ limit: 3, status: 'open' })).toEqual(json.data.slice(0, 3))
    expect(await list({ status: 'closed' })).toEqual([])
  })

  it.each([[{ limit: 0 }], [{ limit: 101 }], [{ limit: 1.5 }], [{ limit: '5' }], [{ status: 'gone' }]])(
    'list_conversations refuses %j',
    async (given) => {
      expect((await call(shop.key, 'list_conversations', given)).error.code).toBe(-32602)
    },
  )

  it('get_conversation gives the messages oldest first, of a long one the newest hundred', async () => {
    let id = ''
    for (let i = 0; i < 101; i++) id = await hear(service.db, shop, { user: 'long', text: `message ${i}` })
    const { conversation } = await call(shop.key, 'get_conversation', { conversation_id: id })
    const said = conversation.messages.map(({ content }: { content: string }) => content)
    expect(said).toEqual(Array.from({ length: 100 }, (_, i) => `message ${i + 1}`))
    expect(conversation).toMatchObject({ id, channel: 'whatsapp', status: 'open', labels: [], summary: null })
    expect(conversation.has_earlier_messages).toBe(true)
    expect(Object.keys(conversation.messages[0])).toEqual(['id', 'role', 'content', 'channel', 'created_at'])
    const short = await hear(service.db, shop, { user: 'short' })
    const brief = (await call(shop.key, 'get_conversation', { conversation_id: short })).conversation
    expect([brief.messages.length, brief.has_earlier_messages]).toEqual([1, false])
  })
})

describe('conversation_report', () => {
  it('counts the agent’s own conversations of the last days: volume, status, outcome, channel', async () => {
    const one = await openShop(service.db)
    const other = await openShop(service.db)
    await hear(service.db, other, { user: 'x' })
    const place = (of: string) => sql`agent_id = ${one.agent.id} and id = ${of}`
    const ordered = await hear(service.db, one, { user: 'a' })
    await hear(service.db, one, { user: 'a' })
    const asked = await hear(service.db, one, { user: 'b', channel: 'website' })
    const old = await hear(service.db, one, { user: 'c' })
    await hear(service.db, one, { user: 'd' })
    await service.db.run(
      sql`update conversations set status = 'closed', outcome = 'order_placed' where ${place(ordered)}`,
    )
    await service.db.run(
      sql`update conversations set status = 'pending', outcome = 'handed_over' where ${place(asked)}`,
    )
    // Last heard of eight days ago.
    await service.db.run(sql`
      update conversations set last_message_at = now() - interval '8 days', created_at = now() - interval '9 days'
       where ${place(old)}`)
    await service.db.run(
      sql`update messages set created_at = now() - interval '8 days' where conversation_id = ${old}`,
    )

    const { report } = await call(one.key, 'conversation_report', { days: 7 })
    expect(report).toEqual({
      days: 7,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      conversations: 3,
      new_conversations: 3,
      messages: 4,
      messages_from_customers: 4,
      by_status: { open: 1, pending: 1, closed: 1 },
      by_outcome: { order_placed: 1, answered: 0, handed_over: 1, no_reply: 0, ongoing: 1 },
      by_channel: { website: 1, whatsapp: 2 },
    })
    expect(Math.abs(Date.parse(report.since) - (Date.now() - 7 * 86_400_000))).toBeLessThan(60_000)
    const month = (await call(one.key, 'conversation_report')).report
    expect([month.days, month.conversations, month.messages]).toEqual([30, 4, 5])
  })

  it('an agent without conversations has a report of zeros', async () => {
    const { report } = await call((await openShop(service.db)).key, 'conversation_report', { days: 180 })
    expect(report).toMatchObject({ conversations: 0, messages: 0, by_status: { open: 0 }, by_channel: {} })
  })

  it.each([0, 181, 2.5, '7'])('refuses %j days', async (days) => {
    expect((await call(shop.key, 'conversation_report', { days })).error.code).toBe(-32602)
  })
})

describe('writes', () => {
  const auditOf = (target: string) =>
    service.db.rows<{ action: string; actor_kind: string; actor_id: string; detail: object }>(sql`
      select action, actor_kind, actor_id, detail from audit_log where target_id = ${target} order by created_at, id`)

  it('labels are trimmed, once each, replaced as a whole, and undone from what the audit row says', async () => {
    const id = await hear(service.db, shop, { user: 'labels' })
    const set = (labels: string[]) =>
      call(writer.key, 'set_conversation_labels', { conversation_id: id, labels })
    expect((await set([' vip ', 'vip', 'wholesale'])).conversation).toMatchObject({
      id,
      labels: ['vip', 'wholesale'],
    })
    expect((await set(['late'])).conversation.labels).toEqual(['late'])
    const rows = await auditOf(id)
    const by = { actor_kind: 'key', actor_id: writer.id, action: 'conversation.labels_changed' }
    expect(rows).toEqual([
      { ...by, detail: { before: [], after: ['vip', 'wholesale'] } },
      { ...by, detail: { before: ['vip', 'wholesale'], after: ['late'] } },
    ])
    const { before } = (rows[1] ?? expect.fail()).detail as { before: string[] }
    expect((await set(before)).conversation.labels).toEqual(['vip', 'wholesale'])
    expect((await set([])).conversation.labels).toEqual([])
  })

  it('the status moves to any of the three and is audited against the key', async () => {
    const id = await hear(service.db, shop, { user: 'status' })
    for (const status of ['pending', 'closed', 'open', 'closed']) {
      const moved = await call(writer.key, 'set_conversation_status', { conversation_id: id, status })
      expect(moved.conversation).toMatchObject({ id, status })
    }
    const rows = await auditOf(id)
    expect(rows.map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual(
      [
        ['open', 'pending'],
        ['pending', 'closed'],
        ['closed', 'open'],
        ['open', 'closed'],
      ].map(([before, after]) => ['conversation.status_changed', writer.id, { before, after }]),
    )
  })

  it('a note is kept for the team and appears nowhere else', async () => {
    await hearEverything(service.db, shop.workspace.id)
    const id = await hear(service.db, shop, { user: 'note', text: 'the only message' })
    const { note } = await call(writer.key, 'add_conversation_note', {
      conversation_id: id,
      body: '  a secret note  ',
    })
    expect(note).toMatchObject({
      conversation_id: id,
      body: 'a secret note',
      author: { kind: 'key', id: writer.id },
    })
    expect(await auditOf(id)).toMatchObject([
      { action: 'conversation.note_added', actor_id: writer.id, detail: { note_id: note.id } },
    ])
    const seen = [
      await service.call(`/api/v1/conversations/${id}/messages`, { key: shop.key }),
      await service.call('/api/v1/conversations?limit=100', { key: shop.key }),
    ].map(({ text }) => text)
    seen.push(JSON.stringify(await call(shop.key, 'get_conversation', { conversation_id: id })))
    const sent = await service.db.rows<{ body: string }>(
      sql`select body from deliveries where workspace_id = ${shop.workspace.id}`,
    )
    expect(sent).toHaveLength(1)
    for (const text of [...seen, ...sent.map(({ body }) => body)]) expect(text).not.toContain('secret note')
    const kept = await service.call(`/api/manage/conversations/${id}/notes`, { key: shop.token })
    expect(kept.text).toContain('a secret note')
  })

  const bad: [string, string, object][] = [
    ['21 labels', 'set_conversation_labels', { labels: Array.from({ length: 21 }, (_, i) => `l${i}`) }],
    ['a label of 51 characters', 'set_conversation_labels', { labels: ['x'.repeat(51)] }],
    ['an empty label', 'set_conversation_labels', { labels: [' '] }],
    ['labels that are no list', 'set_conversation_labels', { labels: 'vip' }],
    ['no labels', 'set_conversation_labels', {}],
    ['a status nobody knows', 'set_conversation_status', { status: 'archived' }],
    ['no status', 'set_conversation_status', {}],
    ['an empty note', 'add_conversation_note', { body: '  ' }],
    ['a note of 5,001 characters', 'add_conversation_note', { body: 'x'.repeat(5001) }],
    ['a conversation_id that is no string', 'add_conversation_note', { body: 'x', conversation_id: 5 }],
  ]
  it.each(bad)('%s is refused and nothing is written', async (_, name, given) => {
    const id = await hear(service.db, shop, { user: 'bad' })
    const { error } = await call(writer.key, name, { conversation_id: id, ...given })
    expect(error.code).toBe(-32602)
    expect(await auditOf(id)).toEqual([])
  })

  it('a call without an id is not carried out', async () => {
    const id = await hear(service.db, shop, { user: 'no id' })
    const params = { name: 'set_conversation_status', arguments: { conversation_id: id, status: 'closed' } }
    const body = { jsonrpc: '2.0', method: 'tools/call', params }
    expect((await service.call('/api/mcp', { key: writer.key, body })).status).toBe(202)
    expect(await auditOf(id)).toEqual([])
  })
})
