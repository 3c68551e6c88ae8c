import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../lib/ids.ts'
import { createSandbox } from './index.ts'

it('a talk that fails at once while the person is still thought up is trouble of that call, not of the process', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const troubles: unknown[] = []
  const sandbox = createSandbox({
    ears: { connected: () => Promise.reject(new Error('the database is away')), news: async () => {} },
    speed: 1_000,
    wishesFor: async () => {
      await sleep(50)
      throw new Error('the database is away')
    },
    onTrouble: (error) => troubles.push(error),
  })
  await sandbox.ringIn({ callId: newId(), agentId: newId(), from: '+60123456789' })
  expect([troubles.length, unhandled]).toEqual([1, []])
})

it('a call of a slow clock may ring as long as it takes', () => {
  const ears = { connected: async () => true, news: async () => {} }
  expect(createSandbox({ ears, speed: 0.1 }).patienceMs).toBeGreaterThan(300_000)
  expect(createSandbox({ ears, speed: 10 }).patienceMs).toBe(45_000)
})
