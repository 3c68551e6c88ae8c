import { STATUS_CODES } from 'node:http'
import type { Refusal } from '../http/index.ts'
import { type SchemaBook, schemaBook } from './schemas.ts'
import type {
  Answer,
  DocumentedEvent,
  DocumentedRoute,
  DocumentOptions,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  StandingRefusal,
  Verb,
} from './types.ts'

const JSON_TYPE = 'application/json'
const SCHEME = 'apiKey'
export const EVENTS_TAG = 'Webhooks'

/** The OpenAPI document of a door, from the very schemas that validate its requests. The same routes give the same text. */
export function openApiDocument(options: DocumentOptions): OpenApiDocument {
  const book = schemaBook(options.examples)
  book.keep('Error', errorSchema(options.errors))
  const paths: Record<string, PathItem> = {}
  for (const route of options.routes) {
    const path = templateOf(route.path)
    const verb = route.method.toLowerCase() as Verb
    const item = paths[path] ?? {}
    if (item[verb]) throw new Error(`${route.method} ${route.path} is in the table twice`)
    item[verb] = operationOf(route, options, book)
    paths[path] = item
  }
  const { events = [] } = options
  const tags = [...new Set(options.routes.map(({ tag }) => tag)), ...(events.length > 0 ? [EVENTS_TAG] : [])]
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description: options.description },
    servers: [{ url: options.prefix, description: options.server }],
    tags: tags.map((name) => ({ name, ...given('description', options.tags[name]) })),
    paths,
    ...(events.length > 0 && {
      webhooks: Object.fromEntries(events.map((event) => [event.name, { post: eventOf(event, book) }])),
    }),
    components: {
      schemas: book.components(),
      responses: Object.fromEntries(
        options.everyRefusal.map((refusal) => [refusal.name, answerOf(refusal, [refusal.example])]),
      ),
      headers: options.headers,
      securitySchemes: {
        [SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: options.authentication,
          'x-scopes': options.scopes,
        },
      },
    },
  }
}

/** A webhook carries a signature and no key; anything in the two hundreds says that it arrived. */
function eventOf({ name, summary, body }: DocumentedEvent, book: SchemaBook): Operation {
  const words = name.split(/[._]/).map(capital)
  return {
    operationId: `on${words.join('')}`,
    tags: [EVENTS_TAG],
    summary: name,
    description: `${capital(summary)}.`,
    security: [],
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: book.write(body, 'output') } } },
    responses: { '2XX': { description: 'It arrived.' } },
  }
}

function operationOf(route: DocumentedRoute, options: DocumentOptions, book: SchemaBook): Operation {
  try {
    const parameters = [
      ...pathParameters(route.path),
      ...queryParameters(route, book),
      ...headerParameters(route),
    ]
    return {
      operationId: operationIdOf(route),
      tags: [route.tag],
      summary: route.summary,
      ...given('description', descriptionOf(route, options.scopes)),
      ...given('x-required-scope', route.scope),
      security: [{ [SCHEME]: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(route.body && {
        requestBody: {
          required: true,
          content: { [JSON_TYPE]: { schema: book.write(route.body, 'input') } },
        },
      }),
      responses: { ...success(route, options, book), ...refusals(route, options.everyRefusal) },
    }
  } catch (error) {
    throw new Error(`${route.method} ${route.path} cannot be described: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** `GET /conversations/:id/messages` → `getConversationsByIdMessages`: clients generate function names from it. */
function operationIdOf({ method, path }: DocumentedRoute): string {
  const words = path.split(/[/_-]/).filter((word) => word !== '')
  const named = words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)))
  return method.toLowerCase() + named.join('')
}

function descriptionOf(
  { description, scope }: DocumentedRoute,
  scopes: Record<string, string>,
): string | undefined {
  if (scope === undefined) return description
  const allows = scopes[scope]
  if (allows === undefined) throw new Error(`nobody says what the scope ${scope} allows`)
  return [description, `Needs a key with the scope \`${scope}\`: ${lowerFirst(allows)}.`]
    .filter(Boolean)
    .join('\n\n')
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\/([^/:]+)\/:(\w+)/g)].map(([, collection = '', name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${collection.replace(/s$/, '')}`,
    schema: { type: 'string', format: 'uuid' },
  }))
}

function queryParameters({ query }: DocumentedRoute, book: SchemaBook): Parameter[] {
  if (!query) return []
  const { properties = {}, required = [] } = book.write(query, 'input')
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...given('description', description),
    schema,
  }))
}

function headerParameters({ headers = {} }: DocumentedRoute): Parameter[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))
}

function success(route: DocumentedRoute, options: DocumentOptions, book: SchemaBook): Record<string, Answer> {
  const status = route.status ?? (route.answer ? 200 : 204)
  const answer: Answer = {
    description: STATUS_CODES[status] as string,
    headers: headersOf(options.answerHeaders),
    ...(route.answer && { content: { [JSON_TYPE]: { schema: book.write(route.answer, 'output') } } }),
  }
  return { [status]: answer }
}

/** By reference where a route refuses as every route does; written out where it has something of its own to say. */
function refusals(route: DocumentedRoute, standing: StandingRefusal[]): Record<string, Answer | Reference> {
  const named = namedRefusals(route)
  const answers: Record<string, Answer | Reference> = {}
  for (const refusal of standing) {
    const own = named.get(refusal.status) ?? []
    if (own.length === 0 && refusal.on?.(route) === false) continue
    answers[refusal.status] =
      own.length === 0
        ? { $ref: `#/components/responses/${refusal.name}` }
        : answerOf(refusal, refusal.unlessNamed ? own : [refusal.example, ...own])
    named.delete(refusal.status)
  }
  const headers = standing.find(({ status }) => status === 500)?.headers ?? []
  for (const [status, own] of named) {
    answers[status] = answerOf({ description: STATUS_CODES[status] as string, headers }, own)
  }
  return answers
}

// These refusals are meant for a person and always bring a sentence (specification, section 7).
const TOLD_TO_A_PERSON = [402, 403, 422, 503]

function namedRefusals(route: DocumentedRoute): Map<number, Refusal[]> {
  const named = new Map<number, Refusal[]>()
  if (route.scope !== undefined) {
    const error = `missing scope: ${route.scope}`
    named.set(403, [{ error, message: error }])
  }
  for (const [code, texts] of Object.entries(route.refusals ?? {})) {
    const status = Number(code)
    const own = [texts].flat().map((error) => ({
      error,
      ...(TOLD_TO_A_PERSON.includes(status) && { message: 'What happened and what to do, in a sentence.' }),
    }))
    named.set(status, [...(named.get(status) ?? []), ...own])
  }
  return named
}

function answerOf(
  { description, headers }: Pick<StandingRefusal, 'description' | 'headers'>,
  examples: Refusal[],
): Answer {
  const shown =
    examples.length === 1
      ? { example: examples[0] }
      : { examples: Object.fromEntries(examples.map((value) => [nameOf(value.error), { value }])) }
  const content = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' }, ...shown } }
  return { description, headers: headersOf(headers), content }
}

function headersOf(names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorSchema(description: string): JsonSchema {
  return {
    description,
    type: 'object',
    properties: {
      error: { description: 'What is wrong, as a fixed text that code may compare', type: 'string' },
      message: { description: 'A sentence for a person, where there is more to say', type: 'string' },
      details: {
        description: 'Every problem of the request',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            path: { description: 'The field, such as `products[3].price`', type: 'string' },
            message: { description: 'What it must be', type: 'string' },
          },
          required: ['path', 'message'],
        },
      },
    },
    required: ['error'],
  }
}

function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function nameOf(error: string): string {
  return error.replace(/[^a-z0-9]+/gi, '_').replace(/^_|_$/g, '')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]?: Value })
}
