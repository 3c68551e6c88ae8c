import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import { createDatabase } from '../harness/database.ts'
import { startModel } from '../harness/model.ts'
import { serve } from '../harness/process.ts'
import { openShop, request, SECRET } from '../harness/service.ts'

it('a turn whose process is killed in the middle is taken up by another, and answered once', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const model = await startModel('openai-compatible')
  onTestFinished(() => model.close())
  const { agent, token } = await openShop(database.db)
  const env = {
    DATABASE_URL: database.url,
    ICEBOT_SECRET: SECRET,
    ICEBOT_BURST_MS: '0',
    ICEBOT_LLM: 'openai-compatible',
    ICEBOT_LLM_URL: model.url,
    ICEBOT_LLM_KEY: model.key,
    ICEBOT_LLM_MODEL: 'test',
  }
  const [killed, other] = await Promise.all([
    serve(env, ['--roles', 'web']),
    serve(env, ['--roles', 'worker']),
  ])

  model.play([{ fault: 'hang' }])
  const body = { channel: 'whatsapp', external_user_id: 'siti', text: 'when do you open?' }
  const asked = request(`${killed.url}/api/manage/agents/${agent.id}/inbound`, { key: token, body }).catch(
    () => undefined,
  )
  await expect.poll(() => model.requests.length, { timeout: 10_000 }).toBe(1)
  model.play([{ text: 'We open at 7.' }])
  await killed.stop('SIGKILL')
  await asked

  const said = () =>
    database.db.rows(sql`select role, content from messages where agent_id = ${agent.id} order by created_at`)
  const once = [
    { role: 'user', content: 'when do you open?' },
    { role: 'assistant', content: 'We open at 7.' },
  ]
  await expect.poll(said, { timeout: 70_000, interval: 500 }).toEqual(once)
  await other.stop()
  expect(await said()).toEqual(once)
}, 100_000)
