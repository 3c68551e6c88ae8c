import { z } from 'zod'
import type { JsonSchema } from './types.ts'

export interface SchemaBook {
  /** The schema as JSON Schema; what carries an id becomes a component and is referred to. */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  keep(name: string, schema: JsonSchema): void
  components(): Record<string, JsonSchema>
}

export function schemaBook(examples: Record<string, unknown> = {}): SchemaBook {
  const components = new Map<string, JsonSchema>()

  function keep(name: string, schema: JsonSchema): void {
    const known = components.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas are called ${name}: give one of them another id`)
    }
    components.set(name, schema)
  }

  return {
    keep,
    write(schema, io) {
      // Inside an object, so that a schema with an id of its own is referred to as well.
      const written = z.toJSONSchema(z.object({ root: schema }), {
        io,
        override: completeFrom,
      }) as unknown as Written
      for (const [name, definition] of Object.entries(written.$defs ?? {}))
        keep(name, tidy(definition, examples, name))
      return tidy(written.properties.root, examples)
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

interface Written {
  properties: { root: JsonSchema }
  $defs?: Record<string, JsonSchema>
}

interface Overriding {
  zodSchema: z.core.$ZodTypes
  jsonSchema: object
}

/** What zod leaves out of, or says too much about, a schema that transforms or that ignores unknown fields. */
function completeFrom({ zodSchema, jsonSchema }: Overriding): void {
  const { def } = zodSchema._zod
  const schema = jsonSchema as JsonSchema
  // A default behind a transform is dropped on the way in, though it is exactly what a caller wants to know.
  if (def.type === 'default') schema.default = def.defaultValue
  // Clients must ignore fields they do not know (specification, section 1), so an answer is never closed.
  if (def.type === 'object' && !def.catchall) delete schema.additionalProperties
}

/** `holder` is the component or field that the schema describes: `customer.name` and `Product.name` look different. */
function tidy(schema: JsonSchema, examples: Record<string, unknown>, holder = ''): JsonSchema {
  const inner = (part: JsonSchema, name = holder) => tidy(part, examples, name)
  const result = collapseNull({ ...schema })
  delete result.id
  if (result.$ref) result.$ref = result.$ref.replace('#/$defs/', '#/components/schemas/')
  // The format says it already, in one word instead of a line of expression.
  if (result.format) delete result.pattern
  if (result.maximum === Number.MAX_SAFE_INTEGER) delete result.maximum
  if (result.minimum === Number.MIN_SAFE_INTEGER) delete result.minimum
  if (result.propertyNames && isPlain(result.propertyNames)) delete result.propertyNames

  if (result.items) result.items = inner(result.items)
  if (result.propertyNames) result.propertyNames = inner(result.propertyNames)
  if (typeof result.additionalProperties === 'object') {
    result.additionalProperties = inner(result.additionalProperties)
  }
  for (const list of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (result[list]) result[list] = result[list].map((part) => inner(part))
  }
  if (result.properties) {
    result.properties = Object.fromEntries(
      Object.entries(result.properties).map(([name, field]) => [
        name,
        withExample(inner(field, name), examples[`${holder}.${name}`] ?? examples[name]),
      ]),
    )
  }
  return inOrder(result)
}

/** `anyOf: [x, null]` as one schema of two types, where that means the same. */
function collapseNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf) return schema
  // A type given by hand beside the alternatives says nothing that they do not.
  delete rest.type
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null')
  const simple =
    only && others.length === 0 && typeof only.type === 'string' && !only.enum && !('const' in only)
  if (!simple || anyOf.length !== 2) return { ...rest, anyOf }
  return { ...only, ...rest, type: [only.type as 'string', 'null'] }
}

function isPlain(schema: JsonSchema): boolean {
  return Object.keys(schema).join() === 'type'
}

function withExample(schema: JsonSchema, example: unknown): JsonSchema {
  const informed = schema.$ref || schema.examples || schema.enum || schema.format || 'const' in schema
  if (example === undefined || informed || !isOfType(example, schema.type)) return schema
  return inOrder({ ...schema, examples: [example] })
}

function isOfType(value: unknown, type: JsonSchema['type']): boolean {
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [type].flat().some((one) => one === own || (one === 'integer' && Number.isInteger(value)))
}

const FIRST = [
  '$ref',
  'description',
  'type',
  'format',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
]
const LAST = [
  'default',
  'examples',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
]

/** One order of keywords whatever the library's, so that the released file changes only when its meaning does. */
function inOrder(schema: JsonSchema): JsonSchema {
  const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : 100 + LAST.indexOf(key))
  return Object.fromEntries(
    Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)),
  ) as JsonSchema
}
