import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const get = (path: string, headers: Record<string, string> = {}) => service.call(path, { headers })

describe('the dashboard’s page', () => {
  it.each([
    '/',
    '/sign-in',
    '/conversations',
    '/conversations/of/any/depth',
    '/orders/x?status=paid',
    '/settings/keys',
  ])('is at %s', async (path) => {
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('<div id="root">')
  })

  it('finds the inbox by its name', async () => {
    const { status, headers } = await get('/inbox')
    expect([status, headers.get('location')]).toEqual([308, 'conversations'])
  })

  it('is not at addresses it does not have', async () => {
    expect((await get('/nowhere')).status).toBe(404)
    expect((await get('/conversationsx')).status).toBe(404)
    expect((await get('/api/manage/nowhere')).json).toEqual({ error: 'not found' })
  })

  it('runs no script but its own, and can be framed by nobody', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('is checked on every visit, and costs nothing when it is the same', async () => {
    const { headers } = await get('/')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect((await get('/', { 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304)
  })
})

describe('the parts of its program', () => {
  it('are all there, zipped, and kept for good', async () => {
    const names = [...(await get('/')).text.matchAll(/(?:src|href)="(\/dashboard\/[^"]+)"/g)].map(
      ([, path]) => path,
    )
    expect(names.length).toBeGreaterThan(1)
    for (const path of names) {
      const { status, headers } = await get(path as string, { 'Accept-Encoding': 'gzip' })
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('content-encoding')).toBe('gzip')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('of another version are missing, and nothing else of the disk is there', async () => {
    for (const name of ['index-00000000.js', '..%2Findex.html', '..%2f..%2f..%2fpackage.json', 'constructor'])
      expect([name, (await get(`/dashboard/${name}`)).status]).toEqual([name, 404])
  })

  it('carry the licences of what is in them, as they are now', async () => {
    const { text, headers } = await get('/dashboard/licences.md')
    expect(text).toContain('## react ')
    expect(headers.get('cache-control')).toBe('no-cache')
  })
})
