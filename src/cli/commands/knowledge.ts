import { readFileSync, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { UserError } from '../../lib/user-error.ts'
import type { AgentContext } from '../../modules/agents/index.ts'
import { system } from '../../modules/audit/index.ts'
import * as knowledge from '../../modules/knowledge/index.ts'
import { knowledgeSchema } from '../../modules/knowledge/index.ts'
import type { Db } from '../../platform/db/index.ts'
import type { Command } from '../command.ts'
import * as is from '../readers.ts'
import { theAgent } from './find.ts'

const ofAgent = { agent: is.required(is.text, 'ID') }
/** A character has at most four bytes. */
const MAX_BYTES = knowledgeSchema.MAX_BODY * 4

export const knowledgeCommands: Command[] = [
  {
    name: 'knowledge add',
    about: 'Teach an agent a text or Markdown file; one with the same title is replaced',
    flags: { ...ofAgent, file: is.required(is.longText, 'PATH'), title: is.optional(is.text, 'TITLE') },
    run: async ({ db }, { flags }) => {
      const context = await contextOf(db, flags.agent)
      const title = flags.title ?? basename(flags.file, extname(flags.file))
      const document = await knowledge.saveDocument(context, checked(title, readText(flags.file)))
      return { json: knowledge.presentDocument(document) }
    },
  },
  {
    name: 'knowledge list',
    about: 'List what an agent knows beyond its catalogue',
    flags: ofAgent,
    run: async ({ db }, { flags }) => {
      const documents = await knowledge.listDocuments(await contextOf(db, flags.agent))
      return { json: documents.map(knowledge.presentDocument) }
    },
  },
  {
    name: 'knowledge remove',
    about: 'Remove a document; the agent knows nothing of it any more',
    takes: ['DOCUMENT_ID'],
    flags: ofAgent,
    run: async ({ db }, { words: [id = ''], flags }) => {
      await knowledge.removeDocument(await contextOf(db, flags.agent), id)
      return { json: { removed: true } }
    },
  },
  {
    name: 'knowledge search',
    about: 'Show which passages an agent finds for a question',
    takes: ['QUESTION'],
    flags: ofAgent,
    run: async ({ db }, { words: [question = ''], flags }) => {
      const passages = await knowledge.searchKnowledge(db, (await theAgent(db, flags.agent)).id, question)
      return { json: passages, text: forReading(passages) }
    },
  },
]

async function contextOf(db: Db, agentId: string): Promise<AgentContext> {
  const { id, workspace_id } = await theAgent(db, agentId)
  return { db, workspaceId: workspace_id, agentId: id, actor: system }
}

function readText(path: string): string {
  try {
    if (statSync(path).size > MAX_BYTES) throw new UserError(tooLong(path))
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof UserError) throw error
    if (error instanceof TypeError)
      throw new UserError(`${path} is not text: save it as UTF-8 text or Markdown.`)
    throw new UserError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function checked(title: string, body: string): { title: string; body: string } {
  const parsed = knowledgeSchema.newDocument.safeParse({ title, body })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.path[0] === 'title') throw new UserError('--title must be one line of 1 to 200 characters.')
  throw new UserError(issue?.code === 'too_big' ? tooLong('The file') : 'The file holds no text.')
}

function tooLong(what: string): string {
  return `${what} has more than ${knowledgeSchema.MAX_BODY.toLocaleString('en')} characters: split it into several.`
}

function forReading(passages: knowledge.Passage[]): string {
  if (passages.length === 0) return 'Nothing: the agent would say that it does not know.'
  return passages
    .map(
      ({ title, heading, text, score }) =>
        `${[title, heading].filter(Boolean).join(' › ')} (${score})\n${text}`,
    )
    .join('\n\n')
}
