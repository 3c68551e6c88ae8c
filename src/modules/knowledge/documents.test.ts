import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openShop } from '../../../test/harness/service.ts'
import { newId } from '../../lib/ids.ts'
import { sql } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { auditPage, system } from '../audit/index.ts'
import { listDocuments, MOST_DOCUMENTS, readDocument, removeDocument, saveDocument } from './documents.ts'
import { searchKnowledge } from './search.ts'

let database: TestDatabase
let context: AgentContext

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  context = await agent()
})

async function agent(): Promise<AgentContext> {
  const { workspace, agent } = await openShop(database.db)
  return { db: database.db, workspaceId: workspace.id, agentId: agent.id, actor: system }
}

const save = (title: string, body = `About ${title}.`, of = context) => saveDocument(of, { title, body })
const rows = (table: 'passages' | 'document_words') =>
  database.db.rows(
    table === 'passages'
      ? sql`select from passages where agent_id = ${context.agentId}`
      : sql`select from document_words where agent_id = ${context.agentId}`,
  )

describe('a document', () => {
  it('is read as it was saved', async () => {
    const body = '# Halal\r\n\r\nYa, “semua” 🌶️.\n\n\n  # End  \n'
    const { id } = await save('Info', body)
    expect(await readDocument(context, id)).toMatchObject({ title: 'Info', body, passages: 2 })
    expect(await listDocuments(context)).toMatchObject([{ id, title: 'Info', characters: body.length }])
  })

  it('with the title of another, whatever its case, takes its place and keeps its id', async () => {
    const first = await save('Opening Hours', 'one two three')
    const second = await save('opening hours', 'four')
    expect(second).toMatchObject({ id: first.id, title: 'opening hours', passages: 1 })
    expect(await listDocuments(context)).toHaveLength(1)
    expect(await rows('passages')).toHaveLength(1)
  })

  it('saved by twenty at once under one title is one of theirs, whole', async () => {
    const bodies = Array.from({ length: 20 }, (_, i) => `word${i} `.repeat(300).trim())
    await Promise.all(bodies.map((body) => save('Same', body)))
    const [one] = await listDocuments(context)
    const { body, passages } = await readDocument(context, one?.id as string)
    expect(bodies).toContain(body)
    expect(await rows('passages')).toHaveLength(passages)
    expect(await searchKnowledge(database.db, context.agentId, body.slice(0, 6).trim())).not.toEqual([])
  })

  it('that is removed leaves nothing behind', async () => {
    const { id } = await save('Gone', 'something to forget')
    await removeDocument(context, id)
    await expect(readDocument(context, id)).rejects.toMatchObject({ status: 404 })
    expect([await rows('passages'), await rows('document_words')]).toEqual([[], []])
  })

  it('of another agent is as good as missing', async () => {
    const other = await agent()
    const { id } = await save('Theirs', 'secret', other)
    for (const missing of [id, newId(), 'x']) {
      await expect(readDocument(context, missing)).rejects.toMatchObject({ status: 404 })
      await expect(removeDocument(context, missing)).rejects.toMatchObject({ status: 404 })
    }
    expect(await listDocuments(context)).toEqual([])
    expect(await readDocument(other, id)).toMatchObject({ body: 'secret' })
  })

  it('of half a million characters of any kind is taken', async () => {
    for (const body of [
      'kopi '.repeat(100_000),
      'x'.repeat(500_000),
      '🌶️'.repeat(160_000),
      '\'\\" '.repeat(125_000),
    ]) {
      await save('Long', body)
    }
    expect(await listDocuments(context)).toHaveLength(1)
  })
})

describe('documents', () => {
  it('are no more than an agent can have, also when many are saved at once', async () => {
    await database.db.run(sql`
      insert into documents (agent_id, id, title, body, characters, passages)
      select ${context.agentId}, gen_random_uuid(), 'n' || n, 'x', 1, 0
        from generate_series(1, ${MOST_DOCUMENTS - 1}::int) n`)
    const saved = await Promise.allSettled(['a', 'b', 'c', 'd'].map((title) => save(title)))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listDocuments(context)).toHaveLength(MOST_DOCUMENTS)
    await expect(save('one more')).rejects.toMatchObject({ status: 409 })
    await expect(save('N1')).resolves.toMatchObject({ title: 'N1' })
  })

  it('leave a trace of what was done to them, without their text', async () => {
    const { id } = await save('Notes', 'quiet')
    await save('Notes', 'loud')
    await removeDocument(context, id)
    const { data } = await auditPage(database.db, context.workspaceId, { limit: 3 })
    expect(data.map(({ action, target_id, detail }) => ({ action, target_id, detail }))).toEqual([
      { action: 'document.removed', target_id: id, detail: { title: 'Notes', characters: 4 } },
      { action: 'document.replaced', target_id: id, detail: { title: 'Notes', characters: 4 } },
      { action: 'document.created', target_id: id, detail: { title: 'Notes', characters: 5 } },
    ])
  })
})
