import { isDeepStrictEqual } from 'node:util'
import { resolveSchema } from './resolve.ts'
import type { JsonSchema, JsonType, OpenApiDocument } from './types.ts'

/** A request may come to accept more, an answer may come to promise more; neither may do less. */
export type Direction = 'request' | 'answer'

interface Documents {
  released: OpenApiDocument
  current: OpenApiDocument
}

/** What a client that knows `before` would trip over in `after`. */
export function schemaChanges(
  documents: Documents,
  direction: Direction,
  place: string,
  before: JsonSchema,
  after: JsonSchema,
): string[] {
  return compare({ documents, direction, open: [] }, { place, field: '' }, before, after)
}

interface Comparison {
  documents: Documents
  direction: Direction
  /** The objects being compared further up: a schema that contains itself ends here. */
  open: [had: object, has: object][]
}

interface Where {
  place: string
  /** The path inside the body: `data[].customer.name`. */
  field: string
}

/** A schema of one type; of any type when it names none. */
type Alternative = JsonSchema & { type?: JsonType }

function compare(comparison: Comparison, where: Where, before: JsonSchema, after: JsonSchema): string[] {
  const { documents, direction } = comparison
  const had = alternatives(documents.released, before)
  const has = alternatives(documents.current, after)
  const changes = defaultChange(comparison, where, before, after)

  // Whoever receives must be able to handle each thing the other side may send.
  const sent = direction === 'request' ? had : has
  const handled = direction === 'request' ? has : had
  for (const one of sent) {
    const fitting = handled.filter((other) => accepts(other.type, one.type))
    if (fitting.length === 0) changes.push(typeChange(comparison, where, one, had, has))
    else
      changes.push(
        ...fewest(fitting.map((other) => compareAlternative(comparison, where, ...inTime(one, other)))),
      )
  }
  // An alternative of an answer that is gone takes with it fields somebody reads.
  if (direction === 'answer') {
    for (const one of had.filter(({ type }) => type === 'object')) {
      const fitting = has.filter(({ type }) => type === 'object')
      if (fitting.length > 0) {
        changes.push(...fewest(fitting.map((other) => compareAlternative(comparison, where, one, other))))
      }
    }
  }
  return changes

  function inTime(one: Alternative, other: Alternative): [Alternative, Alternative] {
    return direction === 'request' ? [one, other] : [other, one]
  }
}

function compareAlternative(
  comparison: Comparison,
  where: Where,
  before: Alternative,
  after: Alternative,
): string[] {
  return [
    ...formatChange(comparison, where, before, after),
    ...valueChanges(comparison, where, before, after),
    ...(comparison.direction === 'request' ? boundChanges(where, before, after) : []),
    ...fieldChanges(comparison, where, before, after),
    ...innerChanges(comparison, where, before, after),
  ]
}

function typeChange(
  { direction }: Comparison,
  where: Where,
  { type }: Alternative,
  had: Alternative[],
  has: Alternative[],
): string {
  if (direction === 'answer' && type === 'null') return say(where, 'may now be null')
  if (direction === 'request' && type === 'null') return say(where, 'may no longer be null')
  return say(where, `changed its type from ${typesOf(had)} to ${typesOf(has)}`)
}

function defaultChange(
  { direction }: Comparison,
  where: Where,
  before: JsonSchema,
  after: JsonSchema,
): string[] {
  const known = direction === 'request' && before.default !== undefined
  if (!known || isDeepStrictEqual(before.default, after.default)) return []
  const [was, is] = [before.default, after.default].map((value) => JSON.stringify(value) ?? 'none')
  return [say(where, `changed its default from ${was} to ${is}`)]
}

function formatChange(
  { direction }: Comparison,
  where: Where,
  before: Alternative,
  after: Alternative,
): string[] {
  const loosened = direction === 'request' ? after.format === undefined : before.format === undefined
  if (before.format === after.format || loosened) return []
  return [say(where, `changed its format from ${before.format ?? 'none'} to ${after.format ?? 'none'}`)]
}

function valueChanges(
  { direction }: Comparison,
  where: Where,
  before: Alternative,
  after: Alternative,
): string[] {
  const [had, has] = [valuesOf(before), valuesOf(after)]
  if (had && has) {
    const gone = had.filter((value) => !has.some((other) => isDeepStrictEqual(value, other)))
    return gone.map((value) => say(where, `lost the value ${JSON.stringify(value)}`))
  }
  if (had && direction === 'answer') return [say(where, 'is no longer one of a fixed set of values')]
  if (has && direction === 'request') return [say(where, 'is now limited to a fixed set of values')]
  return []
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const FIXED = ['pattern', 'multipleOf', 'uniqueItems', 'propertyNames']

function boundChanges(where: Where, before: Alternative, after: Alternative): string[] {
  const narrowed = (name: string, isNarrower: (was: unknown, is: unknown) => boolean) => {
    const [was, is] = [before[name], after[name]]
    if (is === undefined || isDeepStrictEqual(was, is) || !isNarrower(was, is)) return []
    return [
      say(
        where,
        `narrowed its ${name} from ${was === undefined ? 'none' : JSON.stringify(was)} to ${JSON.stringify(is)}`,
      ),
    ]
  }
  return [
    ...LOWER.flatMap((name) => narrowed(name, (was, is) => was === undefined || Number(is) > Number(was))),
    ...UPPER.flatMap((name) => narrowed(name, (was, is) => was === undefined || Number(is) < Number(was))),
    ...FIXED.flatMap((name) => narrowed(name, (_was, is) => is !== false)),
    ...narrowed('additionalProperties', (was, is) => is === false && was !== false),
  ]
}

function fieldChanges(
  comparison: Comparison,
  where: Where,
  before: Alternative,
  after: Alternative,
): string[] {
  const { direction, open } = comparison
  const [had, has] = [before.properties ?? {}, after.properties ?? {}]
  if (open.some(([one, other]) => one === had && other === has)) return []
  const within = { ...comparison, open: [...open, [had, has] as [object, object]] }
  const [needed, needs] = [before.required ?? [], after.required ?? []]
  const changes: string[] = []
  for (const [name, field] of Object.entries(had)) {
    const at = inside(where, name)
    const now = has[name]
    if (!now) {
      changes.push(say(at, 'was removed'))
      continue
    }
    if (direction === 'answer' && needed.includes(name) && !needs.includes(name))
      changes.push(say(at, 'became optional'))
    if (direction === 'request' && !needed.includes(name) && needs.includes(name))
      changes.push(say(at, 'became required'))
    changes.push(...compare(within, at, field, now))
  }
  if (direction === 'request') {
    const added = needs.filter((name) => !Object.hasOwn(had, name))
    changes.push(...added.map((name) => say(inside(where, name), 'is new and required')))
  }
  return changes
}

/** The entries of a list, and the values of an object with free keys. */
function innerChanges(
  comparison: Comparison,
  where: Where,
  before: Alternative,
  after: Alternative,
): string[] {
  const anything: JsonSchema = {}
  const changes: string[] = []
  if (before.items || after.items) {
    const at = { ...where, field: `${where.field}[]` }
    changes.push(...compare(comparison, at, before.items ?? anything, after.items ?? anything))
  }
  const [free, freeNow] = [before.additionalProperties, after.additionalProperties]
  if (typeof free === 'object' || typeof freeNow === 'object') {
    const at = inside(where, '*')
    if (free === false || freeNow === false) {
      if (freeNow === false && comparison.direction === 'answer') changes.push(say(at, 'was removed'))
    } else {
      const [was, is] = [free, freeNow].map((one) => (typeof one === 'object' ? one : anything))
      changes.push(...compare(comparison, at, was ?? anything, is ?? anything))
    }
  }
  return changes
}

/** The schema as a list of schemas of one type each: unions, lists of types and references are all unfolded. */
function alternatives(document: OpenApiDocument, schema: JsonSchema): Alternative[] {
  const { anyOf, oneOf, allOf, ...own } = resolveSchema(document, schema)
  if (anyOf ?? oneOf) {
    const { default: _default, ...beside } = own
    return (anyOf ?? oneOf ?? []).flatMap((one) =>
      alternatives(document, merge(beside, resolveSchema(document, one))),
    )
  }
  if (allOf)
    return alternatives(document, allOf.map((one) => resolveSchema(document, one)).reduce(merge, own))
  if (own.type === undefined) return [own as Alternative]
  return [own.type].flat().map((type) => ({ ...own, type }))
}

function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const merged: JsonSchema = { ...one, ...other }
  if (one.properties && other.properties) merged.properties = { ...one.properties, ...other.properties }
  if (one.required && other.required) merged.required = [...new Set([...one.required, ...other.required])]
  return merged
}

function accepts(handled: JsonType | undefined, sent: JsonType | undefined): boolean {
  return handled === undefined || handled === sent || (handled === 'number' && sent === 'integer')
}

function valuesOf(schema: Alternative): unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum
}

function fewest(candidates: string[][]): string[] {
  return candidates.reduce((best, one) => (one.length < best.length ? one : best))
}

function typesOf(list: Alternative[]): string {
  return [...new Set(list.map(({ type }) => type ?? 'anything'))].join(' or ')
}

function inside(where: Where, name: string): Where {
  return { ...where, field: where.field === '' ? name : `${where.field}.${name}` }
}

function say({ place, field }: Where, change: string): string {
  return field === '' ? `${place} ${change}` : `${place}: ${field} ${change}`
}
