import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import {
  changeRole,
  createToken,
  createUser,
  findUserByEmail,
  removeMember,
  type User,
} from '../../src/modules/users/index.ts'
import { updateWorkspace } from '../../src/modules/workspaces/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { openSmtp } from '../harness/smtp.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const manage = (shop: { token: string }, path: string, options: Parameters<TestService['call']>[1] = {}) =>
  service.call(`/api/manage${path}`, { key: shop.token, ...options })
let count = 0
const newEmail = () => `person${++count}@team.example`

async function memberOf({ workspace }: Shop): Promise<User & { token: string }> {
  const user = await createUser(service.db, system, workspace.id, { email: newEmail() })
  return { ...user, token: (await createToken(service.db, system, user, false)).token }
}

describe('the team', () => {
  it('an invitation shows its link once, which sets a password that signs in with the role given', async () => {
    const shop = await openShop(service.db)
    const email = newEmail()
    const { status, json } = await manage(shop, '/team', { body: { email, role: 'owner' } })
    expect(status).toBe(201)
    expect(json.data).toMatchObject({
      email,
      role: 'owner',
      has_password: false,
      mailed: false,
      mail_error: null,
    })
    const set = await service.call(new URL(json.data.link).pathname, {
      raw: new URLSearchParams({ password: 'a good long one' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(set.status).toBe(200)
    const signedIn = await service.call('/api/manage/session', {
      body: { email, password: 'a good long one' },
    })
    expect(signedIn.json.data).toMatchObject({ user: { role: 'owner' }, workspace_id: shop.workspace.id })
    const list = await manage(shop, '/team')
    expect(list.json.data.map((one: { email: string }) => one.email)).toEqual([shop.owner.email, email])
    expect(list.text).not.toContain('set-password')
    expect((await manage(shop, '/team', { body: { email } })).status).toBe(409)
    const bad = await manage(shop, '/team', { body: { email: 'nobody', role: 'boss' } })
    expect(bad.json.details.map(({ path }: { path: string }) => path)).toEqual(['email', 'role'])
  })

  it('with a mail server the link goes to the mailbox and nowhere else', async () => {
    const smtp = await openSmtp()
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    const shop = await openShop(service.db)
    const email = newEmail()
    const reply = await mailing.call('/api/manage/team', { key: shop.token, body: { email } })
    expect(reply.json.data).toMatchObject({ mailed: true, link: null })
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]?.to).toEqual([email])
    expect(smtp.received[0]?.text).toContain('/set-password/')
    await mailing.close()
  })

  it('a mail that is not taken does not lose the link', async () => {
    const smtp = await openSmtp((command) => (command.startsWith('RCPT') ? '550 no such mailbox' : undefined))
    const mailing = await startService({ database: service.database, env: { SMTP_URL: smtp.url } })
    const shop = await openShop(service.db)
    const path = `/api/manage/team/${shop.owner.id}/reset`
    const { data } = (await mailing.call(path, { key: shop.token, body: {} })).json
    expect(data).toMatchObject({ mailed: false, mail_error: expect.stringContaining('550') })
    expect(data.link).toContain('/set-password/')
    await mailing.close()
  })

  it('only owners change it; members look', async () => {
    const shop = await openShop(service.db)
    const member = await memberOf(shop)
    const path = `/team/${shop.owner.id}`
    const replies = await Promise.all([
      manage(member, '/team', { body: { email: newEmail() } }),
      manage(member, path, { method: 'PATCH', body: { role: 'member' } }),
      manage(member, path, { method: 'DELETE' }),
      manage(member, `${path}/reset`, { body: {} }),
      manage(member, `/team/${member.id}`, { method: 'PATCH', body: { role: 'owner' } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await manage(member, '/team')).json.data).toHaveLength(2)
  })

  it('the last owner stays, also when two remove each other at once', async () => {
    const shop = await openShop(service.db)
    const path = `/team/${shop.owner.id}`
    expect((await manage(shop, path, { method: 'DELETE' })).json.error).toBe('last owner')
    const demoted = await manage(shop, path, { method: 'PATCH', body: { role: 'member' } })
    expect([demoted.status, demoted.json.error]).toEqual([409, 'last owner'])
    const second = await memberOf(shop)
    await manage(shop, `/team/${second.id}`, { method: 'PATCH', body: { role: 'owner' } })
    const replies = await Promise.all([
      manage(second, path, { method: 'DELETE' }),
      manage(shop, `/team/${second.id}`, { method: 'DELETE' }),
    ])
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = [
      await findUserByEmail(service.db, shop.owner.email),
      await findUserByEmail(service.db, second.email),
    ]
    expect(left.filter(Boolean)).toHaveLength(1)
  })

  it('who is no owner any more when their turn comes changes nothing', async () => {
    const shop = await openShop(service.db)
    const [second, third] = [await memberOf(shop), await memberOf(shop)]
    for (const { id } of [second, third])
      await manage(shop, `/team/${id}`, { method: 'PATCH', body: { role: 'owner' } })
    // As it was when the request was let in.
    const late = {
      ...service.parts,
      workspaceId: shop.workspace.id,
      actor: { kind: 'user', id: second.id } as const,
      role: 'owner' as const,
      mailer: undefined,
    }
    await manage(shop, `/team/${second.id}`, { method: 'PATCH', body: { role: 'member' } })
    await expect(changeRole(late, third.id, 'member')).rejects.toMatchObject({ status: 403 })
    await expect(removeMember(late, third.id)).rejects.toMatchObject({ status: 403 })
    await manage(shop, `/team/${second.id}`, { method: 'DELETE' })
    await expect(removeMember(late, third.id)).rejects.toMatchObject({ status: 403 })
    const { data } = (await manage(shop, '/team')).json
    expect(data.map(({ role }: { role: string }) => role)).toEqual(['owner', 'owner'])
  })

  it('an address that a mail program would read as several, or as a name, is none', async () => {
    const shop = await openShop(service.db)
    for (const email of ['a,b@example.com', 'x<y@example.com>', '"a"@example.com', 'a@b,c.example']) {
      expect([email, (await manage(shop, '/team', { body: { email } })).status]).toEqual([email, 400])
    }
  })

  it('who was removed is nobody from that moment on, and the log says who did it', async () => {
    const shop = await openShop(service.db)
    const member = await memberOf(shop)
    expect((await manage(shop, `/team/${member.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await manage(member, '/me')).status).toBe(401)
    const [row] = (await manage(shop, '/audit?limit=1')).json.data
    expect(row).toMatchObject({
      action: 'user.removed',
      target_id: member.id,
      detail: { email: member.email },
    })
  })

  it('is never another workspace’s', async () => {
    const shop = await openShop(service.db)
    const other = await openShop(service.db)
    const path = `/team/${other.owner.id}`
    const replies = await Promise.all([
      manage(shop, path, { method: 'PATCH', body: { role: 'member' } }),
      manage(shop, path, { method: 'DELETE' }),
      manage(shop, `${path}/reset`, { body: {} }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await manage(shop, '/team')).text).not.toContain(other.owner.email)
    expect((await manage(other, '/me')).status).toBe(200)
  })
})

describe('the workspace', () => {
  const patch = (shop: { token: string }, body: unknown) =>
    manage(shop, '/workspace', { method: 'PATCH', body })

  it('is read by everybody and changed by owners, as far as it is theirs to change', async () => {
    const shop = await openShop(service.db)
    const member = await memberOf(shop)
    const changed = await patch(shop, {
      name: 'Kopi Seri',
      payment_window_seconds: 900,
      outbound_number: '03-7777 1234',
    })
    const now = {
      name: 'Kopi Seri',
      payment_window_seconds: 900,
      outbound_number: '+60377771234',
      plan: 'free',
    }
    expect(changed.json.data).toMatchObject(now)
    expect((await manage(member, '/workspace')).json.data).toMatchObject(now)
    expect((await patch(member, { name: 'Mine' })).status).toBe(403)
    const cleared = await patch(shop, { payment_window_seconds: null, outbound_number: null })
    expect(cleared.json.data).toMatchObject({
      name: 'Kopi Seri',
      payment_window_seconds: null,
      outbound_number: null,
    })
    for (const body of [
      {},
      { plan: 'paid' },
      { credits: 9 },
      { verified: true },
      { payment_window_seconds: 0 },
    ]) {
      expect([body, (await patch(shop, body)).status]).toEqual([body, 400])
    }
    const [row] = (await manage(shop, '/audit?limit=1')).json.data
    expect(row).toMatchObject({ action: 'workspace.updated', actor: { kind: 'user', id: shop.owner.id } })
  })

  it('cannot take the number another one calls from, also when both want it at once', async () => {
    const shops = [await openShop(service.db), await openShop(service.db)]
    const replies = await Promise.all(shops.map((shop) => patch(shop, { outbound_number: '+60377770000' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('has a ledger of its own, newest first, page by page', async () => {
    const shop = await openShop(service.db)
    for (const credits of [500, 700, 650])
      await updateWorkspace(service.db, system, shop.workspace.id, { credits })
    const first = (await manage(shop, '/credits?limit=3')).json
    expect(
      first.data.map(({ amount, balance }: { amount: number; balance: number }) => [amount, balance]),
    ).toEqual([
      [-50, 650],
      [200, 700],
      [-500, 500],
    ])
    const rest = (await manage(shop, `/credits?limit=3&before=${first.data[2].id}`)).json
    expect(rest).toMatchObject({ data: [{ amount: 1000, reason: 'starting balance' }], hasMore: false })
  })
})
