import { join } from 'node:path'
import { expect, it } from 'vitest'
import { icebotJson, serve, temporaryFolder } from '../harness/process.ts'
import { request } from '../harness/service.ts'

it('the demo shop, with its menu and its orders, moves to another machine through a backup', async () => {
  const file = join(temporaryFolder(), 'shop.icebot-backup')
  const first = { ICEBOT_DATA_DIR: temporaryFolder() }
  const { key } = await icebotJson(['demo', 'reset'], first)
  await icebotJson(['backup', file], first)

  const second = { ICEBOT_DATA_DIR: temporaryFolder() }
  await icebotJson(['restore', file], second)
  const service = await serve(second)
  const { json } = await request(`${service.url}/api/v1/orders?limit=100`, { key })
  expect(json.data.length).toBeGreaterThan(10)
  const { token } = await icebotJson(['token', 'create', '--email', 'owner@kopi-seri.example'], second)
  const { agent_id } = (await request(`${service.url}/api/manage/orders?limit=1`, { key: token })).json
    .data[0]
  const found = await request(`${service.url}/api/manage/agents/${agent_id}/products?q=nasi%20lemk`, {
    key: token,
  })
  expect(found.json.data[0].name).toMatch(/^Nasi Lemak/)
  await service.stop()
}, 60_000)
