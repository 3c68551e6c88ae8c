import type { z } from 'zod'
import type { Refusal, Route } from '../http/index.ts'

/** What the reference reads of a route; any route of any door is one. */
export type DocumentedRoute = Omit<Route<never>, 'handle' | 'refusals'> & {
  refusals?: Record<number, string | string[]>
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** The part of JSON Schema 2020-12 that our schemas turn into. */
export interface JsonSchema {
  $ref?: string
  description?: string
  type?: JsonType | JsonType[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  [keyword: string]: unknown
}

export interface Reference {
  $ref: string
}

export interface Header {
  description: string
  schema: JsonSchema
}

export interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface Answer {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, Media>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-required-scope'?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer | Reference>
}

export const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Verb = (typeof verbs)[number]
export type PathItem = Partial<Record<Verb, Operation>>

export interface PlacedOperation {
  verb: Verb
  path: string
  operation: Operation
  /** The service calls, and the path is the event's name. */
  isEvent?: boolean
}

export interface SecurityScheme {
  type: 'http'
  scheme: 'bearer'
  description: string
  /** Scope → what it allows, in a sentence. */
  'x-scopes': Record<string, string>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string; description?: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, PathItem>
  /** What the service itself sends. */
  webhooks?: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    headers: Record<string, Header>
    securitySchemes: Record<string, SecurityScheme>
  }
}

/** A refusal that any route of the door may give. */
export interface StandingRefusal {
  status: number
  /** What the document calls it: `Unauthorized`. */
  name: string
  description: string
  example: Refusal
  /** Names of headers that come with it. */
  headers: string[]
  /** The routes that can give it; without this, every one. */
  on?: (route: DocumentedRoute) => boolean
  /** A route that names its own texts for this status gives those and never this one. */
  unlessNamed?: boolean
}

/** Something the service tells about on its own. */
export interface DocumentedEvent {
  name: string
  /** When it happens. */
  summary: string
  body: z.ZodType
}

export interface DocumentOptions {
  title: string
  version: string
  description: string
  prefix: string
  /** What a caller should know about the address. */
  server: string
  /** How a caller proves who it is. */
  authentication: string
  /** What an error body is. */
  errors: string
  routes: DocumentedRoute[]
  events?: DocumentedEvent[]
  /** Tag → what its operations are about. */
  tags: Record<string, string>
  scopes: Record<string, string>
  headers: Record<string, Header>
  /** Names of headers that come with every success. */
  answerHeaders: string[]
  everyRefusal: StandingRefusal[]
  /** `field`, or `holder.field`, → a believable value, for schemas that bring none of their own. */
  examples?: Record<string, unknown>
}
