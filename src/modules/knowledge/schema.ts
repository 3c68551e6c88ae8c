import { z } from 'zod'
import { timestamp } from '../../platform/http/index.ts'

const MAX_TITLE = 200
export const MAX_BODY = 500_000

export const newDocument = z.object({
  title: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TITLE)
    .regex(/^\P{Cc}*$/u, { error: 'must be one line' })
    .describe('The same title again replaces the document'),
  body: z
    .string()
    .regex(/\S/, { error: 'must not be empty' })
    .refine((text) => !text.includes('\0'), { error: 'must not contain NUL characters' })
    .max(MAX_BODY)
    .describe('Text or Markdown; headings say what a passage is about'),
})

export const document = z.object({
  id: z.uuid(),
  agent_id: z.uuid(),
  title: z.string(),
  characters: z.int(),
  passages: z.int().describe('Into how many pieces it was cut for searching'),
  created_at: timestamp,
  updated_at: timestamp,
})

export const fullDocument = document.extend({ body: z.string() })
