import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { createPasswordLink, createToken, createUser, type User } from '../../src/modules/users/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { openSmtp } from '../harness/smtp.ts'

const PASSWORD = 'correct horse battery'
const BETTER = 'an even better one'
let service: TestService
let shop: Shop
beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
})
afterAll(() => service.close())

let count = 0
const newPerson = (): Promise<User> =>
  createUser(service.db, system, shop.workspace.id, {
    email: `p${++count}@password.example`,
    password: PASSWORD,
  })

async function signedIn({ email }: User, password = PASSWORD): Promise<{ Cookie: string }> {
  const reply = await service.call('/api/manage/session', { body: { email, password } })
  expect(reply.status).toBe(200)
  return { Cookie: (reply.headers.get('Set-Cookie') ?? '').split(';')[0] as string }
}

const change = (headers: Record<string, string>, current: string, password: string) =>
  service.call('/api/manage/password', { headers, body: { current, password } })
const me = async (headers: Record<string, string>) =>
  (await service.call('/api/manage/me', { headers })).status
const audit = async () =>
  (await service.call('/api/manage/audit?limit=100', { key: shop.token })).json.data as {
    action: string
    target_id: string
    actor: { kind: string; id: string | null }
    detail: Record<string, unknown>
  }[]

describe('changing one’s own password', () => {
  it('signs every other browser out, keeps this one, and makes older links worthless', async () => {
    const person = await newPerson()
    const here = await signedIn(person)
    const elsewhere = await signedIn(person)
    const link = await createPasswordLink(service.db, system, person)
    const reply = await change(here, PASSWORD, BETTER)
    expect([reply.status, reply.json]).toEqual([200, { data: { signed_out: 1 } }])
    expect([await me(here), await me(elsewhere)]).toEqual([200, 401])
    expect((await service.call(`/set-password/${link}`)).status).toBe(404)
    await signedIn(person, BETTER)
    const old = { email: person.email, password: PASSWORD }
    expect((await service.call('/api/manage/session', { body: old })).status).toBe(401)
    const row = (await audit()).find(({ target_id }) => target_id === person.id)
    expect(row).toMatchObject({
      action: 'user.password_set',
      actor: { kind: 'user', id: person.id },
      detail: { sign_ins_ended: 1 },
    })
    expect(JSON.stringify(row)).not.toContain(BETTER)
  })

  it('wants the present one, and a new one that is long enough; otherwise nothing changes', async () => {
    const person = await newPerson()
    const here = await signedIn(person)
    const wrong = await change(here, 'not the one', BETTER)
    expect([wrong.status, wrong.json.error, wrong.json.details[0].path]).toEqual([
      400,
      'wrong password',
      'current',
    ])
    const short = await change(here, PASSWORD, 'short')
    expect([short.status, short.json.details[0].path]).toEqual([400, 'password'])
    await signedIn(person)
  })

  it('is nothing another website can do, nor anybody who is not signed in', async () => {
    const person = await newPerson()
    const here = await signedIn(person)
    expect((await change({}, PASSWORD, BETTER)).status).toBe(401)
    expect((await change({ ...here, Origin: 'https://evil.example' }, PASSWORD, BETTER)).status).toBe(403)
    expect((await change({ ...here, 'Sec-Fetch-Site': 'cross-site' }, PASSWORD, BETTER)).status).toBe(403)
    await signedIn(person)
  })

  it('cannot be used to guess', async () => {
    const person = await newPerson()
    const here = await signedIn(person)
    for (let i = 0; i < 10; i++) expect((await change(here, 'a guess', BETTER)).status).toBe(400)
    const refused = await change(here, PASSWORD, BETTER)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60)
  })

  it('of two at the same moment one counts', async () => {
    const person = await newPerson()
    const here = await signedIn(person)
    const replies = await Promise.all([
      change(here, PASSWORD, 'the first new one'),
      change(here, PASSWORD, 'the second new one'),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('who has chosen none yet cannot change it', async () => {
    const { token } = await createToken(service.db, system, shop.owner, false)
    const reply = await service.call('/api/manage/password', {
      key: token,
      body: { current: PASSWORD, password: BETTER },
    })
    expect(reply.status).toBe(400)
  })
})

describe('a forgotten password', () => {
  const forgot = (at: TestService, email: string, headers: Record<string, string> = {}) =>
    at.call('/api/manage/session/forgot', { body: { email }, headers })

  it('without a mail server there is no such help, and the page can know', async () => {
    expect((await service.call('/api/manage/session/forgot')).json).toEqual({ data: { mail: false } })
    const reply = await forgot(service, shop.owner.email)
    expect([reply.status, reply.json.error]).toEqual([409, 'no mail'])
  })

  it('mails a link that sets a new one, and answers alike for an address nobody has', async () => {
    const smtp = await openSmtp()
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    expect((await mailing.call('/api/manage/session/forgot')).json).toEqual({ data: { mail: true } })
    const person = await newPerson()
    const unknown = await forgot(mailing, 'nobody@password.example')
    const known = await forgot(mailing, person.email.toUpperCase())
    expect([known.status, known.text]).toEqual([202, unknown.text])
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
    await expect.poll(() => smtp.received.length).toBe(1)
    expect(smtp.received[0]?.to).toEqual([person.email])
    const path = /\/set-password\/\w+/.exec(smtp.received[0]?.text ?? '')?.[0] ?? ''
    const set = await mailing.call(path, {
      raw: new URLSearchParams({ password: BETTER }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(set.status).toBe(200)
    await signedIn(person, BETTER)
    const rows = (await audit()).filter(({ target_id }) => target_id === person.id)
    expect(rows.map(({ action }) => action)).toContain('user.password_link_created')
    expect(rows.find(({ action }) => action === 'user.password_link_created')).toMatchObject({
      actor: { kind: 'system', id: null },
      detail: { forgotten: true },
    })
    await mailing.close()
  })

  it('does not wait for the mail: how long it takes says nothing', async () => {
    const smtp = await openSmtp((command) => (command === 'CONNECT' ? 'hang' : undefined))
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    const person = await newPerson()
    expect((await forgot(mailing, person.email)).status).toBe(202)
    expect(smtp.received).toEqual([])
    await mailing.close()
  })

  it('is slowed down like guessing, floods no mailbox, and is nothing another website can ask for', async () => {
    const smtp = await openSmtp()
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    const person = await newPerson()
    const evil = { Origin: 'https://evil.example' }
    expect((await forgot(mailing, person.email, evil)).status).toBe(403)
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await forgot(mailing, person.email)).status)
    expect(statuses).toEqual([...Array(10).fill(202), 429])
    await expect.poll(() => smtp.received.length).toBe(5)
    await mailing.close()
    expect(smtp.received).toHaveLength(5)
  })

  it('a mail that is not taken is written to the log, without the address', async () => {
    const smtp = await openSmtp((command) => (command === 'RCPT' ? '550 no such mailbox' : undefined))
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    const person = await newPerson()
    expect((await forgot(mailing, person.email)).status).toBe(202)
    const logged = () => mailing.logs.join('').includes('a link for a forgotten password was not mailed')
    await expect.poll(logged).toBe(true)
    expect(mailing.logs.join('')).not.toContain(person.email)
    await mailing.close()
  })
})
