import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPool, type Pool, type PoolOptions } from './pool.ts'

/** A worker that does what its orders say. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', async ({ input, stop }) => {
    if (input === 'crash') setTimeout(() => { throw new Error('crashed') })
    else if (input === 'exit') process.exit(7)
    else if (input === 'spin') for (;;);
    else if (input === 'fail') parentPort.postMessage({ fault: 'no such voice' })
    else if (input === 'until stopped') {
      while (Atomics.load(stop, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      parentPort.postMessage({ output: 'stopped' })
    } else {
      if (typeof input === 'number') await new Promise((resolve) => setTimeout(resolve, input))
      parentPort.postMessage({ output: threadId })
    }
  })`)}`,
)

const pools: Pool[] = []
const troubles: string[] = []
function open(more: Partial<PoolOptions> = {}) {
  const pool = createPool({
    name: 'test',
    size: 1,
    mostWaiting: 3,
    timeoutMs: 5_000,
    idleMs: 5_000,
    data: { packFolder: '' },
    onTrouble: (detail) => troubles.push(detail),
    entry,
    ...more,
  })
  pools.push(pool)
  return {
    pool,
    run: (what: unknown, signal?: AbortSignal) => pool.run('wav', what as never, signal) as Promise<unknown>,
  }
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
  troubles.length = 0
})

describe('a pool', () => {
  it('has one worker do one job after the other', async () => {
    const { run } = open()
    const workers = await Promise.all([run('who'), run('who'), run('who')])
    expect(new Set(workers).size).toBe(1)
  })

  it('has as many at work at once as it may, and no more', async () => {
    const { run } = open({ size: 2, mostWaiting: 10 })
    const workers = await Promise.all([run(100), run(100), run(100), run(100)])
    expect(new Set(workers).size).toBe(2)
  })

  it.each(['crash', 'exit'])('loses with a worker (%s) only its job, and says so', async (end) => {
    const { run } = open()
    const first = await run('who')
    const lost = run(end)
    const next = run('who')
    await expect(lost).rejects.toMatchObject({ failure: 'broken' })
    expect(await next).not.toBe(first)
    expect(troubles).toHaveLength(1)
  })

  it('keeps a worker whose job merely failed', async () => {
    const { run } = open()
    const first = await run('who')
    await expect(run('fail')).rejects.toMatchObject({ failure: 'broken', detail: 'wav: no such voice' })
    expect(await run('who')).toBe(first)
    expect(troubles).toEqual([])
  })

  it('ends a worker that does not come back', async () => {
    const { run } = open({ timeoutMs: 300 })
    const stuck = run('spin')
    const next = run('who')
    await expect(stuck).rejects.toMatchObject({ failure: 'timed_out' })
    expect(await next).toBeTypeOf('number')
  })

  it('refuses what would wait behind too many', async () => {
    const { run } = open()
    const jobs = [run(50), run('who'), run('who'), run('who')]
    await expect(run('who')).rejects.toMatchObject({ failure: 'busy' })
    expect(await Promise.all(jobs)).toHaveLength(4)
    expect(await run('who')).toBeTypeOf('number')
  })

  it('forgets a job that waits when whoever asked gives up', async () => {
    const { run } = open({ mostWaiting: 1 })
    const giveUp = new AbortController()
    const first = run(100)
    const second = run('crash', giveUp.signal)
    giveUp.abort()
    await expect(second).rejects.toMatchObject({ failure: 'cancelled' })
    // Its place is free again, and it was never begun.
    const third = run('who')
    expect(await third).toBe(await first)
  })

  it('tells a job under way that nobody waits for it, at once', async () => {
    const { run } = open()
    const worker = await run('who')
    const giveUp = new AbortController()
    const job = run('until stopped', giveUp.signal)
    await sleep(100)
    giveUp.abort()
    await expect(job).rejects.toMatchObject({ failure: 'cancelled' })
    // The worker noticed: it goes on with the next job instead of being ended for taking too long.
    expect(await run('who')).toBe(worker)
    await expect(run('who', giveUp.signal)).rejects.toMatchObject({ failure: 'cancelled' })
  })

  it('lets an idle worker go, and starts another when there is work again', async () => {
    const { run } = open({ idleMs: 100 })
    const first = await run('who')
    await vi.waitFor(async () => expect(await run('who')).not.toBe(first), { interval: 300 })
    expect(troubles).toEqual([])
  })

  it('closed, fails what is under way, what waits and what comes', async () => {
    const { pool, run } = open()
    const jobs = [run('spin'), run('who')]
    const outcomes = Promise.allSettled(jobs)
    await sleep(50)
    await pool.close()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(run('who')).rejects.toMatchObject({ failure: 'cancelled' })
    expect(troubles).toEqual([])
  })
})
