import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/main.ts'
import { newId } from '../../src/lib/ids.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Finished, icebot as spawned } from '../harness/process.ts'

let database: TestDatabase
let env: Record<string, string>

beforeAll(async () => {
  database = await createDatabase()
  env = { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests' }
  return () => database.drop()
})

/** The whole program but for the process around it, which `spawned` has. */
async function icebot(args: string[], environment = env): Promise<Finished> {
  const finished = { stdout: '', stderr: '' }
  const code = await run(args, {
    env: environment,
    out: (text) => {
      finished.stdout += `${text}\n`
    },
    err: (text) => {
      finished.stderr += `${text}\n`
    },
  })
  return { code, ...finished }
}

async function json(...args: string[]) {
  const { code, stdout, stderr } = await icebot([...args, '--json'])
  if (code !== 0) throw new Error(`icebot ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

describe('the command line', () => {
  it('runs a business from workspace to key', async () => {
    const workspace = await json(
      'workspace',
      'create',
      '--name',
      'Kedai Kopi',
      '--plan',
      'paid',
      '--verified',
      '--outbound-number',
      '03-2345 6789',
    )
    expect(workspace).toMatchObject({
      name: 'Kedai Kopi',
      plan: 'paid',
      verified: true,
      credits: 10_000,
      outbound_number: '+60323456789',
    })
    const changed = await json(
      'workspace',
      'update',
      workspace.id,
      '--verified',
      'false',
      '--outbound-number',
      'none',
      '--credits',
      '5',
      '--payment-window-seconds',
      '600',
    )
    expect(changed).toMatchObject({
      name: 'Kedai Kopi',
      verified: false,
      outbound_number: null,
      credits: 5,
      payment_window_seconds: 600,
    })

    const agent = await json(
      'agent',
      'create',
      '--workspace',
      workspace.id,
      '--name',
      'Aina',
      '--voice',
      'true',
      '--allowed-domain',
      'Shop.example.com',
      '--allowed-domain',
      '*.example.com',
    )
    expect(agent).toMatchObject({
      workspace_id: workspace.id,
      voice: true,
      allowed_domains: ['shop.example.com', '*.example.com'],
    })
    const renamed = await json('agent', 'update', agent.id, '--name', 'Bob', '--voice', 'false')
    expect(renamed).toMatchObject({ name: 'Bob', voice: false, allowed_domains: agent.allowed_domains })

    const key = await json(
      'key',
      'create',
      '--agent',
      agent.id,
      '--name',
      'k',
      '--scope',
      'catalogue:sync',
      '--scope',
      'calls:create',
      '--origin',
      'https://shop.example.com',
    )
    expect(key).toMatchObject({
      prefix: key.key.slice(0, 12),
      scopes: ['catalogue:sync', 'calls:create'],
      origins: ['https://shop.example.com'],
    })
    const [listed] = await json('key', 'list', '--agent', agent.id)
    expect(listed).toMatchObject({ id: key.id, prefix: key.prefix, revoked_at: null })
    expect(JSON.stringify(listed)).not.toContain(key.key)
    expect((await json('key', 'revoke', key.id)).revoked_at).toEqual(expect.any(String))

    const user = await json('user', 'create', '--workspace', workspace.id, '--email', 'owner@kedai.example')
    expect(user).toMatchObject({ role: 'owner', link: expect.stringContaining('/set-password/') })
    expect((await json('user', 'reset', '--email', 'owner@kedai.example')).link).toContain(
      'http://localhost:3000/set-password/',
    )
    const token = await json('token', 'create', '--email', 'owner@kedai.example', '--only', 'inbound')
    expect(token.token).toMatch(/^imt_/)
    expect(await json('token', 'list')).toHaveLength(1)
    expect((await json('token', 'revoke', token.id)).revoked_at).toEqual(expect.any(String))

    const actions = (await json('audit', 'list', '--workspace', workspace.id, '--limit', '100')).map(
      (row: { action: string }) => row.action,
    )
    expect(actions).toEqual([
      'token.revoked',
      'token.created',
      'user.password_link_created',
      'user.password_link_created',
      'user.created',
      'key.revoked',
      'key.created',
      'agent.updated',
      'agent.created',
      'workspace.updated',
      'workspace.created',
    ])
  })

  it('keeps do-not-call numbers and opt-outs, in one form', async () => {
    const { id } = await json('workspace', 'create', '--name', 'Calls')
    await json('dnc', 'add', '--workspace', id, '012-345 6789')
    await json('dnc', 'add', '--workspace', id, '+60123456789')
    expect((await json('dnc', 'list', '--workspace', id)).map((row: { phone: string }) => row.phone)).toEqual(
      ['+60123456789'],
    )
    expect(await json('dnc', 'remove', '--workspace', id, '60123456789')).toMatchObject({ removed: true })
    expect(await json('dnc', 'list', '--workspace', id)).toEqual([])
    const agent = await json('agent', 'create', '--workspace', id, '--name', 'A')
    expect(await json('contact', 'opt-out', '--agent', agent.id, '--phone', '0123456789')).toMatchObject({
      opted_out: true,
    })
    expect(
      await json('contact', 'opt-out', '--agent', agent.id, '--phone', '0123456789', '--off'),
    ).toMatchObject({ opted_out: false })
  })

  it('demo reset starts the demo over and touches nothing else', async () => {
    const { id } = await json('workspace', 'create', '--name', 'Mine')
    const first = await json('demo', 'reset')
    const second = await json('demo', 'reset')
    expect(second.workspace_id).not.toBe(first.workspace_id)
    const names = (await json('workspace', 'list')).map((workspace: { name: string }) => workspace.name)
    expect(names.filter((name: string) => name === 'Kopi Seri')).toHaveLength(1)
    expect((await json('workspace', 'list')).some((workspace: { id: string }) => workspace.id === id)).toBe(
      true,
    )
  })

  it.each([
    ['no such command', ['fly']],
    ['no such option', ['workspace', 'list', '--fast']],
    ['a missing option', ['workspace', 'create']],
    ['a missing value', ['workspace', 'create', '--name']],
    ['a missing id', ['key', 'revoke']],
    ['a word too many', ['workspace', 'list', 'all']],
    ['a wrong plan', ['workspace', 'create', '--name', 'x', '--plan', 'gold']],
    ['a wrong number', ['workspace', 'create', '--name', 'x', '--credits', '-1']],
    ['a wrong phone', ['dnc', 'add', '--workspace', newId(), '999']],
    ['a wrong scope', ['key', 'create', '--agent', newId(), '--scope', 'all']],
    ['a wrong origin', ['key', 'create', '--agent', newId(), '--origin', 'shop']],
    [
      'a wrong domain',
      ['agent', 'create', '--workspace', newId(), '--name', 'x', '--allowed-domain', 'https://x'],
    ],
    [
      'a weak password',
      ['user', 'create', '--workspace', newId(), '--email', 'a@b.c', '--password', 'short'],
    ],
    ['an option twice', ['workspace', 'create', '--name', 'x', '--name', 'y']],
    ['wrong roles', ['serve', '--roles', 'web,cook']],
  ])('bad usage is one line and exit code 2: %s', async (_, args) => {
    const { code, stdout, stderr } = await icebot(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it.each([
    ['workspace', ['workspace', 'update', newId(), '--name', 'x']],
    ['workspace that is no uuid', ['audit', 'list', '--workspace', 'nope']],
    ['agent', ['key', 'create', '--agent', newId()]],
    ['key', ['key', 'revoke', newId()]],
    ['token', ['token', 'revoke', newId()]],
    ['user', ['user', 'reset', '--email', 'nobody@example.com']],
  ])('an unknown id is one line and exit code 1: %s', async (_, args) => {
    const { code, stdout, stderr } = await icebot(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('speaks to people without --json, and explains itself', async () => {
    const list = await icebot(['workspace', 'list'])
    expect(list.stdout).toMatch(/^id +name +plan/)
    const overview = await icebot([])
    expect([overview.code, overview.stdout]).toEqual([0, expect.stringContaining('workspace create')])
    const help = await icebot(['key', 'create', '--help'])
    expect(help.stdout).toContain('--agent ID')
  })

  it('as a process: the document alone on stdout, complaints alone on stderr, and the exit code', async () => {
    const good = await spawned(['workspace', 'list', '--json'], env)
    expect([good.code, good.stderr]).toEqual([0, ''])
    expect(Array.isArray(JSON.parse(good.stdout))).toBe(true)
    const usage = await spawned(['workspace', 'create'], env)
    expect([usage.code, usage.stdout]).toEqual([2, ''])
    const unknown = await spawned(['key', 'revoke', newId()], env)
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
  })

  it('never repeats a password', async () => {
    const args = ['user', 'create', '--workspace', newId(), '--email', 'a@b.c', '--password', 'qwz']
    expect((await icebot(args)).stderr).not.toContain('qwz')
  })

  it('refuses a second person with the same email', async () => {
    const { id } = await json('workspace', 'create', '--name', 'Twice')
    await json('user', 'create', '--workspace', id, '--email', 'same@example.com')
    const again = await icebot(['user', 'create', '--workspace', id, '--email', 'SAME@example.com'])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')])
  })
})
