import { resolveSchema } from './resolve.ts'
import type { JsonSchema, JsonType, OpenApiDocument } from './types.ts'

export const EXAMPLE_ID = '019b8c2e-4f10-7a3b-9c5d-2e6f8a1b0c4d'

const BY_FORMAT: Record<string, string> = {
  uuid: EXAMPLE_ID,
  'date-time': '2026-01-05T02:41:07.120Z',
  date: '2026-01-05',
  uri: 'https://shop.example.com/kopi-o-ais',
  email: 'siti@example.com',
}

const BY_TYPE: Record<JsonType, unknown> = {
  string: 'text',
  number: 6.4,
  integer: 2,
  boolean: true,
  null: null,
  array: [],
  object: {},
}

/** A value that fits the schema: its own example where it has one, else something believable. */
export function exampleOf(document: OpenApiDocument, schema: JsonSchema, open: string[] = []): unknown {
  if (schema.$ref !== undefined) {
    if (open.includes(schema.$ref)) return null
    return exampleOf(document, resolveSchema(document, schema), [...open, schema.$ref])
  }
  const inner = (part: JsonSchema) => exampleOf(document, part, open)
  if (schema.examples) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const union = schema.anyOf ?? schema.oneOf
  if (union) return inner(union.find(({ type }) => type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner))

  const type = [schema.type].flat()[0]
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, inner(field)])
    return Object.fromEntries(fields)
  }
  if (type === 'array') return schema.items ? [inner(schema.items)] : []
  if (type === 'string') return BY_FORMAT[schema.format ?? ''] ?? BY_TYPE.string
  if (type === 'integer' || type === 'number') return withinBounds(schema, BY_TYPE[type] as number)
  return type === undefined ? null : BY_TYPE[type]
}

function withinBounds({ minimum, maximum }: JsonSchema, value: number): number {
  return Math.max(Math.min(value, Number(maximum ?? value)), Number(minimum ?? -Infinity))
}
