import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './document.ts'
import { exampleOf } from './example.ts'
import { referenceAssets, renderReference } from './page.ts'
import type { DocumentedRoute, JsonSchema, OpenApiDocument } from './types.ts'

const EVIL = '<img src=x onerror="alert(1)">\'&'

function documentOf(routes: DocumentedRoute[], text = 'Text'): OpenApiDocument {
  return openApiDocument({
    title: text,
    version: '1.0.0',
    description: `${text}\n\n## Versioning\n\n${text}`,
    prefix: '/api/v1',
    server: text,
    authentication: text,
    errors: text,
    routes,
    tags: { [text]: text },
    scopes: { 'orders:write': text },
    headers: { 'X-Request-Id': { description: text, schema: { type: 'string' } } },
    answerHeaders: ['X-Request-Id'],
    everyRefusal: [
      {
        status: 429,
        name: 'TooMany',
        description: text,
        example: { error: text },
        headers: ['X-Request-Id'],
      },
      { status: 500, name: 'InternalError', description: text, example: { error: text }, headers: [] },
    ],
    examples: { note: text },
  })
}

const routesOf = (text: string): DocumentedRoute[] => [
  {
    method: 'GET',
    path: '/orders/:id',
    tag: text,
    summary: text,
    description: text,
    query: z.object({ word: z.enum([text, 'b']).default(text).describe(text) }),
    answer: z.object({
      note: z.string().nullable().describe(text),
      lines: z.array(z.object({ sku: z.string() })),
    }),
    refusals: { 409: text },
  },
  {
    method: 'POST',
    path: '/orders',
    tag: text,
    summary: text,
    scope: 'orders:write',
    body: z.object({ note: z.string().min(2).max(2_000), [text]: z.string().regex(/^<b>$/).optional() }),
  },
]

const page = renderReference(documentOf(routesOf('Text')))

describe('the page', () => {
  it('escapes every text it is given', () => {
    const evil = renderReference(documentOf(routesOf(EVIL), EVIL))
    expect(evil).not.toContain('<img')
    expect(evil).not.toContain('onerror="')
    expect(evil).not.toContain('<b>$')
    expect(evil).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;')
  })

  it('has nothing inline and nothing from elsewhere: it lives under the strictest policy', () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="docs/reference.js" defer>'])
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it('names its assets by the addresses they are served at', () => {
    for (const path of Object.keys(referenceAssets)) expect(page).toContain(`"${path.slice(1)}"`)
    for (const { body } of Object.values(referenceAssets))
      expect(body).not.toMatch(/https?:\/\/(?!www\.w3\.org)/)
  })

  it('has no id twice, and every link into the page arrives', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    const targets = [...page.matchAll(/(?:href="#|for="|aria-labelledby="|popovertarget=")([^"]+)"/g)].map(
      ([, id]) => id,
    )
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('hides what needs the script until the script shows it', () => {
    const tags = [...page.matchAll(/<(?:form|button type="button" class="copy")[^>]*>/g)].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(2)
    for (const tag of tags) expect(tag).toContain('data-script hidden')
  })

  it('shows each operation with address, fields with bounds, a request to paste and an example answer', () => {
    expect(page).toContain('id="getOrdersById"')
    expect(page).toContain('2 to 2,000 characters')
    expect(page).toContain('lines[].<wbr><b>sku</b>')
    expect(page).toMatch(/curl "<span data-fill="base">\$BASE_URL<\/span>\/api\/v1\/orders\//)
    expect(page).toContain('Needs a key with the scope <code>orders:write</code>')
    expect(page).toMatch(
      /<span class="name">&quot;note&quot;<\/span>: <span class="text">&quot;Text&quot;<\/span>/,
    )
  })

  it('offers to send what reads and never what writes', () => {
    const forms = [...page.matchAll(/<form[^>]* data-path="([^"]+)"/g)].map(([, path]) => path)
    expect(forms).toEqual(['api/v1/orders/{id}'])
  })
})

describe('an example', () => {
  const document = documentOf([])

  it.each([
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', maximum: 1 }, 1],
    [{ type: 'string', enum: ['open', 'paid'] }, 'open'],
    [{ anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    [{ type: ['string', 'null'], format: 'date-time' }, '2026-01-05T02:41:07.120Z'],
    [{ type: 'array', items: { type: 'object', properties: { a: { const: 1 } } } }, [{ a: 1 }]],
    [{ type: 'string', default: 'x', examples: ['y'] }, 'y'],
  ] as [JsonSchema, unknown][])('fits %j', (schema, expected) => {
    expect(exampleOf(document, schema)).toEqual(expected)
  })

  it('of a schema that contains itself ends', () => {
    const tree = { type: 'object' as const, properties: { child: { $ref: '#/components/schemas/Tree' } } }
    const recursive = { ...document, components: { ...document.components, schemas: { Tree: tree } } }
    expect(exampleOf(recursive, { $ref: '#/components/schemas/Tree' })).toEqual({ child: null })
  })
})
