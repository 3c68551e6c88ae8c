export const SECRET = 'whsec_for_the_benchmark'

const CONTENT = 'Ada nasi lemak ayam lagi tak? Nak dua bungkus, satu tanpa sambal. 🌶️'

/** A message as webhooks carry it. */
export function bodyOf(index) {
  return JSON.stringify({
    event: 'message.created',
    message: {
      id: `019a8b00-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
      conversation_id: '019a8b00-0000-7000-9000-000000000000',
      role: 'user',
      content: CONTENT,
      channel: 'whatsapp',
      created_at: '2026-01-31T08:00:00.000Z',
    },
  })
}

/** So many deliveries, all due at once. */
export async function queueDeliveries({ sql }, workspaceId, count) {
  const [before, after] = bodyOf(0).split('000000000000')
  await sql(`
    insert into deliveries (workspace_id, id, event, body)
    select '${workspaceId}', uuidv7(), 'message.created',
           $$${before}$$ || lpad(to_hex(n), 12, '0') || $$${after}$$
      from generate_series(1, ${count}) n`)
  await sql(`notify icebot_deliveries`)
}
