import { fromPostgres } from '../../lib/time.ts'
import { sql, type TextRow } from '../../platform/db/index.ts'

/*
 * A conversation as one text, for answers that write it more than once. As with messages, the driver's cost is per value:
 * what needs no quoting comes as it is, the rest as JSON already, in which no separator can stand.
 */
const BETWEEN = '\x1f'

export const CONVERSATION_TEXT = sql`
  id || '\x1f' || channel || '\x1f' || status || '\x1f' || created_at || '\x1f' || coalesce(last_message_at::text, '') ||
  '\x1f' || to_json(labels) || '\x1f' || coalesce(to_json(summary)::text, 'null') ||
  '\x1f' || coalesce(to_json(customer_name)::text, 'null') || '\x1f' || coalesce(to_json(customer_phone)::text, 'null')`

/** The first `count` rows as a JSON array, each as `presentConversation` shows it. */
export function conversationsJson(rows: TextRow[], count: number): string {
  let json = '['
  for (let i = 0; i < count; i++) {
    const row = rows[i]?.[0] as string
    const [id, channel, status, created, last, labels, summary, name, phone] = row.split(BETWEEN)
    const lastAt = last ? `"${fromPostgres(last)}"` : 'null'
    json += `${i === 0 ? '' : ','}{"id":"${id}","channel":"${channel}","status":"${status}","labels":${labels},"summary":${summary},"customer":{"name":${name},"phone":${phone}},"last_message_at":${lastAt},"created_at":"${fromPostgres(created as string)}"}`
  }
  return `${json}]`
}
