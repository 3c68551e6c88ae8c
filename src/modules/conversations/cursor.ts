import { isUuid, type Uuid } from '../../lib/ids.ts'
import { parseTimestamp, type Timestamp } from '../../lib/time.ts'

/** Where a page of conversations ended. Opaque to clients, so that what is inside may change. */
export interface Cursor {
  at: Timestamp
  id: Uuid
}

export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

export function parseCursor(text: string): Cursor | undefined {
  const [at, id, ...rest] = Buffer.from(text, 'base64url').toString('latin1').split(' ')
  const moment = at === undefined ? undefined : parseTimestamp(at)
  if (moment === undefined || id === undefined || !isUuid(id) || rest.length > 0) return undefined
  return { at: moment, id }
}
