import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { manageRoutes } from '../../src/modules/manage/index.ts'
import { rawSql, sql } from '../../src/platform/db/index.ts'
import { bodies, filled, fillStore } from '../harness/manage.ts'
import { type Reply, startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

/** What each kind of parameter is called in the other workspace; filled below. */
const theirs: Record<string, string> = {}

let service: TestService
let shop: Store
let other: Store
beforeAll(async () => {
  service = await startService()
  const { db, url } = service
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 5 }]
  shop = await openStore(db, url, products)
  other = await openStore(db, url, products)
  Object.assign(theirs, await fillStore(service, other))
})
afterAll(() => service.close())

const withIds = manageRoutes.filter(({ path }) => path.includes(':'))
const withoutIds = manageRoutes.filter(({ path }) => !path.includes(':'))

function ask(path: string, method: string, body: unknown): Promise<Reply> {
  const given = method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }
  return service.call(`/api/manage${path}`, { key: shop.token, method, ...given })
}

describe('two workspaces', () => {
  it.each(withIds.map(({ method, path }) => [method, path]))(
    '%s %s answers for the other’s exactly as for what is nowhere',
    async (method, path) => {
      const body = bodies[`${method} ${path}`]
      const missing = Object.fromEntries(Object.keys(theirs).map((kind) => [kind, newId()]))
      missing.phone = '+60187654320'
      const foreign = filled(path, theirs)
      expect(foreign).not.toMatch(/\/\/|\/$/)
      const before = await everythingOf(other)
      const answer = await ask(foreign, method, body)
      const nowhere = await ask(filled(path, missing), method, body)
      expect([answer.status, answer.text]).toEqual([404, nowhere.text])
      expect(await everythingOf(other)).toEqual(before)
    },
  )

  it('a conversation’s id is no way to the other’s customer', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/conversations'],
      ['GET', '/orders'],
      ['GET', '/export'],
      ['POST', '/erase'],
    ] as const) {
      expect((await ask(`/customers/${theirs.conversation}${path}`, method, {})).status).toBe(404)
    }
  })

  it.each(withoutIds.filter(({ method }) => method === 'GET').map(({ path }) => path))(
    'GET %s says nothing of the other',
    async (path) => {
      const { status, text } = await ask(path, 'GET', undefined)
      expect(status).toBe(200)
      const secrets = [...Object.values(theirs), other.workspace.id, other.owner.email, 'Their customer']
      for (const secret of secrets) expect(text).not.toContain(secret)
      for (const query of [
        `agent_id=${theirs.agent_id}`,
        `conversation_id=${theirs.conversation}`,
        'q=their',
      ]) {
        const narrowed = await ask(`${path}?${query}`, 'GET', undefined)
        for (const secret of secrets) expect(narrowed.text).not.toContain(secret)
      }
    },
  )
})

/** Every row that is the workspace's, in every table that says whose its rows are. */
async function everythingOf({ agent, workspace }: Store): Promise<unknown> {
  const tables = await service.db.rows<{ name: string; column: string }>(sql`
    select table_name as name, min(column_name) as column from information_schema.columns
     where table_schema = 'public' and column_name in ('agent_id', 'workspace_id') group by table_name order by 1`)
  expect(tables.length).toBeGreaterThan(20)
  const rows: Record<string, unknown> = {}
  for (const { name, column } of tables) {
    const id = column === 'agent_id' ? agent.id : workspace.id
    rows[name] = await service.db.rows(
      rawSql(
        `select to_jsonb(t) - 'last_used_at' as row from "${name}" t where ${column} = '${id}' order by 1`,
      ),
    )
  }
  return rows
}
