import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openShop, type Shop } from '../../../test/harness/service.ts'
import { newId } from '../../lib/ids.ts'
import { run } from '../main.ts'

let database: TestDatabase
let shop: Shop
let folder: string

beforeAll(async () => {
  database = await createDatabase()
  shop = await openShop(database.db)
  folder = mkdtempSync(join(tmpdir(), 'icebot-knowledge-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

async function knowledge(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const env = { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests' }
  const terminal = { env, out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
  const code = await run(['knowledge', ...args], terminal)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

it('an agent is taught, asked, and made to forget from the command line', async () => {
  const agent = ['--agent', shop.agent.id]
  const path = file('Soalan lazim.md', '\ufeff# Parking\nBehind the shop.')
  const added = JSON.parse((await knowledge('add', ...agent, '--file', path, '--json')).out)
  expect(added).toMatchObject({ title: 'Soalan lazim', characters: 26, passages: 1 })
  expect(JSON.parse((await knowledge('list', ...agent, '--json')).out)).toEqual([added])
  const renamed = JSON.parse(
    (await knowledge('add', ...agent, '--file', path, '--title', 'FAQ', '--json')).out,
  )
  expect(renamed).toMatchObject({ title: 'FAQ' })

  const [found] = JSON.parse((await knowledge('search', ...agent, 'ada parking tak?', '--json')).out)
  expect(found).toMatchObject({ heading: 'Parking', text: 'Behind the shop.' })
  expect((await knowledge('search', ...agent, 'parking')).out).toContain('› Parking (')
  expect((await knowledge('search', ...agent, 'the weather')).out).toMatch(/^Nothing/)

  for (const { id } of [added, renamed]) {
    expect((await knowledge('remove', ...agent, id, '--json')).out).toBe('{"removed":true}')
  }
  expect((await knowledge('remove', ...agent, added.id)).code).toBe(1)
  expect(JSON.parse((await knowledge('list', ...agent, '--json')).out)).toEqual([])
})

it.each([
  ['is missing', () => join(folder, 'none.md'), 'ENOENT'],
  ['is a folder', () => folder, 'EISDIR'],
  ['is no text', () => file('a.pdf', Buffer.from([0x25, 0xff, 0xfe])), 'not text'],
  ['is binary', () => file('b.bin', 'a\0b'), 'no text'],
  ['is empty', () => file('c.md', ' \n'), 'no text'],
  ['is too long', () => file('d.md', 'x'.repeat(500_001)), '500,000'],
  ['is far too long', () => file('e.md', 'x'.repeat(2_000_001)), '500,000'],
])('a file that %s is one sentence', async (_, path, sentence) => {
  const { code, err } = await knowledge('add', '--agent', shop.agent.id, '--file', path())
  expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
  expect(err).not.toContain('\n')
})

it('an agent that does not exist is one sentence', async () => {
  expect(await knowledge('list', '--agent', newId())).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^No agent/),
  })
})
