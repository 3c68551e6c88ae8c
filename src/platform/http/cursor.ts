import { z } from 'zod'
import { isUuid, type Uuid } from '../../lib/ids.ts'
import { parseTimestamp, type Timestamp } from '../../lib/time.ts'

/** Where a page ended. Opaque to clients, so that what is inside may change. */
export interface Cursor {
  at: Timestamp
  id: Uuid
}

/** A cursor in a query string. */
export const queryCursor = z
  .string({ error: 'must be given once' })
  .transform((text, context) => {
    const cursor = parseCursor(text)
    if (cursor) return cursor
    context.addIssue({ code: 'custom', message: 'must be a next_cursor of an earlier answer' })
    return z.NEVER
  })
  .optional()
  .meta({ type: 'string', description: '`next_cursor` of the page before' })

export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

function parseCursor(text: string): Cursor | undefined {
  const [at, id, ...rest] = Buffer.from(text, 'base64url').toString('latin1').split(' ')
  const moment = at === undefined ? undefined : parseTimestamp(at)
  if (moment === undefined || id === undefined || !isUuid(id) || rest.length > 0) return undefined
  return { at: moment, id }
}
