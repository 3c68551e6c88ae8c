import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { build, type Rolldown } from 'vite'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startRedis, type TestRedis } from '../../../test/harness/redis.ts'
import { UserError } from '../../lib/user-error.ts'
import { createLimits, type Limits, type Verdict, type Window } from './index.ts'

const minute = { limit: 120, windowMs: 60_000 }
const root = fileURLToPath(new URL('../../../', import.meta.url))
const available = await startRedis()
await available?.stop()

describe.skipIf(!available)('limits shared through Redis', () => {
  it.each([
    { requests: 121, flush: false },
    { requests: 500, flush: false },
    { requests: 500, flush: true },
  ])(
    'let exactly 120 of $requests parallel requests to two processes pass (scripts flushed: $flush)',
    async ({ requests, flush }) => {
      const redis = await aRedis()
      const admin = adminOf(redis)
      const shares = [Math.ceil(requests / 2), Math.floor(requests / 2)]
      const processes = await Promise.all(shares.map((share) => aProcess(redis.url, share)))
      if (flush) await admin.script('FLUSH')
      const counts = await Promise.all(processes.map((start) => start()))
      expect(counts.reduce((sum, count) => sum + count)).toBe(120)
      expect(await admin.llen('icebot:limit:requests:key')).toBe(120)
    },
  )

  it('cost one EVALSHA each', async () => {
    const redis = await aRedis()
    const window = (await open(redis)).window('requests', minute)
    const admin = adminOf(redis)
    await admin.config('RESETSTAT')
    await takes(window, 50)
    const stats = await admin.info('commandstats')
    expect(stats).toMatch(/cmdstat_evalsha:calls=50,/)
    expect(stats).not.toContain('cmdstat_eval:')
  })

  it('survive a flush of the scripts between two requests', async () => {
    const redis = await aRedis()
    const troubles: string[] = []
    const window = (await open(redis, troubles)).window('requests', { limit: 5, windowMs: 60_000 })
    expect(passed(await takes(window, 3))).toBe(3)
    await adminOf(redis).script('FLUSH')
    expect(passed(await takes(window, 10))).toBe(2)
    expect(troubles).toEqual([])
  })

  it('let go of a request after the window in real time, and leave no idle key behind', async () => {
    const redis = await aRedis()
    const window = (await open(redis)).window('requests', { limit: 2, windowMs: 1_500 })
    const admin = adminOf(redis)
    expect(passed(await takes(window, 3))).toBe(2)
    expect(await admin.keys('*')).toContain('icebot:limit:requests:key')
    const refused = await window.take('key')
    expect(refused).toMatchObject({ allowed: false, resetSeconds: 2 })
    await sleep(refused.resetSeconds * 1000)
    expect(passed(await takes(window, 3))).toBe(2)
    await vi.waitFor(async () => expect(await admin.keys('*')).toEqual([]), { timeout: 5_000, interval: 100 })
  })

  it('name the moment a slot really frees when another process has a higher limit', async () => {
    const redis = await aRedis()
    const admin = adminOf(redis)
    await takes((await open(redis)).window('requests', { limit: 5, windowMs: 60_000 }), 5)
    await shift(admin, (index) => -50 + index * 10)
    const lower = (await open(redis)).window('requests', { limit: 2, windowMs: 60_000 })
    expect(await lower.take('key')).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 40 })
    await shift(admin, () => -39)
    expect(await lower.take('key')).toMatchObject({ allowed: false, resetSeconds: 1 })
    await shift(admin, () => -1)
    expect(passed(await takes(lower, 2))).toBe(1)
  })

  it('recover when the clock of Redis is set back', async () => {
    const redis = await aRedis()
    const admin = adminOf(redis)
    const window = (await open(redis)).window('requests', { limit: 2, windowMs: 60_000 })
    await takes(window, 1)
    await shift(admin, () => 30)
    expect(passed(await takes(window, 2))).toBe(1)
    expect(await window.take('key')).toMatchObject({ allowed: false, resetSeconds: 90 })
    expect(await admin.pttl('icebot:limit:requests:key')).toBeGreaterThan(85_000)
    await shift(admin, () => 3_600)
    expect(await takes(window, 3)).toMatchObject([
      { allowed: true, remaining: 1, resetSeconds: 60 },
      { allowed: true },
      { allowed: false },
    ])
  })
})

describe.skipIf(!available)('when Redis goes away', () => {
  it('requests still pass, are limited in this process, and are shared again once it is back', async () => {
    const redis = await aRedis()
    const troubles: string[] = []
    const window = (await open(redis, troubles)).window('requests', { limit: 10, windowMs: 60_000 })
    expect(passed(await takes(window, 4))).toBe(4)

    const pending = takes(window, 3)
    await redis.stop()
    expect(passed(await pending)).toBe(3)
    expect(passed(await takes(window, 20))).toBe(3)
    await sleep(1_200)
    expect(passed(await takes(window, 20, 'another'))).toBe(10)
    expect(troubles).toEqual([expect.stringContaining('is lost')])

    const again = await aRedis({ port: redis.port })
    await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 5_000 })
    expect(troubles[1]).toContain('is back')
    expect(passed(await takes(window, 20))).toBe(10)
    expect(await adminOf(again).llen('icebot:limit:requests:key')).toBe(10)
  })

  it('a frozen Redis costs a few hundred milliseconds once, then nothing', async () => {
    const redis = await aRedis()
    const troubles: string[] = []
    const window = (await open(redis, troubles)).window('requests', { limit: 10, windowMs: 60_000 })
    process.kill(redis.pid, 'SIGSTOP')
    const began = performance.now()
    expect(passed(await takes(window, 20))).toBe(10)
    expect(performance.now() - began).toBeLessThan(600)
    for (let i = 0; i < 20; i++) {
      expect(window.take('key'), 'known to be down: answered without a promise').not.toBeInstanceOf(Promise)
      await sleep(100)
    }
    expect(troubles).toHaveLength(1)
    process.kill(redis.pid, 'SIGCONT')
    await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 5_000 })
    expect(window.take('key')).toBeInstanceOf(Promise)
  })

  it('a Redis that answers but cannot write is one outage, not many', async () => {
    const redis = await aRedis()
    const admin = adminOf(redis)
    const troubles: string[] = []
    const window = (await open(redis, troubles)).window('requests', { limit: 10, windowMs: 60_000 })
    await admin.replicaof('127.0.0.1', 1)
    expect(passed(await takes(window, 20))).toBe(10)
    await sleep(2_000)
    expect(troubles).toEqual([expect.stringContaining('READONLY')])
    await admin.replicaof('NO', 'ONE')
    await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 5_000 })
  })

  it('a connection that stays silent is given up for a new one', async () => {
    const redis = await aRedis()
    let silent = false
    const between = await aServer((socket) => {
      const upstream = connect(redis.port, '127.0.0.1').on('error', () => {})
      const deaf = silent
      socket
        .on('data', (data) => silent || deaf || upstream.write(data))
        .on('close', () => upstream.destroy())
      upstream.on('data', (data) => silent || deaf || socket.write(data)).on('close', () => socket.destroy())
    })
    onTestFinished(between.end)
    const troubles: string[] = []
    const window = (await open(between, troubles)).window('requests', minute)
    silent = true
    await takes(window, 1)
    expect(troubles).toHaveLength(1)
    // By now the next connection has been made, and will never be answered.
    await sleep(1_000)
    silent = false
    await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 5_000 })
  })

  it('a stall of this process is not mistaken for an outage', async () => {
    const redis = await aRedis()
    const troubles: string[] = []
    const window = (await open(redis, troubles)).window('requests', minute)
    const pending = takes(window, 5)
    await Promise.resolve()
    const until = performance.now() + 600
    while (performance.now() < until);
    await pending
    expect(troubles).toEqual([])
  })

  it('no message repeats the password', async () => {
    const redis = await aRedis({ args: ['--requirepass', 'hunter2'] })
    const troubles: string[] = []
    const url = redis.url.replace('//', '//:hunter2@')
    const window = (await open({ url }, troubles)).window('requests', minute)
    await redis.stop()
    await takes(window, 1)
    await aRedis({ port: redis.port, args: ['--requirepass', 'hunter2'] })
    await vi.waitFor(() => expect(troubles).toHaveLength(2), { timeout: 5_000 })
    expect(troubles.join()).not.toContain('hunter2')

    const refusal = await refusalOf(redis.url.replace('//', '//:hunter3@'))
    expect(refusal).toContain('WRONGPASS')
    expect(refusal).toContain('password in REDIS_URL')
    expect(refusal).not.toContain('hunter3')
    expect(await refusalOf(redis.url)).toContain('NOAUTH')
    expect(await refusalOf(`${url}/99`)).toContain('REDIS_URL')
  })
})

describe('at start-up', () => {
  it('a Redis that is not there is refused in one sentence', async () => {
    const server = await aServer(() => {})
    const { url, port } = server
    await server.end()
    expect(await refusalOf(url)).toBe(
      `Redis at 127.0.0.1:${port} (REDIS_URL) cannot be used (ECONNREFUSED): start it, correct REDIS_URL, or unset REDIS_URL to count limits in each process.`,
    )
  })

  it.each<[string, (socket: Socket) => void]>([
    ['never answers', () => {}],
    ['hangs up', (socket) => socket.destroy()],
    ['speaks another language', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    // Redis repeats the arguments of a command it does not know.
    [
      'does not know us',
      (socket) =>
        socket.on('data', (data) => socket.write(`-ERR unknown ${data.toString('hex')} hunter2\r\n`)),
    ],
  ])('a server that %s is refused within three seconds', async (_, behave) => {
    const server = await aServer(behave)
    onTestFinished(server.end)
    const began = performance.now()
    const refusal = await refusalOf(server.url.replace('//', '//:hunter2@'))
    expect(performance.now() - began).toBeLessThan(3_500)
    expect(refusal).toContain('REDIS_URL')
    expect(refusal).not.toContain('hunter2')
  })

  it('a malformed REDIS_URL is refused', async () => {
    expect(await refusalOf('not an address')).toContain('REDIS_URL')
  })
})

describe.skipIf(!available)('a process', () => {
  it('that refused to start leaves no connection behind', async () => {
    const redis = await aRedis({ args: ['--replicaof', '127.0.0.1 1'] })
    const admin = adminOf(redis)
    expect(await refusalOf(redis.url)).toContain('READONLY')
    const connections = async () => `${await admin.client('LIST')}`.trim().split('\n')
    await vi.waitFor(async () => expect(await connections()).toHaveLength(1))
  })

  it.each(['up', 'lost'])('can end after close, with Redis %s', async (state) => {
    const redis = await aRedis()
    const child = await run(`
      const limits = await createLimits({ redisUrl: ${JSON.stringify(redis.url)}, onTrouble: () => console.log('lost') })
      const window = limits.window('requests', { limit: 1, windowMs: 60_000 })
      await window.take('key')
      console.log('open')
      if (${state === 'lost'}) {
        await new Promise((resolve) => setTimeout(resolve, 1_200))
        await window.take('key')
      }
      await limits.close()
      await limits.close()
      await window.take('key')
      console.log('closed')
      setTimeout(() => process.exit(7), 3_000).unref()
    `)
    await child.said('open')
    if (state === 'lost') await redis.stop()
    await child.said('closed')
    expect(await child.ended).toBe(0)
  })
})

const opened: Limits[] = []
afterEach(async () => {
  for (const limits of opened.splice(0)) await limits.close()
})

async function open({ url }: { url: string }, troubles: string[] = []): Promise<Limits> {
  const limits = await createLimits({ redisUrl: url, onTrouble: (message) => troubles.push(message) })
  opened.push(limits)
  return limits
}

async function aRedis(options: { port?: number; args?: string[] } = {}): Promise<TestRedis> {
  const redis = (await startRedis(options)) as TestRedis
  onTestFinished(redis.stop)
  return redis
}

function adminOf(redis: TestRedis): Redis {
  const admin = new Redis(redis.url, { retryStrategy: () => null })
  admin.on('error', () => {})
  onTestFinished(() => admin.disconnect())
  return admin
}

async function takes(window: Window, times: number, key = 'key'): Promise<Verdict[]> {
  return Promise.all(Array.from({ length: times }, () => window.take(key)))
}

const passed = (verdicts: Verdict[]) => verdicts.filter((verdict) => verdict.allowed).length

/** Redis has a clock of its own: the counted requests are moved instead. */
async function shift(admin: Redis, seconds: (index: number) => number): Promise<void> {
  const moments = await admin.lrange('icebot:limit:requests:key', 0, -1)
  for (const [index, moment] of moments.entries()) {
    await admin.lset('icebot:limit:requests:key', index, `${Number(moment) + seconds(index) * 1_000_000}`)
  }
}

/** The sentence with which createLimits refuses to start. */
async function refusalOf(redisUrl: string): Promise<string> {
  const refusal = await Promise.resolve(createLimits({ redisUrl })).then(
    () => undefined,
    (error) => error,
  )
  expect(refusal).toBeInstanceOf(UserError)
  return refusal.message
}

async function aServer(
  behave: (socket: Socket) => void,
): Promise<{ url: string; port: number; end(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async end() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A real process, connected and waiting; once started it makes all its requests at the same time. */
async function aProcess(redisUrl: string, requests: number): Promise<() => Promise<number>> {
  const child = await run(`
    // Exactness is about Redis being there; a machine too busy to hear it in time is another test.
    const limits = await createLimits({ redisUrl: ${JSON.stringify(redisUrl)}, onTrouble: console.error, answerMs: 20_000 })
    const window = limits.window('requests', ${JSON.stringify(minute)})
    console.log('connected')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    process.stdin.destroy()
    const verdicts = await Promise.all(Array.from({ length: ${requests} }, () => window.take('key')))
    console.log('passed ' + verdicts.filter((verdict) => verdict.allowed).length)
    await limits.close()
  `)
  await child.said('connected')
  return async () => {
    child.start()
    const line = await child.said('passed ')
    expect(await child.ended).toBe(0)
    return Number(line.split(' ')[1])
  }
}

interface Child {
  /** The first line that begins so. */
  said(beginning: string): Promise<string>
  start(): void
  ended: Promise<number | null>
}

async function run(script: string): Promise<Child> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${await bundle()}\n${script}`], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return {
    said: (beginning) =>
      vi.waitFor(
        () => {
          const line = output.split('\n').find((text) => text.startsWith(beginning))
          return line ?? expect.fail(`no line "${beginning}" in: ${output}`)
        },
        { timeout: 10_000, interval: 10 },
      ),
    start: () => child.stdin.write('start\n'),
    ended: once(child, 'exit').then(([code]) => code),
  }
}

/** This folder as one JavaScript module, for a process that knows no TypeScript. */
async function bundle(): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      ssr: fileURLToPath(new URL('index.ts', import.meta.url)),
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return output[0].code
}
