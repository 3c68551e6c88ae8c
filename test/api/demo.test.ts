import { expect, it } from 'vitest'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createDemoOnce } from '../../src/modules/demo/index.ts'
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
