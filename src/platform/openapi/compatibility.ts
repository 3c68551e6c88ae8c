import { isDeepStrictEqual } from 'node:util'
import { type Direction, schemaChanges } from './compatible-schema.ts'
import { resolve } from './resolve.ts'
import {
  type Answer,
  type Media,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  verbs,
} from './types.ts'

/**
 * What in `current` could break a client written against `released`, in plain words with the place. Within a version
 * only additive changes are made (specification, section 9); an empty list says that this one keeps the promise.
 */
export function breakingChanges(released: OpenApiDocument, current: OpenApiDocument): string[] {
  const changes: string[] = []
  const check = checker({ released, current }, changes)
  check.servers()
  check.securitySchemes()
  for (const [path, item] of Object.entries(released.paths)) {
    for (const verb of verbs) {
      const before = item[verb]
      if (!before) continue
      const place = `${verb.toUpperCase()} ${path}`
      const after = current.paths[path]?.[verb]
      if (after) check.operation(place, before, after)
      else changes.push(`${place} was removed`)
    }
  }
  for (const [name, { post: before }] of Object.entries(released.webhooks ?? {})) {
    const after = current.webhooks?.[name]?.post
    if (after) check.event(name, before, after)
    else changes.push(`the webhook ${name} was removed`)
  }
  return [...new Set(changes)]
}

interface Pair {
  released: OpenApiDocument
  current: OpenApiDocument
}

function checker(documents: Pair, changes: string[]) {
  const { released, current } = documents
  const report = (text: string) => changes.push(text)

  return { servers, securitySchemes, operation, event }

  function servers(): void {
    for (const { url } of released.servers) {
      if (!current.servers.some((server) => server.url === url)) report(`the address ${url} was removed`)
    }
  }

  function securitySchemes(): void {
    for (const [name, before] of Object.entries(released.components.securitySchemes)) {
      const after = current.components.securitySchemes[name]
      if (after?.type !== before.type || after.scheme !== before.scheme) {
        report(`the way to authenticate changed: ${name} was ${before.type} ${before.scheme}`)
      }
    }
  }

  function operation(place: string, before: Operation, after: Operation): void {
    if (before.operationId !== after.operationId) {
      report(`${place}: its operationId changed from ${before.operationId} to ${after.operationId}`)
    }
    if (before['x-required-scope'] !== after['x-required-scope']) {
      const [was, is] = [before, after].map((one) => one['x-required-scope'] ?? 'none')
      report(`${place}: the scope it needs changed from ${was} to ${is}`)
    }
    if (!isDeepStrictEqual(before.security ?? [], after.security ?? [])) {
      report(`${place}: the security it requires changed`)
    }
    parameters(place, before, after)
    body(place, before.requestBody, after.requestBody)
    answers(place, before.responses, after.responses)
  }

  /** Its body is what the service says, like an answer. */
  function event(name: string, before: Operation, after: Operation): void {
    contents('answer', `the webhook ${name}`, before.requestBody?.content, after.requestBody?.content)
  }

  function parameters(place: string, before: Operation, after: Operation): void {
    const had = parametersOf(released, before)
    const has = parametersOf(current, after)
    for (const [key, parameter] of had) {
      const where = `${place}: the parameter ${parameter.name}`
      const now = has.get(key)
      if (!now) {
        report(`${where} was removed`)
        continue
      }
      if (now.required && !parameter.required) report(`${where} became required`)
      schema('request', where, parameter, now)
    }
    for (const [key, { name, required }] of has) {
      if (required && !had.has(key)) report(`${place}: the new parameter ${name} is required`)
    }
  }

  function body(place: string, before: Operation['requestBody'], after: Operation['requestBody']): void {
    if (!before) {
      if (after?.required) report(`${place}: a body became required`)
      return
    }
    if (!after) {
      report(`${place}: its body was removed`)
      return
    }
    if (after.required && !before.required) report(`${place}: the body became required`)
    contents('request', `${place}, body`, before.content, after.content)
  }

  function answers(place: string, before: Operation['responses'], after: Operation['responses']): void {
    for (const [status, one] of Object.entries(before)) {
      const where = `${place}, answer ${status}`
      const now = after[status]
      if (!now) {
        report(`${where} was removed`)
        continue
      }
      const [had, has] = [resolve<Answer>(released, one), resolve<Answer>(current, now)]
      headers(where, had, has)
      contents('answer', where, had.content, has.content)
    }
  }

  function headers(place: string, before: Answer, after: Answer): void {
    for (const [name, header] of Object.entries(before.headers ?? {})) {
      const where = `${place}: the header ${name}`
      const now = after.headers?.[name]
      if (now) schema('answer', where, resolve(released, header), resolve(current, now))
      else report(`${where} was removed`)
    }
  }

  function contents(
    direction: Direction,
    place: string,
    before: Record<string, Media> = {},
    after: Record<string, Media> = {},
  ): void {
    for (const [type, media] of Object.entries(before)) {
      const now = after[type]
      if (now) schema(direction, place, media, now)
      else report(`${place}: ${type} was removed`)
    }
  }

  function schema(
    direction: Direction,
    place: string,
    before: Pick<Media, 'schema'>,
    after: Pick<Media, 'schema'>,
  ) {
    changes.push(...schemaChanges(documents, direction, place, before.schema, after.schema))
  }
}

function parametersOf(document: OpenApiDocument, operation: Operation): Map<string, Parameter> {
  const list = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  return new Map(list.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
}
