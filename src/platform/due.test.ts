import { expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/database.ts'
import { openListener, rawSql } from './db/index.ts'
import { type DueWork, startWorker } from './due.ts'
import { createLog } from './log.ts'

const silent = createLog('silent', () => {})
const nobody = { on: async () => {}, close: async () => {} }
const soon = async (condition: () => boolean) => {
  for (let i = 0; i < 500 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(condition()).toBe(true)
}

it('runs at once, again while there is more, and then sleeps', async () => {
  let left = 3
  let runs = 0
  const work: DueWork = {
    name: 'test',
    idleMs: 60_000,
    run: async () => {
      runs++
      return --left > 0 ? 0 : undefined
    },
  }
  const worker = await startWorker([work], nobody, silent)
  await soon(() => runs === 3)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toBe(3)
  await worker.stop()
})

it('a fault ends nothing: it is tried again', async () => {
  let runs = 0
  const work: DueWork = {
    name: 'test',
    idleMs: 60_000,
    run: async () => {
      if (++runs === 1) throw new Error('blink')
      return undefined
    },
  }
  const worker = await startWorker([work], nobody, silent)
  await soon(() => runs === 2)
  await worker.stop()
})

it('is woken by NOTIFY, also after the listening connection was cut', async () => {
  const { db, drop } = await createDatabase()
  const listener = openListener(db.connection, () => {})
  let runs = 0
  const worker = await startWorker(
    [{ name: 'test', wakeOn: 'work_here', idleMs: 600_000, run: async () => void runs++ as undefined }],
    listener,
    silent,
  )
  await soon(() => runs >= 1)
  const before = runs
  await db.run(rawSql('notify work_here'))
  await soon(() => runs > before)
  await db.run(
    rawSql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'icebot listener' and datname = current_database()`,
    ),
  )
  const cut = runs
  await soon(() => runs > cut)
  const back = runs
  await db.run(rawSql('notify work_here'))
  await soon(() => runs > back)
  await worker.stop()
  await listener.close()
  await drop()
})

it('a stop lets what is running finish', async () => {
  let finished = false
  let started = false
  const work: DueWork = {
    name: 'test',
    idleMs: 60_000,
    run: async () => {
      started = true
      await new Promise((resolve) => setTimeout(resolve, 100))
      finished = true
      return undefined
    },
  }
  const worker = await startWorker([work], nobody, silent)
  await soon(() => started)
  await worker.stop()
  expect(finished).toBe(true)
})
