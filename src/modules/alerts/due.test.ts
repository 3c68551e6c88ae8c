import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { runOnce } from '../../../test/harness/due.ts'
import { openShop, type Shop } from '../../../test/harness/service.ts'
import { closedPort, openSmtp, type SmtpServer } from '../../../test/harness/smtp.ts'
import { newId } from '../../lib/ids.ts'
import { type Db, openListener, sql } from '../../platform/db/index.ts'
import { startWorker } from '../../platform/due.ts'
import type { Clock } from '../../platform/due-claims.ts'
import { createLog } from '../../platform/log.ts'
import { createMailer } from '../../platform/mail.ts'
import { system } from '../audit/index.ts'
import { receive } from '../conversations/index.ts'
import { createUser } from '../users/index.ts'
import { listAlerts, markSeen, raiseAlert } from './alerts.ts'
import { alertWork } from './due.ts'
import * as mails from './mails.ts'

const TIMEOUT_MS = 300
const HOUR = 3_600
const SCHEDULE = [0, 60, 360, 2_160, 9_360, 30_960]
let database: TestDatabase
let db: Db
let shop: Shop
let start = 0
const log = createLog('silent', () => {})
const baseUrl = async () => 'https://bot.example.com'

beforeAll(async () => {
  database = await createDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  // Each test is about its own mails only.
  await db.run(sql`delete from alerts`)
  shop = await openShop(db)
  start = Date.now() + 1_000
})

async function raise(name: string | undefined = 'Siti', reason = 'Siti asks for a person.'): Promise<string> {
  const owner = { workspaceId: shop.workspace.id, agentId: shop.agent.id }
  const { conversation } = await receive(
    { db, ...owner, actor: system },
    { channel: 'whatsapp', external_user_id: newId(), text: 'hello', name, phone: '+60123456789' },
  )
  const alert = { ...owner, conversationId: conversation.id, kind: 'handover', reason } as const
  await db.transaction((tx) => raiseAlert(tx, alert))
  return conversation.id
}

const clockAt = (seconds: number) => () =>
  sql`${new Date(start + seconds * 1_000).toISOString()}::timestamptz`
const workAt = (url: string | undefined, now?: Clock) => {
  const mailer = createMailer({ smtpUrl: url, mailFrom: undefined }, baseUrl, TIMEOUT_MS)
  return alertWork({ db, mailer, log, baseUrl, ...(now ? { now } : {}) })
}
/** Does what is due at that many seconds from now. */
const mailAt = (url: string | undefined, seconds: number) => runOnce(workAt(url, clockAt(seconds)))
const states = () =>
  db.rows<{ status: string; attempts: number; claims: number; error: string | null }>(sql`
    select status, attempts, claims, error from alert_mails order by user_id, alert_id`)
const recipients = ({ received }: SmtpServer) => received.flatMap(({ to }) => to).sort()

describe('an alert is mailed', () => {
  it('to every person of the workspace and nobody else, once, with the way to the conversation', async () => {
    await openShop(db)
    const member = await createUser(db, system, shop.workspace.id, { email: `${newId()}@example.com` })
    const server = await openSmtp()
    const id = await raise()
    for (const seconds of [0, 60, HOUR, 20 * HOUR]) await mailAt(server.url, seconds)
    expect(recipients(server)).toEqual([shop.owner.email, member.email].sort())
    const [mail] = server.received
    expect(mail?.subject).toBe(`${shop.workspace.name}: Siti is waiting for a person`)
    expect(mail?.text).toContain('> Siti asks for a person.')
    expect(mail?.text).toContain(`https://bot.example.com/conversations/${id}\n`)
    expect(mail?.text).toContain('Siti (+60123456789) is talking to')
    expect(await states()).toMatchObject([{ status: 'sent', attempts: 1 }, { status: 'sent' }])
  })

  it('as soon as it is raised', async () => {
    const server = await openSmtp()
    const listener = openListener(db.connection, () => {})
    const worker = await startWorker([workAt(server.url)], listener, log)
    onTestFinished(async () => {
      await worker.stop()
      await listener.close()
    })
    await raise()
    await vi.waitFor(() => expect(recipients(server)).toEqual([shop.owner.email]), { timeout: 15_000 })
  })

  it('without a customer’s name, and with one that tries to be more', async () => {
    const server = await openSmtp()
    await raise('')
    await raise('Eve\r\nBcc: thief@evil.example\r\n\r\nClick http://evil.example', 'a\r\nb\n\nc')
    await mailAt(server.url, 0)
    for (const { headers, text } of server.received) {
      expect(Object.keys(headers)).not.toContain('bcc')
      expect(text).toContain('https://bot.example.com/conversations/')
    }
    expect(server.received.map(({ subject }) => subject).sort()).toEqual([
      `${shop.workspace.name}: +60123456789 is waiting for a person`,
      `${shop.workspace.name}: Eve Bcc: thief@evil.example Click http://evil.example is waiting for a person`,
    ])
    const texts = server.received.map(({ text }) => text).join()
    expect(texts).toContain('> a\n> b\n> \n> c\n')
    expect(texts).toContain('Eve Bcc: thief@evil.example Click http://evil.example (+60123456789) is talking')
  })

  it('not at all without a mail server, and not a day later when there is one', async () => {
    await raise()
    expect(await mailAt(undefined, 0)).toBeUndefined()
    expect(await states()).toMatchObject([{ status: 'pending', attempts: 0, claims: 0 }])
    const server = await openSmtp()
    await mailAt(server.url, 25 * HOUR)
    expect(server.received).toEqual([])
    expect(await states()).toMatchObject([{ status: 'failed', attempts: 0 }])
  })

  it('not any more once somebody has seen it', async () => {
    await raise()
    const [alert] = await listAlerts(db, shop.workspace.id)
    await markSeen({ db, workspaceId: shop.workspace.id, actor: system }, alert?.id as string)
    const server = await openSmtp()
    await mailAt(server.url, 0)
    expect(server.received).toEqual([])
  })
})

describe('a mail that fails', () => {
  it.each([
    ['is refused for now', 'RCPT', '451 try later'],
    ['is refused', 'RCPT', '550 no such user'],
    ['is refused after all of it was sent', 'END', '554 no'],
    ['gets no answer', 'CONNECT', 'hang'],
    ['gets no answer at the end', 'END', 'hang'],
    ['loses its connection', 'DATA', 'drop'],
  ])('because it %s is tried again, and not any more when it was taken', async (_, at, reply) => {
    let failures = 2
    const server = await openSmtp((command) => (command === at && failures-- > 0 ? reply : undefined))
    await raise()
    await mailAt(server.url, 0)
    expect(await states()).toMatchObject([
      { status: 'pending', attempts: 1, claims: 0, error: expect.any(String) },
    ])
    // Not a moment before it is due.
    await mailAt(server.url, 59)
    expect(await states()).toMatchObject([{ attempts: 1 }])
    for (const seconds of SCHEDULE) await mailAt(server.url, seconds)
    expect(recipients(server)).toEqual([shop.owner.email])
    expect(await states()).toMatchObject([{ status: 'sent', attempts: 3, error: null }])
  })

  it('because the server is down is tried six times, then given up', async () => {
    const port = await closedPort()
    await raise()
    for (const [attempt, seconds] of SCHEDULE.entries()) {
      await mailAt(`smtp://127.0.0.1:${port}`, seconds)
      expect(await states()).toMatchObject([{ attempts: attempt + 1 }])
    }
    expect(await states()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('ECONNREFUSED') },
    ])
    const server = await openSmtp(() => undefined, port)
    await mailAt(server.url, 20 * HOUR)
    expect(server.received).toEqual([])
  })

  it('for one person is not sent to the others again', async () => {
    const member = await createUser(db, system, shop.workspace.id, { email: `${newId()}@example.com` })
    let recipient = ''
    const server = await openSmtp((command) => {
      if (command === 'RCPT') recipient = server.commands.at(-1) ?? ''
      return command === 'RCPT' && recipient.includes(member.email) ? '550 mailbox full' : undefined
    })
    await raise()
    for (const seconds of SCHEDULE) await mailAt(server.url, seconds)
    expect(recipients(server)).toEqual([shop.owner.email])
    expect((await states()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
  })

  it('says when to look again', async () => {
    const server = await openSmtp(() => '451 later')
    await raise()
    expect(await mailAt(server.url, 0)).toBe(60_000)
  })
})

describe('workers', () => {
  it('together send it once', async () => {
    for (let i = 0; i < 10; i++) await raise()
    const server = await openSmtp()
    const crowd = Array.from({ length: 5 }, async () => {
      while ((await mailAt(server.url, 0)) === 0);
    })
    await Promise.all(crowd)
    await mailAt(server.url, 0)
    expect(server.received).toHaveLength(10)
  })

  it('that die with it in their hands leave it to the next, once their lease is over', async () => {
    await raise()
    const leaseMs = 60_000
    await mails.claim(db, clockAt(0), { limit: 1, leaseMs })
    const server = await openSmtp()
    await mailAt(server.url, 59)
    expect(server.received).toEqual([])
    await mailAt(server.url, 60)
    expect(recipients(server)).toEqual([shop.owner.email])
  })

  it('that come back late change nothing of what became of it', async () => {
    await raise()
    const [late] = await mails.claim(db, clockAt(0), { limit: 1, leaseMs: 1_000 })
    const server = await openSmtp()
    await mailAt(server.url, 2)
    await mails.finish(db, clockAt(3), late as mails.ClaimedMail, { error: 'timed out', afterSeconds: 60 })
    expect(await states()).toMatchObject([{ status: 'sent', attempts: 1, error: null }])
    await mailAt(server.url, HOUR)
    expect(server.received).toHaveLength(1)
  })

  it('that are asked to stop do not wait for a server that says nothing, and the mail is sent later', async () => {
    const silent = await openSmtp(() => 'hang')
    await raise()
    const mailer = createMailer({ smtpUrl: silent.url, mailFrom: undefined }, baseUrl, 60_000)
    const stopping = new AbortController()
    const running = alertWork({ db, mailer, log, baseUrl, now: clockAt(0) }).run(stopping.signal, () => {})
    stopping.abort()
    await running
    expect(await states()).toMatchObject([{ status: 'pending', attempts: 0, claims: 1 }])
    const server = await openSmtp()
    await mailAt(server.url, 71)
    expect(recipients(server)).toEqual([shop.owner.email])
  })

  it('give up what ends them every time', async () => {
    await raise()
    await db.run(sql`update alert_mails set claims = 20`)
    const server = await openSmtp()
    await mailAt(server.url, 0)
    expect(server.received).toEqual([])
    expect(await states()).toMatchObject([{ status: 'failed', error: expect.stringContaining('given up') }])
  })

  it('send the same message id each time, so that a mailbox can tell a second copy', async () => {
    const server = await openSmtp()
    await raise()
    await mailAt(server.url, 0)
    await db.run(sql`update alert_mails set status = 'pending'`)
    await mailAt(server.url, 1)
    const ids = server.received.map(({ headers }) => headers['message-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})
