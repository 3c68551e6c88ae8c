import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../harness/database.ts'
import { icebot, icebotJson, serve, temporaryFolder } from '../harness/process.ts'
import { startRedis } from '../harness/redis.ts'
import { request } from '../harness/service.ts'

describe('serve on a fresh data folder', () => {
  it('creates the demo once, answers, stops cleanly, and comes back on the same data', async () => {
    const env = { ICEBOT_DATA_DIR: join(temporaryFolder(), 'with a space') }
    const first = await serve(env)
    const demo = first.announcement.demo
    expect(demo?.key).toMatch(/^svk_/)
    const before = await request(`${first.url}/api/v1/conversations`, { key: demo?.key })
    expect(before.json.data.length).toBeGreaterThan(0)
    expect((await request(`${first.url}/healthz`)).status).toBe(200)
    expect((await request(`${first.url}/readyz`)).json).toEqual({ status: 'ready' })
    expect((await request(`${first.url}/metrics`)).status).toBe(404)
    const end = await first.stop('SIGINT')
    expect(end.code).toBe(0)
    expect(existsSync(join(env.ICEBOT_DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = await serve(env)
    expect(second.announcement.demo).toBeUndefined()
    const after = await request(`${second.url}/api/v1/conversations`, { key: demo?.key })
    expect(after.text).toBe(before.text)
    const log = second.log()
    expect(log).not.toContain(demo?.key)
    await second.stop()
  })

  it('after kill -9 the next start loses no acknowledged write', async () => {
    const env = { ICEBOT_DATA_DIR: temporaryFolder() }
    const first = await serve(env)
    const { key, email, agentId } = first.announcement.demo as { key: string; email: string; agentId: string }
    const { token } = await icebotJson(['token', 'create', '--email', email, '--only', 'inbound'], env)
    const acknowledged: string[] = []
    const writers = Array.from({ length: 4 }, async (_, w) => {
      for (let i = 0; ; i++) {
        const body = { channel: 'whatsapp', external_user_id: 'survivor', text: `${w}-${i}` }
        const reply = await request(`${first.url}/api/manage/agents/${agentId}/inbound`, {
          key: token,
          body,
        }).catch(() => undefined)
        if (reply?.status !== 200) return
        acknowledged.push(`${w}-${i}`)
      }
    })
    while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 5))
    await first.stop('SIGKILL')
    await Promise.all(writers)

    const second = await serve(env)
    const list = await request(`${second.url}/api/v1/conversations?channel=whatsapp&limit=1`, { key })
    const kept: string[] = []
    let before = '2000-01-01T00:00:00Z'
    for (let more = true; more; ) {
      const query = `limit=100&before=${encodeURIComponent(before)}`
      const { json } = await request(
        `${second.url}/api/v1/conversations/${list.json.data[0].id}/messages?${query}`,
        { key },
      )
      kept.push(...json.data.map((message: { content: string }) => message.content))
      before = json.data.at(-1)?.created_at ?? before
      more = json.hasMore
    }
    expect(acknowledged.filter((content) => !kept.includes(content))).toEqual([])
    expect((await second.stop()).code).toBe(0)
  })

  it('and so when the database was killed with it', async () => {
    const env = { ICEBOT_DATA_DIR: temporaryFolder() }
    const first = await serve(env)
    const { key, email, agentId } = first.announcement.demo as { key: string; email: string; agentId: string }
    const { token } = await icebotJson(['token', 'create', '--email', email], env)
    const body = { channel: 'whatsapp', external_user_id: 'survivor', text: 'acknowledged' }
    const reply = await request(`${first.url}/api/manage/agents/${agentId}/inbound`, { key: token, body })
    const pidFile = readFileSync(join(env.ICEBOT_DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(first.process.pid as number, 'SIGKILL')
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
    const second = await serve(env)
    const path = `/api/v1/conversations/${reply.json.conversation_id}/messages`
    expect((await request(second.url + path, { key })).json.data[0].content).toBe('acknowledged')
    await second.stop()
  })

  it('commands work while it runs and after it stopped', async () => {
    const env = { ICEBOT_DATA_DIR: temporaryFolder() }
    const service = await serve(env)
    const [workspace] = await icebotJson(['workspace', 'list'], env)
    expect(workspace.name).toBe('Kopi Seri')
    const { key, id } = await icebotJson(
      ['key', 'create', '--agent', service.announcement.demo?.agentId as string],
      env,
    )
    expect((await request(`${service.url}/api/v1/conversations`, { key })).status).toBe(200)
    await icebotJson(['key', 'revoke', id], env)
    expect((await request(`${service.url}/api/v1/conversations`, { key })).status).toBe(401)
    await service.stop()
    const [again] = await icebotJson(['workspace', 'list'], env)
    expect(again.id).toBe(workspace.id)
    expect(existsSync(join(env.ICEBOT_DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
  })
})

it('goes on serving when whoever read its output has left, and still stops cleanly', async () => {
  const service = await serve({ ICEBOT_DATA_DIR: temporaryFolder() })
  service.process.stdout?.destroy()
  service.process.stderr?.destroy()
  for (let i = 0; i < 3; i++) {
    expect((await request(`${service.url}/healthz`)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  expect((await service.stop()).code).toBe(0)
})

describe('serve refuses with one clear sentence', () => {
  const refused = async (env: Record<string, string>, ...words: string[]) => {
    const { code, stderr, stdout } = await icebot(['serve'], {
      PORT: '0',
      ICEBOT_LOG_LEVEL: 'silent',
      ...env,
    })
    expect([code, stdout]).toEqual([1, ''])
    for (const word of words) expect(stderr).toContain(word)
    expect(stderr).not.toMatch(/\n\s+at /)
    return stderr
  }

  it('a port in use', async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port))
    })
    const folder = join(temporaryFolder(), 'data')
    await refused({ PORT: String(port), ICEBOT_DATA_DIR: folder }, 'PORT', String(port), 'in use')
    expect(existsSync(folder)).toBe(false)
    blocker.close()
  })

  it('a data folder that a running instance owns', async () => {
    const env = { ICEBOT_DATA_DIR: temporaryFolder() }
    const service = await serve(env)
    await refused(env, env.ICEBOT_DATA_DIR, 'ICEBOT_DATA_DIR')
    expect((await request(`${service.url}/readyz`)).status).toBe(200)
    await service.stop()
  })

  it('an unreachable DATABASE_URL, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/x', ICEBOT_SECRET: 'a secret for tests' }
    expect(await refused(env, 'DATABASE_URL', '127.0.0.1:1')).not.toContain('hidden')
  })

  it('DATABASE_URL without ICEBOT_SECRET', async () => {
    await refused({ DATABASE_URL: inject('adminUrl') }, 'ICEBOT_SECRET')
  })

  it('settings that are no good, all of them at once', async () => {
    await refused(
      { PORT: 'abc', ICEBOT_RATE_LIMIT: '0', REDIS_URL: 'http://x', ICEBOT_TRUST_PROXY: 'maybe' },
      'PORT',
      'ICEBOT_RATE_LIMIT',
      'REDIS_URL',
      'ICEBOT_TRUST_PROXY',
    )
  })

  it('a data folder that is a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    await refused({ ICEBOT_DATA_DIR: file }, 'ICEBOT_DATA_DIR', file)
  })

  it('a database that another program uses', async () => {
    const database = await createDatabase({ empty: true })
    await database.db.script('create table invoices (id int)')
    await refused(
      { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests' },
      'DATABASE_URL',
      'invoices',
    )
    await database.drop()
  })

  it('a database user who may not create tables', async () => {
    const database = await createDatabase({ empty: true })
    await database.db.script(
      `drop role if exists icebot_guest; create role icebot_guest login; revoke create on schema public from public`,
    )
    const url = new URL(database.url)
    url.username = 'icebot_guest'
    await refused({ DATABASE_URL: url.href, ICEBOT_SECRET: 'a secret for tests' }, 'DATABASE_URL', 'owner')
    await database.db.script('drop role icebot_guest')
    await database.drop()
  })

  it('a Redis that is not there', async () => {
    await refused({ REDIS_URL: 'redis://127.0.0.1:1', ICEBOT_DATA_DIR: temporaryFolder() }, 'REDIS_URL')
  })

  it('a database of another major version', async () => {
    const folder = temporaryFolder()
    await mkdir(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '14\n')
    await refused({ ICEBOT_DATA_DIR: folder }, '14', 'ICEBOT_DATA_DIR')
    expect(readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('14\n')
  })

  it('a database that a newer icebot wrote', async () => {
    const database = await createDatabase()
    await database.db.script(
      `insert into schema_migrations (version, name, checksum) values (9999, '9999_future.sql', 'x')`,
    )
    await refused({ DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests' }, 'newer icebot')
    await database.drop()
  })
})

describe('several processes on one DATABASE_URL', () => {
  it('share revocations, and with Redis exactly 120 of 121 parallel requests pass', async ({ skip }) => {
    const redis = await startRedis()
    if (!redis) return skip('there is no redis-server on this machine')
    const database = await createDatabase()
    const env = { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests', REDIS_URL: redis.url }
    const one = await serve(env, ['--roles', 'web'])
    const two = await serve(env, ['--roles', 'web'])
    const worker = await serve(env, ['--roles', 'worker'])
    const { agentId } = one.announcement.demo as { agentId: string }
    expect([two.announcement.demo, worker.announcement.baseUrl]).toEqual([undefined, undefined])

    const { key, id } = await icebotJson(['key', 'create', '--agent', agentId], env)
    const replies = await Promise.all(
      Array.from({ length: 121 }, (_, i) =>
        request(`${(i % 2 ? one : two).url}/api/v1/conversations`, { key }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(120)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)

    await icebotJson(['key', 'revoke', id], env)
    for (const { url } of [one, two])
      expect((await request(`${url}/api/v1/conversations`, { key })).status).toBe(401)
    for (const process of [one, two, worker]) expect((await process.stop()).code).toBe(0)
    await redis.stop()
    await database.drop()
  })

  it('a graceful stop finishes the request that is under way', async () => {
    const database = await createDatabase()
    const env = {
      DATABASE_URL: database.url,
      ICEBOT_SECRET: 'a secret for tests',
      ICEBOT_METRICS_TOKEN: 'token-for-tests',
    }
    const service = await serve(env)
    const { key, agentId } = service.announcement.demo as { key: string; agentId: string }
    expect((await request(`${service.url}/metrics`, { key: 'wrong-token' })).status).toBe(401)
    expect((await request(`${service.url}/metrics`, { key: 'token-for-tests' })).text).toContain(
      'icebot_http_request_seconds',
    )
    // The table is locked, so the request waits until the lock is let go, which happens after the signal.
    let release: () => void = () => {}
    const locked = new Promise<void>((resolve) => {
      database.db.transaction(async (tx) => {
        await tx.script('lock table conversations in access exclusive mode')
        resolve()
        await new Promise<void>((go) => {
          release = go
        })
      })
    })
    await locked
    const pending = request(`${service.url}/api/v1/conversations`, { key })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const stopped = service.stop('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
    release()
    expect((await pending).status).toBe(200)
    expect((await stopped).code).toBe(0)
    expect(agentId).toBeTruthy()
    await database.drop()
  })
})

it('a client that never finishes its request holds up neither the stop nor the database', async () => {
  const env = { ICEBOT_DATA_DIR: temporaryFolder() }
  const service = await serve(env)
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /api/manage/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await service.stop('SIGINT')).code).toBe(0)
  expect(existsSync(join(env.ICEBOT_DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false)
  socket.destroy()
})

describe('the demo on the very first start', () => {
  it('waits for a process that can show its key', async () => {
    const database = await createDatabase()
    const env = { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests' }
    const worker = await serve(env, ['--roles', 'worker'])
    expect(worker.announcement.demo).toBeUndefined()
    const web = await serve(env, ['--roles', 'web'])
    expect(web.announcement.demo?.key).toMatch(/^svk_/)
    await worker.stop()
    await web.stop()
    await database.drop()
  })

  it('is made once by processes that start together', async () => {
    const database = await createDatabase()
    const env = { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests' }
    const services = await Promise.all([serve(env), serve(env)])
    expect(services.filter(({ announcement }) => announcement.demo)).toHaveLength(1)
    for (const service of services) await service.stop()
    await database.drop()
  })
})
