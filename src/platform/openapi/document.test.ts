import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryInteger, queryTimestamp } from '../http/index.ts'
import { openApiDocument } from './document.ts'
import type { DocumentedRoute, DocumentOptions, Operation, StandingRefusal } from './types.ts'

const everyRefusal: StandingRefusal[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'Malformed.',
    example: { error: 'invalid' },
    headers: ['X-Request-Id'],
    on: ({ query, body }) => query !== undefined || body !== undefined,
  },
  {
    status: 403,
    name: 'Forbidden',
    description: 'Not you.',
    example: { error: 'origin not allowed' },
    headers: [],
  },
  {
    status: 404,
    name: 'NotFound',
    description: 'Nothing there.',
    example: { error: 'not found' },
    headers: [],
    on: ({ path }) => path.includes(':'),
    unlessNamed: true,
  },
  {
    status: 500,
    name: 'InternalError',
    description: 'Ours.',
    example: { error: 'internal error' },
    headers: [],
  },
]

function documentOf(routes: DocumentedRoute[], more: Partial<DocumentOptions> = {}) {
  return openApiDocument({
    title: 'Shop',
    version: '1.2.3',
    description: 'A shop.',
    prefix: '/api/v1',
    server: '',
    authentication: '',
    errors: '',
    routes,
    tags: {},
    scopes: { 'orders:write': 'May change orders' },
    headers: { 'X-Request-Id': { description: 'Names it', schema: { type: 'string' } } },
    answerHeaders: ['X-Request-Id'],
    everyRefusal,
    ...more,
  })
}

const list: DocumentedRoute = { method: 'GET', path: '/orders', tag: 'Orders', summary: 'List orders' }
const write: DocumentedRoute = {
  method: 'POST',
  path: '/orders/:id/status',
  tag: 'Orders',
  summary: 'Report',
  scope: 'orders:write',
}

function operationOf(route: DocumentedRoute): Operation {
  const [item] = Object.values(documentOf([route]).paths)
  return Object.values(item ?? {})[0] as Operation
}

const parametersOf = (query: z.ZodType) =>
  Object.fromEntries(
    (operationOf({ ...list, query }).parameters ?? []).map((one) => [(one as { name: string }).name, one]),
  )
const bodyOf = (body: z.ZodType) =>
  operationOf({ ...write, body }).requestBody?.content['application/json']?.schema
const answerOf = (answer: z.ZodType) => {
  const response = operationOf({ ...list, answer }).responses[200] as {
    content: Record<string, { schema: object }>
  }
  return response.content['application/json']?.schema
}

describe('a query', () => {
  it('tells a whole number with its bounds and default, though it travels as text', () => {
    expect(parametersOf(z.object({ limit: queryInteger(1, 100, 50) })).limit).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    })
  })

  it('tells a timestamp, with the description given where it is used', () => {
    const query = z.object({ since: queryTimestamp('since').meta({ description: 'Only later ones' }) })
    expect(parametersOf(query).since).toEqual({
      name: 'since',
      in: 'query',
      required: false,
      description: 'Only later ones',
      schema: { type: 'string', format: 'date-time' },
    })
  })

  it('tells what a transform takes, not what it makes', () => {
    const cursor = z.string().transform((text) => ({ text }))
    expect(parametersOf(z.object({ cursor: cursor.optional() })).cursor).toMatchObject({
      schema: { type: 'string' },
    })
  })
})

describe('a body', () => {
  it.each([
    ['a transform that may be null', z.string().transform(Number).nullish(), { type: ['string', 'null'] }],
    [
      'with a type given by hand',
      z
        .string()
        .transform(Number)
        .nullish()
        .meta({ type: ['string', 'null'] }),
      { type: ['string', 'null'] },
    ],
    [
      'bounds that may be null',
      z.int().min(0).max(9).nullable(),
      { type: ['integer', 'null'], minimum: 0, maximum: 9 },
    ],
    ['a whole number without noise', z.int(), { type: 'integer' }],
    ['a default', z.boolean().default(true), { type: 'boolean', default: true }],
    [
      'several types',
      z.union([z.string().max(5), z.int()]),
      { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'integer' }] },
    ],
    [
      'several types, said twice',
      z.union([z.string().max(5), z.int()]).meta({ type: ['string', 'integer'] }),
      { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'integer' }] },
    ],
    [
      'a choice that may be null',
      z.enum(['a', 'b']).nullable(),
      { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
    ],
    [
      'free keys',
      z.record(z.string(), z.string()),
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  ])('%s', (_name, field, expected) => {
    expect(bodyOf(z.object({ field }))?.properties?.field).toEqual(expected)
  })
})

describe('an answer', () => {
  it('is open, because clients must ignore what they do not know', () => {
    expect(answerOf(z.object({ id: z.uuid() }))).toEqual({
      type: 'object',
      properties: { id: { type: 'string', format: 'uuid' } },
      required: ['id'],
    })
  })

  it('refers to a schema that has an id, wherever it is', () => {
    const order = z.object({ id: z.uuid() }).meta({ id: 'Order' })
    const document = documentOf([{ ...list, answer: z.object({ data: z.array(order) }) }])
    expect(Object.keys(document.components.schemas)).toEqual(['Error', 'Order'])
    expect(answerOf(order)).toEqual({ $ref: '#/components/schemas/Order' })
  })

  it('cannot hide a transform: the route is named', () => {
    const answer = z.object({ at: z.string().transform(Number) })
    expect(() => documentOf([{ ...list, answer }])).toThrow('GET /orders cannot be described')
  })

  it('takes believable values by field name, and more exactly by what holds the field', () => {
    const answer = z.object({ name: z.string(), customer: z.object({ name: z.string().nullable() }) })
    const document = documentOf([{ ...list, answer }], {
      examples: { name: 'Kopi O', 'customer.name': 'Siti' },
    })
    const text = JSON.stringify(document.paths)
    expect(text).toContain('"name":{"type":"string","examples":["Kopi O"]}')
    expect(text).toContain('"name":{"type":["string","null"],"examples":["Siti"]}')
  })

  it('without a schema is a 204', () => {
    expect(operationOf(write).responses).toHaveProperty('204')
  })
})

describe('an operation', () => {
  it('has a name that follows from its address alone', () => {
    expect(operationOf(list).operationId).toBe('getOrders')
    expect(operationOf(write).operationId).toBe('postOrdersByIdStatus')
  })

  it('says the scope it needs in words and for programs', () => {
    expect(operationOf(write)).toMatchObject({
      'x-required-scope': 'orders:write',
      description: 'Needs a key with the scope `orders:write`: may change orders.',
      security: [{ apiKey: [] }],
    })
    expect(operationOf(list)).not.toHaveProperty('x-required-scope')
  })

  it('has its path parameters as uuids', () => {
    expect(operationOf(write).parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of the order',
        schema: { type: 'string', format: 'uuid' },
      },
    ])
  })

  it('lists the refusals that apply to it, and its own with their texts', () => {
    expect(Object.keys(operationOf(list).responses)).toEqual(['204', '403', '500'])
    const own = operationOf({
      ...write,
      body: z.object({}),
      refusals: { 404: 'order not found', 409: ['linked', 'moved'] },
    })
    expect(Object.keys(own.responses)).toEqual(['204', '400', '403', '404', '409', '500'])
    expect(own.responses[400]).toEqual({ $ref: '#/components/responses/BadRequest' })
    expect(JSON.stringify(own.responses[403])).toContain('missing scope: orders:write')
    expect(JSON.stringify(own.responses[403])).toContain('origin not allowed')
    expect(JSON.stringify(own.responses[404])).toContain('order not found')
    expect(JSON.stringify(own.responses[404])).not.toContain('"not found"')
    expect(JSON.stringify(own.responses[409])).toMatch(/linked.*moved/)
  })
})

it('gives the same text for the same routes', () => {
  const routes = [{ ...list, query: z.object({ limit: queryInteger(1, 5, 2) }) }, write]
  expect(JSON.stringify(documentOf(routes))).toBe(JSON.stringify(documentOf(routes)))
})

it('refuses two routes of one address, two schemas of one name, and a scope nobody explains', () => {
  expect(() => documentOf([list, list])).toThrow('GET /orders is in the table twice')
  const one = z.object({ a: z.string() }).meta({ id: 'Twice' })
  const two = z.object({ b: z.string() }).meta({ id: 'Twice' })
  expect(() =>
    documentOf([
      { ...list, answer: one },
      { ...write, answer: two },
    ]),
  ).toThrow('called Twice')
  expect(() => documentOf([{ ...list, scope: 'x:y' }])).toThrow('nobody says what the scope x:y allows')
})
