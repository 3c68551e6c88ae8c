import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../harness/answers.ts'
import { bodies, filled, fillStore } from '../harness/manage.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  'null',
  'true',
  '[object Object]',
  "' or 1=1 --",
  '%',
  '_\\',
  '\0',
  'a\0b',
  '../../etc/passwd',
  '\u202e',
  '\u0301',
  '²',
  '💣'.repeat(50),
  'x'.repeat(5_000),
  NOBODY,
  '0000-01-01',
  '9999-12-31',
  '+60',
  Buffer.from('infinity x').toString('base64url'),
  Buffer.from(`9999-12-31T23:59:59.999Z ${NOBODY}`).toString('base64url'),
  Buffer.from(`0000-00-00T00:00:00.000Z ${NOBODY}`).toString('base64url'),
]
const ODD_VALUES: unknown[] = [
  ...ODD_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  [],
  [null],
  [[]],
  {},
  { a: { b: {} } },
  '\ud800',
]

let service: TestService
let shop: Store
let ids: Record<string, string>
beforeAll(async () => {
  service = await startService()
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 5 }]
  shop = await openStore(service.db, service.url, products)
  ids = await fillStore(service, shop)
})
afterAll(() => service.close())

/** Never an answer that only says something broke; what is refused says why. */
async function bearable(method: string, path: string, init: { raw?: string; type?: string } = {}) {
  const before = service.logs.length
  const { status, json, text } = await service.call(`/api/manage${path}`, {
    key: shop.token,
    method,
    ...(init.raw === undefined ? {} : { raw: init.raw }),
    headers: init.type ? { 'Content-Type': init.type } : {},
  })
  const told = `${method} ${path.slice(0, 300)} ${init.raw?.slice(0, 300) ?? ''} → ${status} ${text.slice(0, 300)}`
  expect(status, `${told}\n${status < 500 ? '' : service.logs.slice(before).join('')}`).toSatisfy(
    (code: number) => code < 500 || EXPECTED.includes(json?.error),
  )
  if (status >= 400) expect(json, told).toMatchObject({ error: expect.any(String) })
}

/** Of telephony that is not set up in tests. */
const EXPECTED = ['voice_unconfigured']

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : []

describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (name, route) => {
    const { method, path } = route
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const own = () => filled(path, ids)
    const send = (to: string, body: unknown = bodies[name] ?? {}) =>
      bearable(method, to, hasBody ? { raw: JSON.stringify(body) } : {})

    it('bears odd ids', async () => {
      for (const param of path.match(/:\w+/g) ?? []) {
        for (const odd of [...ODD_TEXTS, '%', '%ED%A0%80', '%2F', '.', '..'].filter((text) => text !== '')) {
          const value = odd.startsWith('%') && odd.length > 1 ? odd : encodeURIComponent(odd)
          await send(filled(path.replace(param, 'ODD'), ids).replace('ODD', value))
        }
      }
    })

    it('bears odd queries', async () => {
      for (const field of [...fieldsOf(route.query), 'unknown']) {
        for (const odd of method === 'GET' ? ODD_TEXTS : []) {
          await send(`${own()}?${field}=${encodeURIComponent(odd)}`)
        }
        await send(`${own()}?${field}=%ED%A0%80`)
        await send(`${own()}?${field}=a&${field}=b`)
        await send(`${own()}?${field}[a]=b`)
      }
    })

    it('bears odd bodies', async () => {
      if (!hasBody) return
      for (const raw of ['', '{', 'null', '[]', '""', '1', '{}', '{"__proto__":{"a":1}}', '\ufeff{}']) {
        await bearable(method, own(), { raw, type: 'application/json' })
      }
      await bearable(method, own(), { raw: '{}', type: 'text/plain' })
      await bearable(method, own(), { raw: `${'['.repeat(50_000)}`, type: 'application/json' })
      const sound = bodies[name] ?? {}
      for (const field of fieldsOf(route.body)) {
        for (const odd of ODD_VALUES) await send(own(), { ...(sound as object), [field]: odd })
      }
    })
  },
)
