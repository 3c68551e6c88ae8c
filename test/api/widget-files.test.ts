import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { allowDomains, SITE, widgetCall } from '../harness/visitor.ts'

const WIDGET = 'https://widget.example'
let service: TestService
let shop: Shop
beforeAll(async () => {
  service = await startService({ env: { ICEBOT_WIDGET_URL: WIDGET } })
})
afterAll(() => service.close())
beforeEach(async () => {
  shop = await openShop(service.db)
  await allowDomains(service, shop, 'shop.example')
})

const embed = (options: Parameters<typeof widgetCall>[3] = {}) =>
  widgetCall(service, shop.agent.id, '/embed', { origin: '', ...options })

/** What the last line of the script starts the widget with. */
function startedWith(script: string) {
  const call = script.slice(script.lastIndexOf(';globalThis['))
  let config: unknown
  const start = (given: unknown) => {
    config = given
  }
  runInNewContext(call, { Symbol: { for: () => 'widgets' }, widgets: { start } })
  return config
}

describe('the embed script', () => {
  it('is JavaScript that starts this agent’s widget and carries no credential', async () => {
    const { status, text, headers } = await embed()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(startedWith(text)).toEqual({
      bot: shop.agent.id,
      host: WIDGET,
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
      agentName: shop.agent.name,
      shopName: shop.workspace.name,
      accent: '#007a7b',
      theme: 'auto',
      side: 'right',
      suggestions: [],
      talk: false,
    })
    expect(text).not.toContain(shop.key)
  })

  it('comes for a page without Origin and for an allowed one, and for no other', async () => {
    const allowed = await embed({ origin: SITE })
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(SITE)
    for (const origin of ['https://evil.example', 'null']) {
      const refused = await embed({ origin })
      expect(refused.status).toBe(403)
      expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await widgetCall(service, 'nobody', '/embed', { origin: '' })).status).toBe(404)
  })

  it('lets no name of a shop end the script', async () => {
    const name = '</script><script>alert(1)</script>\u2028"\'`$1'
    await updateAgent(service.db, system, shop.agent.id, { name, look: { accent: '#ff8800', side: 'left' } })
    const { text } = await embed()
    expect(text).not.toContain('</script>')
    expect(startedWith(text)).toMatchObject({ agentName: name, accent: '#ff8800', side: 'left' })
  })

  it('is sent once, and small', async () => {
    const first = await embed({ headers: { 'Accept-Encoding': 'gzip' } })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    const etag = first.headers.get('etag') as string
    const second = await embed({ headers: { 'If-None-Match': etag } })
    expect(second.status).toBe(304)
    expect(first.headers.get('vary')).toBe('Origin, Accept-Encoding')
  })
})

describe('whether the service is there', () => {
  it('is for every page to know', async () => {
    const { status, headers, json } = await service.call('/api/widget/ready', {
      headers: { Origin: 'https://anywhere.example' },
    })
    expect([status, json]).toEqual([200, { status: 'ready' }])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('the public files', () => {
  it.each([
    ['/sdk/icebot.js', 'text/javascript'],
    ['/sdk/icebot.mjs', 'text/javascript'],
    ['/sdk/icebot.d.ts', 'text/plain'],
    ['/widget/talk.js', 'text/javascript'],
    ['/widget/capture.js', 'text/javascript'],
    ['/widget/playback.js', 'text/javascript'],
  ])('%s is for every page', async (path, type) => {
    const { status, headers, text } = await service.call(path, {
      headers: { Origin: 'https://anywhere.example' },
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain(type)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(text).not.toContain('__ICEBOT_WIDGET_URL__')
  })

  it('tell the SDK where its widget is', async () => {
    expect((await service.call('/sdk/icebot.js')).text).toContain(WIDGET)
    expect((await service.call('/sdk/icebot.mjs')).text).toContain(WIDGET)
  })

  it('are kept for good under the name of their version, and not long without', async () => {
    const cache = async (path: string) => (await service.call(path)).headers.get('cache-control')
    const { version } = startedWith((await embed()).text) as { version: string }
    expect(await cache(`/widget/talk.js?v=${version}`)).toContain('immutable')
    expect(await cache('/sdk/icebot.js')).toBe('public, max-age=300')
    // As in the middle of an upgrade: this process is the old one, the page came from a new one.
    expect(await cache('/widget/talk.js?v=another')).toBe('no-cache')
  })
})

describe('the preview', () => {
  it('is for frames of our own, of no origin, and can reach nothing', async () => {
    const { status, headers, text } = await service.call('/widget/preview')
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts']) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).not.toContain('connect-src')
    expect(text).toContain('/widget/preview.js')
    const program = await service.call('/widget/preview.js')
    expect(program.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })
})
