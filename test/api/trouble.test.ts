import { expect, it } from 'vitest'
import { openDb } from '../../src/platform/db/index.ts'
import { openShop, startService } from '../harness/service.ts'

it('a database that is gone is a 503 with a message, for requests and readiness, and the process stays alive', async () => {
  const dead = openDb({ connection: { host: '127.0.0.1', port: 1 }, maxConnections: 1, onTrouble: () => {} })
  const database = { db: dead, url: '', drop: () => dead.close() }
  const service = await startService({ database })
  const reply = await service.call('/readyz')
  expect([reply.status, reply.json.error]).toEqual([503, 'unavailable'])
  expect(reply.json.message).toBeTruthy()
  expect((await service.call('/healthz')).status).toBe(200)
  await service.close()
  await dead.close()
})

it('readiness notices a schema that is not ours', async () => {
  const service = await startService()
  expect((await service.call('/readyz')).status).toBe(200)
  await service.db.script('delete from schema_migrations')
  expect((await service.call('/readyz')).status).toBe(503)
  await service.close()
})

it('connections cut in mid-service cost at most those requests', async () => {
  const service = await startService()
  const { key } = await openShop(service.db)
  await service.call('/api/v1/conversations', { key })
  await service.db.session((session) =>
    session.script(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  )
  const replies = []
  for (let i = 0; i < 5; i++) replies.push((await service.call('/api/v1/conversations', { key })).status)
  expect(replies.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(replies.at(-1)).toBe(200)
  await service.close()
})
