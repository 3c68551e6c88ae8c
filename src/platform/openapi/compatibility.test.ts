import { describe, expect, it } from 'vitest'
import { breakingChanges } from './compatibility.ts'
import type { JsonSchema, OpenApiDocument } from './types.ts'

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const released: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0', description: '' },
  servers: [{ url: '/api/v1' }],
  tags: [{ name: 'Orders' }],
  paths: {
    '/orders': {
      get: {
        operationId: 'getOrders',
        tags: ['Orders'],
        summary: 'List orders',
        security: [{ apiKey: [] }],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
          },
          {
            name: 'status',
            in: 'query',
            required: false,
            schema: { type: 'string', enum: ['open', 'paid'] },
          },
          { name: 'word', in: 'query', required: false, schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'OK',
            headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
            content: json({
              type: 'object',
              properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
              required: ['data'],
            }),
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/orders/{id}/status': {
      post: {
        operationId: 'postOrdersByIdStatus',
        tags: ['Orders'],
        summary: 'Report a status',
        'x-required-scope': 'catalogue:sync',
        security: [{ apiKey: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: {
              external_id: { anyOf: [{ type: 'string', maxLength: 255 }, { type: 'integer' }] },
              note: { type: ['string', 'null'], maxLength: 500 },
              lines: {
                type: 'array',
                maxItems: 10,
                items: {
                  type: 'object',
                  properties: { sku: { type: 'string' }, colour: { type: 'string' } },
                  required: ['sku'],
                },
              },
              variables: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
            },
            required: ['lines'],
          }),
        },
        responses: {
          202: { description: 'Accepted', content: json({ $ref: '#/components/schemas/Result' }) },
        },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          status: { type: 'string', enum: ['open', 'paid'] },
          total: { type: 'number' },
          count: { type: 'integer' },
          note: { type: ['string', 'null'] },
          sentence: { type: 'string' },
          customer: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          parent: { anyOf: [{ $ref: '#/components/schemas/Order' }, { type: 'null' }] },
        },
        required: ['id', 'status', 'total', 'count', 'note', 'sentence', 'customer', 'parent'],
      },
      Result: {
        anyOf: [
          {
            type: 'object',
            properties: { status: { type: 'string', const: 'created' }, id: { type: 'string' } },
            required: ['status', 'id'],
          },
          {
            type: 'object',
            properties: { status: { type: 'string', const: 'failed' }, error: { type: 'string' } },
            required: ['status', 'error'],
          },
        ],
      },
      Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    },
    responses: {
      NotFound: { description: 'Not found', content: json({ $ref: '#/components/schemas/Error' }) },
    },
    headers: { 'X-Request-Id': { description: 'Names the request', schema: { type: 'string' } } },
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: '', 'x-scopes': {} } },
  },
}

type Place = (string | number)[]
type Edit = [Place, unknown]

/** The released document with some places set; undefined takes the place out. */
function changed(...edits: Edit[]): OpenApiDocument {
  const document = structuredClone(released)
  for (const [place, value] of edits) {
    const holder = place.slice(0, -1).reduce<unknown>((at, key) => (at as Place)[key as never], document)
    const key = place.at(-1) as never
    if (value === undefined) delete (holder as Record<string, unknown>)[key]
    else (holder as Record<string, unknown>)[key] = structuredClone(value)
  }
  return document
}

const list: Place = ['paths', '/orders', 'get']
const report: Place = ['paths', '/orders/{id}/status', 'post']
const body: Place = [...report, 'requestBody', 'content', 'application/json', 'schema']
const answer: Place = [...list, 'responses', 200, 'content', 'application/json', 'schema']
const order: Place = ['components', 'schemas', 'Order']
const limit: Place = [...list, 'parameters', 0]
const inLimit = (name: string): Place => [...limit, 'schema', name]
const line: Place = [...body, 'properties', 'lines', 'items']

const GET = 'GET /orders'
const POST = 'POST /orders/{id}/status'
const HERE = `${GET}, answer 200: data[]`

const breaking: [string, Edit[], string][] = [
  ['a removed path', [[['paths', '/orders'], undefined]], `${GET} was removed`],
  ['a removed method', [[report, undefined]], `${POST} was removed`],
  ['another address', [[['servers', 0, 'url'], '/api/v2']], 'the address /api/v1 was removed'],
  [
    'another way to authenticate',
    [[['components', 'securitySchemes', 'apiKey', 'scheme'], 'basic']],
    'the way to authenticate changed: apiKey was http bearer',
  ],
  [
    'another security',
    [[[...list, 'security'], [{ other: [] }]]],
    `${GET}: the security it requires changed`,
  ],
  [
    'a new scope',
    [[[...list, 'x-required-scope'], 'orders:read']],
    `${GET}: the scope it needs changed from none to orders:read`,
  ],
  [
    'another scope',
    [[[...report, 'x-required-scope'], 'calls:create']],
    `${POST}: the scope it needs changed from catalogue:sync to calls:create`,
  ],
  [
    'another operationId',
    [[[...list, 'operationId'], 'listOrders']],
    `${GET}: its operationId changed from getOrders to listOrders`,
  ],

  ['a removed field', [[[...order, 'properties', 'total'], undefined]], `${HERE}.total was removed`],
  [
    'a removed nested field',
    [[[...order, 'properties', 'customer', 'properties', 'name'], undefined]],
    `${HERE}.customer.name was removed`,
  ],
  [
    'a renamed field',
    [
      [[...order, 'properties', 'total'], undefined],
      [[...order, 'properties', 'sum'], { type: 'number' }],
    ],
    `${HERE}.total was removed`,
  ],
  [
    'a field of an error',
    [[['components', 'schemas', 'Error', 'properties', 'error'], undefined]],
    `${GET}, answer 404: error was removed`,
  ],
  ['a field that becomes optional', [[[...order, 'required'], ['id']]], `${HERE}.total became optional`],
  [
    'a field that becomes nullable',
    [
      [
        [...order, 'properties', 'total', 'type'],
        ['number', 'null'],
      ],
    ],
    `${HERE}.total may now be null`,
  ],
  [
    'a field that becomes nullable through a union',
    [[[...order, 'properties', 'total'], { anyOf: [{ type: 'number' }, { type: 'null' }] }]],
    `${HERE}.total may now be null`,
  ],
  [
    'another type',
    [[[...order, 'properties', 'total', 'type'], 'string']],
    `${HERE}.total changed its type from number to string`,
  ],
  [
    'an integer that may have a fraction now',
    [[[...order, 'properties', 'count', 'type'], 'number']],
    `${HERE}.count changed its type from integer to number`,
  ],
  [
    'a type that is gone',
    [[[...order, 'properties', 'total'], {}]],
    `${HERE}.total changed its type from number to anything`,
  ],
  [
    'another format',
    [[[...order, 'properties', 'id', 'format'], 'email']],
    `${HERE}.id changed its format from uuid to email`,
  ],
  [
    'a format that is gone',
    [[[...order, 'properties', 'id', 'format'], undefined]],
    `${HERE}.id changed its format from uuid to none`,
  ],
  [
    'a value that an answer no longer gives',
    [[[...order, 'properties', 'status', 'enum'], ['open']]],
    `${HERE}.status lost the value "paid"`,
  ],
  [
    'a value renamed',
    [
      [
        [...order, 'properties', 'status', 'enum'],
        ['open', 'settled'],
      ],
    ],
    `${HERE}.status lost the value "paid"`,
  ],
  [
    'values that become free text',
    [[[...order, 'properties', 'status', 'enum'], undefined]],
    `${HERE}.status is no longer one of a fixed set of values`,
  ],
  [
    'a list that becomes an object',
    [[[...answer, 'properties', 'data', 'type'], 'object']],
    `${GET}, answer 200: data changed its type from array to object`,
  ],
  [
    'entries of another type',
    [[[...answer, 'properties', 'data', 'items'], { type: 'string' }]],
    `${HERE} changed its type from object to string`,
  ],
  [
    'a field gone from one alternative',
    [[['components', 'schemas', 'Result', 'anyOf', 1, 'properties', 'error'], undefined]],
    `${POST}, answer 202: error was removed`,
  ],
  [
    'an alternative that is gone',
    [[['components', 'schemas', 'Result', 'anyOf', 1], undefined]],
    `${POST}, answer 202: error was removed`,
  ],
  [
    'another status',
    [
      [[...list, 'responses', 200], undefined],
      [[...list, 'responses', 201], released.paths['/orders']?.get?.responses[200]],
    ],
    `${GET}, answer 200 was removed`,
  ],
  [
    'an error status that is gone',
    [[[...list, 'responses', 404], undefined]],
    `${GET}, answer 404 was removed`,
  ],
  [
    'a removed header',
    [[[...list, 'responses', 200, 'headers', 'X-Request-Id'], undefined]],
    `${GET}, answer 200: the header X-Request-Id was removed`,
  ],
  [
    'an answer without a body',
    [[[...list, 'responses', 200, 'content'], undefined]],
    `${GET}, answer 200: application/json was removed`,
  ],

  [
    'a removed parameter',
    [[[...list, 'parameters', 2], released.paths['/orders']?.get?.parameters?.[1]]],
    `${GET}: the parameter word was removed`,
  ],
  [
    'a parameter that becomes required',
    [[[...limit, 'required'], true]],
    `${GET}: the parameter limit became required`,
  ],
  [
    'a new required parameter',
    [
      [
        [...list, 'parameters', 3],
        { name: 'since', in: 'query', required: true, schema: { type: 'string' } },
      ],
    ],
    `${GET}: the new parameter since is required`,
  ],
  [
    'a raised minimum',
    [[inLimit('minimum'), 5]],
    `${GET}: the parameter limit narrowed its minimum from 1 to 5`,
  ],
  [
    'a lowered maximum',
    [[inLimit('maximum'), 50]],
    `${GET}: the parameter limit narrowed its maximum from 100 to 50`,
  ],
  [
    'another default',
    [[inLimit('default'), 20]],
    `${GET}: the parameter limit changed its default from 50 to 20`,
  ],
  [
    'a default that is gone',
    [[inLimit('default'), undefined]],
    `${GET}: the parameter limit changed its default from 50 to none`,
  ],
  [
    'a parameter of another type',
    [[inLimit('type'), 'string']],
    `${GET}: the parameter limit changed its type from integer to string`,
  ],
  [
    'a value that is no longer accepted',
    [[[...list, 'parameters', 1, 'schema', 'enum'], ['open']]],
    `${GET}: the parameter status lost the value "paid"`,
  ],
  [
    'free text that becomes a choice',
    [
      [
        [...list, 'parameters', 2, 'schema', 'enum'],
        ['kopi', 'teh'],
      ],
    ],
    `${GET}: the parameter word is now limited to a fixed set of values`,
  ],
  [
    'a new pattern',
    [[[...list, 'parameters', 2, 'schema', 'pattern'], '^a']],
    `${GET}: the parameter word narrowed its pattern from none to "^a"`,
  ],
  [
    'a new format',
    [[[...list, 'parameters', 2, 'schema', 'format'], 'uuid']],
    `${GET}: the parameter word changed its format from none to uuid`,
  ],

  [
    'a new required field',
    [
      [
        [...body, 'required'],
        ['lines', 'source'],
      ],
    ],
    `${POST}, body: source is new and required`,
  ],
  [
    'a field that must be sent now',
    [
      [
        [...body, 'required'],
        ['lines', 'note'],
      ],
    ],
    `${POST}, body: note became required`,
  ],
  [
    'a nested field that must be sent now',
    [
      [
        [...line, 'required'],
        ['sku', 'colour'],
      ],
    ],
    `${POST}, body: lines[].colour became required`,
  ],
  [
    'a field no longer read',
    [[[...line, 'properties', 'colour'], undefined]],
    `${POST}, body: lines[].colour was removed`,
  ],
  [
    'null no longer accepted',
    [[[...body, 'properties', 'note', 'type'], 'string']],
    `${POST}, body: note may no longer be null`,
  ],
  [
    'a type no longer accepted',
    [[[...body, 'properties', 'external_id'], { type: 'string', maxLength: 255 }]],
    `${POST}, body: external_id changed its type from string or integer to string`,
  ],
  [
    'a shorter text',
    [[[...body, 'properties', 'note', 'maxLength'], 100]],
    `${POST}, body: note narrowed its maxLength from 500 to 100`,
  ],
  [
    'a shorter list',
    [[[...body, 'properties', 'lines', 'maxItems'], 5]],
    `${POST}, body: lines narrowed its maxItems from 10 to 5`,
  ],
  [
    'unknown fields no longer ignored',
    [[[...body, 'additionalProperties'], false]],
    `${POST}, body narrowed its additionalProperties from none to false`,
  ],
  [
    'free values of fewer types',
    [[[...body, 'properties', 'variables', 'additionalProperties', 'type'], 'string']],
    `${POST}, body: variables.* changed its type from string or number to string`,
  ],
  [
    'a body where none was',
    [[[...list, 'requestBody'], { required: true, content: {} }]],
    `${GET}: a body became required`,
  ],
  ['a body that is gone', [[[...report, 'requestBody'], undefined]], `${POST}: its body was removed`],
]

const additive: [string, Edit[]][] = [
  ['nothing', []],
  ['a new path', [[['paths', '/calls'], { get: released.paths['/orders']?.get }]]],
  ['a new method', [[['paths', '/orders', 'post'], released.paths['/orders/{id}/status']?.post]]],
  [
    'other words',
    [
      [[...list, 'summary'], 'All orders'],
      [['info', 'version'], '1.1.0'],
    ],
  ],
  [
    'a new optional parameter',
    [
      [
        [...list, 'parameters', 3],
        { name: 'since', in: 'query', required: false, schema: { type: 'string' } },
      ],
    ],
  ],
  ['a new field in an answer', [[[...order, 'properties', 'currency'], { type: 'string' }]]],
  [
    'a field that is always there now',
    [
      [
        [...order, 'required'],
        [...(released.components.schemas.Order?.required ?? []), 'extra'],
      ],
    ],
  ],
  ['a field that is never null now', [[[...order, 'properties', 'note', 'type'], 'string']]],
  ['a format for a plain answer', [[[...order, 'properties', 'sentence', 'format'], 'uri']]],
  ['a whole number instead of any', [[[...order, 'properties', 'total', 'type'], 'integer']]],
  [
    'a new value in an answer',
    [
      [
        [...order, 'properties', 'status', 'enum'],
        ['open', 'paid', 'refunded'],
      ],
    ],
  ],
  [
    'a new value in a request',
    [
      [
        [...list, 'parameters', 1, 'schema', 'enum'],
        ['open', 'paid', 'refunded'],
      ],
    ],
  ],
  ['a choice that becomes free text', [[[...list, 'parameters', 1, 'schema', 'enum'], undefined]]],
  [
    'wider bounds',
    [
      [inLimit('minimum'), 0],
      [inLimit('maximum'), 200],
      [[...body, 'properties', 'note', 'maxLength'], undefined],
    ],
  ],
  ['a new optional field in a body', [[[...line, 'properties', 'size'], { type: 'string' }]]],
  ['a field that need not be sent', [[[...line, 'required'], []]]],
  [
    'null accepted',
    [
      [
        [...line, 'properties', 'colour', 'type'],
        ['string', 'null'],
      ],
    ],
  ],
  [
    'a further type accepted',
    [
      [
        [...body, 'properties', 'note', 'type'],
        ['string', 'null', 'integer'],
      ],
    ],
  ],
  ['a new error status', [[[...list, 'responses', 503], { $ref: '#/components/responses/NotFound' }]]],
  [
    'a new header',
    [
      [
        [...list, 'responses', 200, 'headers', 'RateLimit-Limit'],
        { description: '', schema: { type: 'integer' } },
      ],
    ],
  ],
  [
    'a reference written out',
    [[[...answer, 'properties', 'data', 'items'], released.components.schemas.Order]],
  ],
  [
    'a component under another name',
    [
      [['components', 'schemas', 'Purchase'], released.components.schemas.Order],
      [[...answer, 'properties', 'data', 'items'], { $ref: '#/components/schemas/Purchase' }],
    ],
  ],
]

describe('what breaks a client is reported', () => {
  it.each(breaking)('%s', (_name, edits, expected) => {
    expect(breakingChanges(released, changed(...edits))).toContain(expected)
  })
})

describe('what only adds is not', () => {
  it.each(additive)('%s', (_name, edits) => {
    expect(breakingChanges(released, changed(...edits))).toEqual([])
  })
})

it('reports a change once, also in a schema that contains itself', () => {
  const document = changed([[...order, 'properties', 'total'], undefined])
  expect(breakingChanges(released, document)).toEqual([`${HERE}.total was removed`])
})
