import { z } from 'zod'
import { manageRoutes, strangersShapes } from './routes.ts'

type Shaped = Pick<(typeof manageRoutes)[number], 'method' | 'path' | 'query' | 'body' | 'answer'>
type Json = Record<string, unknown>

/** What the dashboard may ask and is told, as TypeScript: its pages are checked against the very routes they call. */
export function contractText(): string {
  const routes: Shaped[] = [...strangersShapes, ...manageRoutes]
  return `// Generated from the routes in src/modules/manage by "npm run generate"; do not edit.

export interface Contract {
${routes.map(entryOf).join('\n')}
}
`
}

function entryOf({ method, path, query, body, answer }: Shaped): string {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => `${name}: string`)
  const parts = [
    `params: ${params.length > 0 ? `{ ${params.join('; ')} }` : 'undefined'}`,
    `query: ${typeOf(query, 'input')}`,
    `body: ${typeOf(body, 'input')}`,
    `answer: ${typeOf(answer, 'output')}`,
  ]
  return `  '${method} ${path}': {\n${parts.map((part) => `    ${part}\n`).join('')}  }`
}

function typeOf(schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return 'undefined'
  // Within, so that a schema with a name of its own is written out as well.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' })
  return written((properties as { it: Json }).it, $defs as Record<string, Json>)
}

function written(schema: Json, names: Record<string, Json>): string {
  const { $ref, enum: words, const: constant, anyOf, oneOf, allOf, type } = schema
  const inner = (one: unknown) => written(one as Json, names)
  if (typeof $ref === 'string') return inner(names[$ref.replace('#/$defs/', '')])
  if (constant !== undefined) return literal(constant)
  if (Array.isArray(words)) return words.map(literal).join(' | ')
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return [...new Set(choices.map(inner))].join(' | ')
  if (Array.isArray(allOf)) return allOf.map((one) => `(${inner(one)})`).join(' & ')
  if (Array.isArray(type)) return type.map((one) => inner({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `Array<${schema.items ? inner(schema.items) : 'unknown'}>`
  if (type === 'object') return objectOf(schema, inner)
  if (type === 'integer' || type === 'number') return 'number'
  return type === undefined ? 'unknown' : String(type)
}

function objectOf(
  { properties, required = [], additionalProperties }: Json,
  inner: (one: unknown) => string,
) {
  if (!properties)
    return `Record<string, ${isSchema(additionalProperties) ? inner(additionalProperties) : 'unknown'}>`
  const fields = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const isSure = (required as string[]).includes(name)
    return `${/^\w+$/.test(name) ? name : literal(name)}${isSure ? '' : '?'}: ${inner(schema)}${isSure ? '' : ' | undefined'}`
  })
  return `{ ${fields.join('; ')} }`
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : String(value)
}
