import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import type { Piece } from './passages.ts'
import type { Candidate } from './rank.ts'

export interface DocumentRow {
  id: Uuid
  agent_id: Uuid
  title: string
  characters: number
  passages: number
  created_at: Timestamp
  updated_at: Timestamp
}

export type FullDocument = DocumentRow & { body: string }

export interface CandidateRow extends Candidate {
  document_id: Uuid
  position: number
}

const DOCUMENT = sql`id, agent_id, title, characters, passages, created_at, updated_at`
/** A word that very many passages have tells little: only so many are compared. */
const MOST_COMPARED = 1_000
/** Beyond this it makes no difference how many passages there are. */
const MOST_COUNTED = 10_000

/** What is done to an agent's documents happens one after the other. */
export async function lockDocuments(tx: Queryable, agentId: Uuid): Promise<void> {
  await tx.run(sql`select from agents where id = ${agentId} for no key update`)
}

export async function countOthers(tx: Queryable, agentId: Uuid, title: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from documents where agent_id = ${agentId} and lower(title) <> lower(${title})`)
  return row?.count ?? 0
}

/** The one with this title, or a new one; what was cut from the old body is gone. */
export async function save(
  tx: Queryable,
  agentId: Uuid,
  { title, body, passages }: { title: string; body: string; passages: number },
): Promise<DocumentRow & { is_new: boolean }> {
  const document = (await tx.row<DocumentRow & { is_new: boolean }>(sql`
    insert into documents (agent_id, id, title, body, characters, passages)
    values (${agentId}, ${newId()}, ${title}, ${body}, ${body.length}, ${passages})
    on conflict (agent_id, lower(title)) do update
       set title = excluded.title, body = excluded.body, characters = excluded.characters,
           passages = excluded.passages, updated_at = clock_timestamp()
    returning ${DOCUMENT}, xmax = 0 as is_new`)) as DocumentRow & { is_new: boolean }
  if (document.is_new) return document
  await tx.run(sql`delete from passages where agent_id = ${agentId} and document_id = ${document.id}`)
  await tx.run(sql`delete from document_words where agent_id = ${agentId} and document_id = ${document.id}`)
  return document
}

/** `words` are a `tsvector` as PostgreSQL writes it. */
export async function addPassages(
  tx: Queryable,
  agentId: Uuid,
  documentId: Uuid,
  pieces: (Piece & { words: string })[],
): Promise<void> {
  await tx.run(sql`
    insert into passages (agent_id, document_id, position, heading, text, words)
    select ${agentId}, ${documentId}, position, heading, text, words::tsvector
      from unnest(${pieces.map(({ heading }) => heading)}::text[], ${pieces.map(({ text }) => text)}::text[],
                  ${pieces.map(({ words }) => words)}::text[]) with ordinality as piece (heading, text, words, position)`)
}

export async function addWords(
  tx: Queryable,
  agentId: Uuid,
  documentId: Uuid,
  words: string[],
): Promise<void> {
  await tx.run(sql`
    insert into document_words (agent_id, document_id, word)
    select ${agentId}, ${documentId}, word from unnest(${words}::text[]) as word`)
}

export function list(db: Queryable, agentId: Uuid): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(sql`
    select ${DOCUMENT} from documents where agent_id = ${agentId} order by lower(title), id`)
}

export function find(db: Queryable, agentId: Uuid, id: Uuid): Promise<FullDocument | undefined> {
  return db.row<FullDocument>(sql`
    select ${DOCUMENT}, body from documents where agent_id = ${agentId} and id = ${id}`)
}

/** With everything cut from it. */
export function remove(tx: Queryable, agentId: Uuid, id: Uuid): Promise<DocumentRow | undefined> {
  return tx.row<DocumentRow>(sql`
    delete from documents where agent_id = ${agentId} and id = ${id} returning ${DOCUMENT}`)
}

export async function countPassages(db: Queryable, agentId: Uuid): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from (select from passages where agent_id = ${agentId} limit ${MOST_COUNTED}) counted`)
  return row?.count ?? 0
}

/** Which of these words anybody wrote. */
export async function knownWords(db: Queryable, agentId: Uuid, words: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ word: string }>(sql`
    select word from unnest(${words}::text[]) as asked (word)
     where exists (select from document_words w where w.agent_id = ${agentId} and w.word = asked.word)`)
  return new Set(rows.map(({ word }) => word))
}

/** The passages that match any of the queries, and which of them each matches. */
export function candidates(
  db: Queryable,
  agentId: Uuid,
  queries: { inText: string; inHeading: string }[],
): Promise<CandidateRow[]> {
  const any = queries.flatMap(({ inText }) => (inText === '' ? [] : [inText])).join(' | ')
  return db.rows<CandidateRow>(sql`
    with asked as materialized (
      select place::integer - 1 as place, in_text::tsquery, in_heading::tsquery
        from unnest(${queries.map(({ inText }) => inText)}::text[], ${queries.map(({ inHeading }) => inHeading)}::text[])
             with ordinality as given (in_text, in_heading, place)
    )
    select document_id, position, heading, ts_rank(words, ${any}::tsquery) as rank,
           array(select place from asked where words @@ in_text) as found,
           array(select place from asked where words @@ in_heading) as named
      from passages
     where agent_id::text = ${agentId} and words @@ ${any}::tsquery
     limit ${MOST_COMPARED}`)
}

/** Words of the documents that are written somewhat like each of these, the most similar first. */
export async function similarWords(
  db: Queryable,
  agentId: Uuid,
  words: string[],
): Promise<Map<string, string[]>> {
  const rows = await db.rows<{ word: string; similar: string[] }>(sql`
    select word, array(select near.word from similar_document_words(${agentId}, asked.word) near) as similar
      from unnest(${words}::text[]) as asked (word)`)
  return new Map(rows.map(({ word, similar }) => [word, similar]))
}

export function readPassages(
  db: Queryable,
  agentId: Uuid,
  places: { document_id: Uuid; position: number }[],
): Promise<{ document_id: Uuid; position: number; title: string; heading: string; text: string }[]> {
  return db.rows(sql`
    select p.document_id, p.position, d.title, p.heading, p.text
      from unnest(${places.map(({ document_id }) => document_id)}::uuid[],
                  ${places.map(({ position }) => position)}::integer[]) as place (document_id, position)
      join passages p on p.agent_id = ${agentId} and p.document_id = place.document_id and p.position = place.position
      join documents d on d.agent_id = p.agent_id and d.id = p.document_id`)
}
