import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { widgetCall } from '../harness/visitor.ts'

let service: TestService
let shop: Shop
let other: Shop
beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
  other = await openShop(service.db)
})
afterAll(() => service.close())

const manage = (path: string, options: Parameters<TestService['call']>[1] = {}) =>
  service.call(`/api/manage/agents/${shop.agent.id}${path}`, { key: shop.token, ...options })
const patch = (body: unknown, options = {}) => manage('', { method: 'PATCH', body, ...options })

describe('changing an agent', () => {
  it('changes what is named, leaves the rest, and writes down who did it', async () => {
    const fields = {
      name: 'Aina',
      voice: true,
      welcome: 'Selamat datang!',
      persona: 'Warm and short.',
      allowed_domains: ['Shop.Example.com', 'shop.example.com', '*.kopi.my'],
      opening_hours: {
        mon: [
          ['08:00', '12:00'],
          ['13:00', '24:00'],
        ],
        fri: [['20:00', '02:00']],
        sun: [],
      },
      time_zone: 'Asia/Kuching',
      languages: ['ms', 'en', 'ms'],
      look: { accent: '#0F766E', suggestions: ['What is hot?'] },
    }
    const { status, json } = await patch(fields)
    expect(status).toBe(200)
    const now = {
      ...fields,
      allowed_domains: ['shop.example.com', '*.kopi.my'],
      languages: ['ms', 'en'],
      look: { accent: '#0f766e', suggestions: ['What is hot?'] },
    }
    expect(json.data).toMatchObject(now)
    const after = await patch({ look: { side: 'left' } })
    expect(after.json.data).toMatchObject({ ...now, look: { ...now.look, side: 'left' } })
    expect((await manage('')).json.data).toEqual(after.json.data)
    const audit = await service.call('/api/manage/audit?limit=1', { key: shop.token })
    expect(audit.json.data[0]).toMatchObject({
      action: 'agent.updated',
      target_id: shop.agent.id,
      actor: { kind: 'user', id: shop.owner.id },
      detail: { look: { side: 'left' } },
    })
  })

  it('refuses with every problem and its place, and changes nothing', async () => {
    const before = (await manage('')).json.data
    const reply = await patch({
      name: ' ',
      allowed_domains: ['ok.example', 'https://shop.example/menu'],
      opening_hours: {
        mon: [['9:00', '12:00']],
        tue: [
          ['08:00', '12:00'],
          ['11:00', '13:00'],
        ],
        day: [],
      },
      time_zone: 'Mars/Olympus',
      languages: [],
      look: { accent: 'teal' },
    })
    expect(reply.status).toBe(400)
    const paths = reply.json.details.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'name',
        'allowed_domains[1]',
        'opening_hours.mon[0][0]',
        'opening_hours.tue',
        'time_zone',
        'languages',
        'look.accent',
      ]),
    )
    expect(reply.text).toContain('write shop.example')
    expect((await patch({})).status).toBe(400)
    expect((await manage('')).json.data).toEqual(before)
  })
})

it('every time zone that can be chosen is one that the database counts days by', async () => {
  const names = await service.db.rows<{ name: string }>(
    sql`select lower(name) as name from pg_timezone_names`,
  )
  const known = new Set(names.map(({ name }) => name))
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !known.has(name.toLowerCase()))).toEqual([])
  for (const time_zone of ['+08:00', '-03', '8', 'Mars/Olympus']) {
    expect([time_zone, (await patch({ time_zone })).status]).toEqual([time_zone, 400])
  }
})

describe('the website chat', () => {
  it('says which entry lets a page in, or why none does, as the chat itself decides', async () => {
    await patch({ allowed_domains: ['*.kopi.my'] })
    const check = (origin: string) => manage('/domains/check', { body: { origin } })
    const bare = (await check('https://kopi.my/menu')).json.data
    expect(bare).toMatchObject({ origin: 'https://kopi.my', allowed: false, suggestion: 'kopi.my' })
    expect((await check('www.kopi.my')).json.data).toMatchObject({ allowed: true, entry: '*.kopi.my' })
    const session = (origin: string) =>
      widgetCall(service, shop.agent.id, '/session', { method: 'POST', origin })
    expect((await session('https://kopi.my')).status).toBe(403)
    expect((await session('https://www.kopi.my')).status).toBe(200)
    expect((await check('')).status).toBe(400)
  })

  it('judges a list that is not saved, with what cannot be used in it', async () => {
    const body = {
      origin: 'https://kopi.my/menu',
      allowed_domains: ['*.kopi.my', 'https://kopi.my', 'KOPI.my'],
    }
    const { data } = (await manage('/domains/check', { body })).json
    expect(data).toMatchObject({ allowed: true, entry: 'kopi.my', why: null })
    expect(data.entries.map(({ why }: { why: string }) => why)).toEqual(['only_subdomains', 'address', null])
    expect((await manage('')).json.data.allowed_domains).toEqual(['*.kopi.my'])
    const many = { origin: 'kopi.my', allowed_domains: Array(52).fill('kopi.my') }
    expect((await manage('/domains/check', { body: many })).status).toBe(400)
  })

  it('has a snippet that loads', async () => {
    const { snippet, allowed_domains } = (await manage('/snippet')).json.data
    expect(allowed_domains).toEqual(['*.kopi.my'])
    const [, src = ''] = /^<script src="([^"]+)" async><\/script>$/.exec(snippet) ?? []
    expect(new URL(src).origin).toBe(service.url)
    expect(src).toContain(`bot=${shop.agent.id}`)
  })

  it('is another workspace’s own', async () => {
    const key = other.token
    const replies = await Promise.all([
      manage('', { key }),
      patch({ name: 'Mine' }, { key }),
      manage('/domains/check', { key, body: { origin: 'https://kopi.my' } }),
      manage('/snippet', { key }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await manage('')).json.data.name).toBe('Aina')
  })
})
