import { isUuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { conflict, notFound, raise } from '../../platform/http/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { record } from '../audit/index.ts'
import { passagesOf } from './passages.ts'
import type { DocumentRow, FullDocument } from './store.ts'
import * as store from './store.ts'
import { vectorOf, vocabularyOf } from './vector.ts'

export const MOST_DOCUMENTS = 500

/** Saves a document; one with the same title, whatever its case, is replaced and keeps its id. */
export async function saveDocument(
  context: AgentContext,
  { title, body }: { title: string; body: string },
): Promise<DocumentRow> {
  const { db, agentId } = context
  const pieces = passagesOf(body)
  return db.transaction(async (tx) => {
    await store.lockDocuments(tx, agentId)
    if ((await store.countOthers(tx, agentId, title)) >= MOST_DOCUMENTS) throw tooMany()
    const { is_new, ...document } = await store.save(tx, agentId, { title, body, passages: pieces.length })
    const worded = pieces.map((piece) => ({ ...piece, words: vectorOf(title, piece) }))
    await store.addPassages(tx, agentId, document.id, worded)
    await store.addWords(tx, agentId, document.id, vocabularyOf(title, pieces))
    await audit(tx, context, is_new ? 'document.created' : 'document.replaced', document)
    return document
  })
}

export function listDocuments({ db, agentId }: AgentContext): Promise<DocumentRow[]> {
  return store.list(db, agentId)
}

export async function readDocument({ db, agentId }: AgentContext, id: string): Promise<FullDocument> {
  return (isUuid(id) ? await store.find(db, agentId, id) : undefined) ?? raise(missing())
}

/** From this moment the agent knows nothing of it. */
export async function removeDocument(context: AgentContext, id: string): Promise<void> {
  const { db, agentId } = context
  await db.transaction(async (tx) => {
    const removed = isUuid(id) ? await store.remove(tx, agentId, id) : undefined
    await audit(tx, context, 'document.removed', removed ?? raise(missing()))
  })
}

function audit(
  tx: Queryable,
  { workspaceId, agentId, actor, requestId }: AgentContext,
  action: string,
  { id, title, characters }: DocumentRow,
): Promise<void> {
  const detail = { title, characters }
  return record(tx, { workspaceId, agentId, actor, action, target: id, detail, requestId })
}

function missing() {
  return notFound('document not found')
}

function tooMany() {
  return conflict(
    'too many documents',
    `An agent can have ${MOST_DOCUMENTS} documents: remove one, or put several into one.`,
  )
}
