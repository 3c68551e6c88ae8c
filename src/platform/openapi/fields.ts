import { type Html, html } from '../../lib/html.ts'
import { inline } from './markdown.ts'
import { nameOfReference, resolveSchema } from './resolve.ts'
import type { JsonSchema, OpenApiDocument } from './types.ts'

export interface Field {
  /** What leads to it: `data[].customer.` */
  parent: string
  name: string
  required: boolean
  schema: JsonSchema
}

/** Every field of a body, nested ones right after what holds them. */
export function fieldsOf(
  document: OpenApiDocument,
  schema: JsonSchema,
  parent = '',
  open: string[] = [],
): Field[] {
  const ref = schema.$ref
  if (ref !== undefined && open.includes(ref)) return []
  const within = ref === undefined ? open : [...open, ref]
  const {
    properties = {},
    required = [],
    items,
    anyOf,
    oneOf,
    additionalProperties,
  } = resolveSchema(document, schema)
  const own = Object.entries(properties).flatMap(([name, field]): Field[] => [
    { parent, name, required: required.includes(name), schema: field },
    ...fieldsOf(document, field, `${parent}${name}${isList(document, field) ? '[]' : ''}.`, within),
  ])
  const union = (anyOf ?? oneOf ?? []).flatMap((one) => fieldsOf(document, one, parent, within))
  const entries = items ? fieldsOf(document, items, parent === '' ? '[].' : parent, within) : []
  const free =
    typeof additionalProperties === 'object'
      ? fieldsOf(document, additionalProperties, `${parent}*.`, within)
      : []
  return unique([...own, ...union, ...entries, ...free])
}

export function fieldTable(document: OpenApiDocument, caption: string, fields: Field[], marks: Mark): Html {
  return html`<table class="fields"><caption class="quiet">${caption}</caption><tbody>${fields.map(
    (field) => html`<tr>
<th scope="row"><code>${breakable(field.parent)}<b>${field.name}</b></code></th>
<td>${about(document, field, marks)}</td></tr>`,
  )}</tbody></table>`
}

/** Requests say what must be sent, answers what may be missing: the exception is what is worth a word. */
export type Mark = 'required' | 'optional'

/** The type in words: `integer`, `timestamp or null`, `list of Message`. */
export function typeOf(document: OpenApiDocument, schema: JsonSchema): string {
  const name = nameOfReference(schema)
  if (name !== undefined) return name
  const union = schema.anyOf ?? schema.oneOf
  if (union) return [...new Set(union.map((one) => typeOf(document, one)))].join(' or ')
  if (schema.type === undefined) return 'anything'
  return [schema.type]
    .flat()
    .map((type) => {
      if (type === 'array') return schema.items ? `list of ${typeOf(document, schema.items)}` : 'list'
      if (type === 'string')
        return { 'date-time': 'timestamp' }[schema.format ?? ''] ?? schema.format ?? 'string'
      return type
    })
    .join(' or ')
}

function about(document: OpenApiDocument, { required, schema }: Field, marks: Mark): Html[] {
  const { description } = resolveSchema(document, schema)
  const mark = required === (marks === 'required') ? [html`<strong>${marks}</strong>`] : []
  const notes = [html`${typeOf(document, schema)}`, ...mark, ...notesOf(schema)]
  return [
    html`<p class="notes">${notes.map((note, index) => html`${index > 0 && ' · '}${note}`)}</p>`,
    ...(description ? [html`<p>${inline(description)}</p>`] : []),
  ]
}

/** A long path may be broken after a dot, and nowhere else. */
function breakable(path: string): Html[] {
  return path.split(/(?<=\.)/).map((part) => html`${part}<wbr>`)
}

function notesOf(schema: JsonSchema): Html[] {
  const branch = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null') ?? []
  const values = 'const' in schema ? [schema.const] : schema.enum
  return [
    ...(values ? [html`${values.length === 1 ? 'always' : 'one of'} ${codes(values)}`] : []),
    ...bounds(schema),
    ...(typeof schema.pattern === 'string'
      ? [html`matches <code class="pattern">${schema.pattern}</code>`]
      : []),
    ...(schema.default === undefined ? [] : [html`default ${codes([schema.default])}`]),
    ...branch.flatMap(notesOf),
    ...(schema.items && !schema.items.$ref ? notesOf(schema.items).map((note) => html`each ${note}`) : []),
  ]
}

function bounds(schema: JsonSchema): Html[] {
  const range = (low: unknown, high: unknown, unit: string) => {
    if (low === undefined && high === undefined) return []
    if (low === undefined) return [html`at most ${number(high)}${unit}`]
    if (high === undefined) return [html`at least ${number(low)}${unit}`]
    return [html`${number(low)} to ${number(high)}${unit}`]
  }
  return [
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...range(schema.minProperties, schema.maxProperties, ' entries'),
  ]
}

function codes(values: unknown[]): Html[] {
  return values.map(
    (value, index) =>
      html`${index > 0 && ', '}<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
  )
}

function number(value: unknown): string {
  return Number(value).toLocaleString('en')
}

function isList(document: OpenApiDocument, schema: JsonSchema): boolean {
  return [resolveSchema(document, schema).type].flat().includes('array')
}

function unique(fields: Field[]): Field[] {
  const seen = new Map(fields.map((field) => [field.parent + field.name, field]))
  return [...seen.values()]
}
