import { z } from 'zod'
import { isUuid, type Uuid } from '../../lib/ids.ts'

/** Where a page of products, which go by name, ended. */
export interface NameCursor {
  /** In lower case, as the order of the list is. */
  name: string
  id: Uuid
}

export const queryNameCursor = z
  .string({ error: 'must be given once' })
  .transform((text, context) => {
    const cursor = parse(text)
    if (cursor) return cursor
    context.addIssue({ code: 'custom', message: 'must be a next_cursor of an earlier answer' })
    return z.NEVER
  })
  .optional()
  .meta({ type: 'string', description: '`next_cursor` of the page before' })

export function writeNameCursor({ name, id }: NameCursor): string {
  return Buffer.from(`${id}${name}`).toString('base64url')
}

const UUID_LENGTH = 36

function parse(text: string): NameCursor | undefined {
  const plain = Buffer.from(text, 'base64url').toString()
  const id = plain.slice(0, UUID_LENGTH)
  const name = plain.slice(UUID_LENGTH)
  return isUuid(id) && !name.includes('\0') ? { name, id } : undefined
}
