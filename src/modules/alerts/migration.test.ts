import { expect, it } from 'vitest'
import { createDatabase } from '../../../test/harness/database.ts'
import { newId } from '../../lib/ids.ts'
import { migrateWithin, sql } from '../../platform/db/index.ts'

const BEFORE = 7

it('open alerts of conversations that were dealt with long ago are seen by the migration, and no others', async () => {
  const { db, drop } = await createDatabase({ empty: true })
  const [workspace, user, agent] = [newId(), newId(), newId()]
  await db.transaction((tx) => migrateWithin(tx, BEFORE))
  await db.run(sql`
    insert into workspaces (id, name, plan, verified, credits) values (${workspace}, 'W', 'free', true, 1)`)
  await db.run(
    sql`insert into users (id, workspace_id, email, role) values (${user}, ${workspace}, 'a@b.c', 'owner')`,
  )
  await db.run(sql`
    insert into agents (id, workspace_id, name, voice, welcome, allowed_domains)
    values (${agent}, ${workspace}, 'A', false, '', '{}')`)
  for (const [name, handler, repliedAt] of [
    ['waits', 'human', null],
    ['replied to before the alert', 'human', '2026-01-01'],
    ['replied to', 'human', '2026-01-03'],
    ['handed back', 'ai', null],
  ] as const) {
    const id = newId()
    await db.run(sql`
      insert into conversations (agent_id, id, channel, external_user_id, handler)
      values (${agent}, ${id}, 'whatsapp', ${name}, ${handler})`)
    await db.run(sql`
      insert into alerts (workspace_id, id, agent_id, conversation_id, kind, reason, created_at)
      values (${workspace}, ${newId()}, ${agent}, ${id}, 'handover', ${name}, '2026-01-02')`)
    if (repliedAt === null) continue
    await db.run(sql`
      insert into messages (agent_id, conversation_id, id, role, content, channel, author_user_id, created_at)
      values (${agent}, ${id}, ${newId()}, 'assistant', 'Hi', 'whatsapp', ${user}, ${repliedAt})`)
  }
  await db.transaction((tx) => migrateWithin(tx))
  const open = await db.rows<{ reason: string }>(
    sql`select reason from alerts where seen_at is null order by reason`,
  )
  expect(open.map(({ reason }) => reason)).toEqual(['replied to before the alert', 'waits'])
  await drop()
})

it('low credits become the workspace’s own, once; orders that wait for a decision are told', async () => {
  const { db, drop } = await createDatabase({ empty: true })
  const [workspace, agent, order] = [newId(), newId(), newId()]
  await db.transaction((tx) => migrateWithin(tx, 11))
  await db.run(sql`
    insert into workspaces (id, name, plan, verified, credits) values (${workspace}, 'W', 'free', true, 1)`)
  await db.run(sql`
    insert into agents (id, workspace_id, name, voice, welcome, allowed_domains)
    values (${agent}, ${workspace}, 'A', false, '', '{}')`)
  for (const reason of ['first', 'second']) {
    const id = newId()
    await db.run(sql`
      insert into conversations (agent_id, id, channel, external_user_id)
      values (${agent}, ${id}, 'phone', ${reason})`)
    await db.run(sql`
      insert into alerts (workspace_id, id, agent_id, conversation_id, kind, reason)
      values (${workspace}, ${newId()}, ${agent}, ${id}, 'low_credits', ${reason})`)
  }
  await db.run(sql`
    insert into orders (agent_id, id, order_number, status, channel, customer_name, customer_phone, subtotal_sen,
                        total_sen, payment_expires_at, attention, created_at)
    values (${agent}, ${order}, 'A-1', 'paid', 'website', 'Siti', '', 1, 1, now(), 'stock_short', now())`)
  await db.transaction((tx) => migrateWithin(tx))
  const open = await db.rows(sql`
    select kind, reason, conversation_id, order_id from alerts where seen_at is null order by id`)
  expect(open).toEqual([
    { kind: 'low_credits', reason: 'second', conversation_id: null, order_id: null },
    { kind: 'order_attention', reason: 'stock_short', conversation_id: null, order_id: order },
  ])
  await drop()
})
