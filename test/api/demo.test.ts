import { expect, it } from 'vitest'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createDemoOnce } from '../../src/modules/demo/index.ts'
import { createToken } from '../../src/modules/users/index.ts'
import { startService } from '../harness/service.ts'

it('the demo’s page shows its chat, whatever was tried with the list of domains', async () => {
  const service = await startService()
  const demo = await createDemoOnce(service.db, new Date())
  if (!demo) throw new Error('there is no demo')
  await updateAgent(service.db, system, demo.agent.id, { allowedDomains: ['shop.example'] })
  const open = () =>
    service.call(`/api/widget/session?bot=${demo.agent.id}`, {
      method: 'POST',
      headers: { Origin: service.url },
    })
  expect((await open()).status).toBe(403)
  expect((await service.call('/demo')).status).toBe(200)
  expect((await open()).status).toBe(200)
  await service.close()
})

it('the demo’s calls are in the list and in the numbers of its week', async () => {
  const service = await startService()
  const demo = await createDemoOnce(service.db, new Date())
  if (!demo) throw new Error('there is no demo')
  const { token: key } = await createToken(service.db, system, demo.owner, false)
  const { data } = (await service.call('/api/manage/calls', { key })).json
  expect(data.map(({ status }: { status: string }) => status).toSorted()).toEqual([
    'busy',
    'completed',
    'completed',
    'completed',
    'no_answer',
  ])
  const seconds = data.reduce(
    (sum: number, call: { duration_seconds: number }) => sum + call.duration_seconds,
    0,
  )
  const dayOf = (daysAgo: number) =>
    new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const week = `/api/manage/overview?from=${dayOf(7)}&to=${dayOf(0)}`
  expect((await service.call(week, { key })).json.data).toMatchObject({
    calls: { placed: 3, received: 2, answered: 3, seconds },
    by_channel: { voice: 3 },
  })
  await service.close()
})
