const MESSAGES_PER_CONVERSATION = 60

/** Conversations of 60 messages, written interleaved as live traffic would be: neighbours in time, not in thread. */
export async function seedMessages(world, agentId, from, to) {
  const first = Math.ceil(from / MESSAGES_PER_CONVERSATION)
  const last = Math.ceil(to / MESSAGES_PER_CONVERSATION) - 1
  await world.db.session(async (session) => {
    await session.script(`
      set statement_timeout = 0;
      insert into conversations (agent_id, id, channel, external_user_id, last_message_at, created_at)
      select '${agentId}', ${conversationId('c')}, 'whatsapp', 'user-' || c, timestamptz '2026-01-01' + interval '1 day',
             timestamptz '2026-01-01'
        from generate_series(${first}, ${last}) c;
      insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
      select '${agentId}', ${conversationId('c')}, gen_random_uuid(), case when m % 2 = 0 then 'user' else 'assistant' end,
             case when m % 2 = 0 then 'nak ' || m || ' kopi o ais "kurang manis" boleh?' || repeat(' terima kasih', m % 5)
                  else 'Baik! ' || m || ' × Kopi O Ais = RM ' || (m * 3.2)::numeric(8, 2) || '. Ada apa-apa lagi?' end,
             'whatsapp', timestamptz '2026-01-01' + m * interval '7.013 seconds'
        from generate_series(0, ${MESSAGES_PER_CONVERSATION - 1}) m, generate_series(${first}, ${last}) c;`)
    await session.script('vacuum analyze conversations')
    await session.script('vacuum analyze messages')
  })
  return Array.from(
    { length: last + 1 },
    (_, c) => `00000000-0000-7000-8000-${c.toString(16).padStart(12, '0')}`,
  )
}

function conversationId(number) {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}

export function sample(list, count) {
  return Array.from({ length: count }, () => list[Math.floor(Math.random() * list.length)])
}
