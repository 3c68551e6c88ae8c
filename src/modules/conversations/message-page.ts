import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql, type TextRow } from '../../platform/db/index.ts'

/*
 * The busiest answer of the service. The driver's cost is per value and not per byte, so a message leaves PostgreSQL as
 * one text, `id role channel stamp content` with unit separators between, and becomes JSON without objects in between.
 * A separator can stand in the content, which is why that comes last, and in nothing else.
 */
const BETWEEN = '\x1f'
const UUID_LENGTH = 36
const SECONDS_LENGTH = '2026-01-02 03:04:05'.length
const ZONE_LENGTH = '+00'.length

/** Oldest first, after the stamp, one more than asked for. */
export function messageTexts(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  page: { after: Timestamp; limit: number },
): Promise<TextRow[]> {
  return db.texts(sql`
    select id || '\x1f' || role || '\x1f' || channel || '\x1f' || created_at || '\x1f' || content
      from messages
     where agent_id = ${agentId} and conversation_id = ${conversationId} and created_at > ${page.after}
     order by created_at
     limit ${page.limit + 1}`)
}

/** The first `count` rows as a JSON array of messages. */
export function messagesJson(rows: TextRow[], count: number): string {
  let json = '['
  for (let i = 0; i < count; i++) {
    const row = rows[i]?.[0] as string
    const roleEnd = row.indexOf(BETWEEN, UUID_LENGTH + 1)
    const channelEnd = row.indexOf(BETWEEN, roleEnd + 1)
    const stampEnd = row.indexOf(BETWEEN, channelEnd + SECONDS_LENGTH)
    const day = channelEnd + 1
    const time = day + 11
    const dot = day + SECONDS_LENGTH
    // PostgreSQL leaves out zeros at the end of the fraction, and a fraction of nothing.
    const fraction = row.slice(dot + 1, stampEnd - ZONE_LENGTH).padEnd(3, '0')
    json += `${i === 0 ? '' : ','}{"id":"${row.slice(0, UUID_LENGTH)}","role":"${row.slice(UUID_LENGTH + 1, roleEnd)}","content":${JSON.stringify(row.slice(stampEnd + 1))},"channel":"${row.slice(roleEnd + 1, channelEnd)}","created_at":"${row.slice(day, day + 10)}T${row.slice(time, dot)}.${fraction}Z"}`
  }
  return `${json}]`
}
