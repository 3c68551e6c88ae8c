import type { JsonSchema, OpenApiDocument } from './types.ts'

/** What a `#/…` reference in the document points at; anything else is returned as it is. */
export function resolve<Part>(document: OpenApiDocument, part: Part | { $ref: string }): Part {
  const ref = (part as { $ref?: string }).$ref
  if (ref === undefined) return part as Part
  const found = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  if (found === undefined) throw new Error(`${ref} points at nothing`)
  return resolve(document, found as Part)
}

/** A schema with its reference followed; what stands beside the reference stays. */
export function resolveSchema(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...resolveSchema(document, resolve<JsonSchema>(document, { $ref })), ...beside }
}

/** The component a schema refers to, if it does. */
export function nameOfReference(schema: JsonSchema): string | undefined {
  return schema.$ref?.split('/').at(-1)
}
