import type { DocumentRow, FullDocument } from './store.ts'

export function presentDocument(document: DocumentRow) {
  const { id, agent_id, title, characters, passages, created_at, updated_at } = document
  return { id, agent_id, title, characters, passages, created_at, updated_at }
}

export function presentFull(document: FullDocument) {
  return { ...presentDocument(document), body: document.body }
}
