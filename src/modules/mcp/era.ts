import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '../../platform/http/index.ts'
import { headerMismatch, incompleteMeta, invalidRequest, unsupportedVersion } from './errors.ts'
import type { Message, Params } from './message.ts'

/** Newest first: what a client is offered that asks for a version nobody here knows. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
const MODERN = '2026-07-28'
export const versions = [MODERN, ...legacyVersions]

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/**
 * Which of the two eras a message belongs to. 2026-07-28 has no handshake: each request says so itself, in its `_meta` and
 * again in headers that must agree with it. Whatever bears none of its marks is the legacy era's.
 */
export function eraOf(message: Message, headers: IncomingHttpHeaders): 'modern' | 'legacy' {
  const header = versionHeader(headers)
  const claimed = isObject(message.params._meta) ? message.params._meta[VERSION] : undefined
  const isModern = header === MODERN || (claimed !== undefined && !isLegacy(claimed))
  if (!isModern) {
    // An `initialize` brings its version in its own params, and it is negotiated there.
    if (header !== undefined && !isLegacy(header) && message.method !== 'initialize') {
      throw unsupportedVersion(header, versions)
    }
    return 'legacy'
  }
  if (message.kind === 'response') throw invalidRequest('a client has nothing to answer in this revision')
  if (message.kind === 'request') checkMarks(message.method, message.params, headers)
  return 'modern'
}

/** As much as can be known of a body that cannot be read. */
export function isMarkedModern(headers: IncomingHttpHeaders): boolean {
  return versionHeader(headers) === MODERN
}

/** 2026-07-28, "Request Metadata" and "Server Validation": what stands in both places must be there and be the same. */
function checkMarks(method: string, params: Params, headers: IncomingHttpHeaders): void {
  const meta = isObject(params._meta) ? params._meta : {}
  const version = meta[VERSION]
  const header = versionHeader(headers)
  if (typeof version !== 'string') throw incompleteMeta(`params._meta["${VERSION}"] must be a string`)
  if (header !== undefined && header !== version) throw mismatch('MCP-Protocol-Version', header, version)
  if (version !== MODERN) throw unsupportedVersion(version, versions)
  if (!isObject(meta[CAPABILITIES])) throw incompleteMeta(`params._meta["${CAPABILITIES}"] must be an object`)
  same('MCP-Protocol-Version', header, version)
  same('Mcp-Method', headerOf(headers, 'mcp-method'), method)
  if (method === 'tools/call' && typeof params.name === 'string') {
    same('Mcp-Name', decoded(headerOf(headers, 'mcp-name')), params.name)
  }
}

/** One that comes twice is joined by Node, and then is nothing we know. */
function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  return headers[name] as string | undefined
}

function versionHeader(headers: IncomingHttpHeaders): string | undefined {
  return headerOf(headers, 'mcp-protocol-version')
}

function isLegacy(version: unknown): boolean {
  return (legacyVersions as readonly unknown[]).includes(version)
}

function same(name: string, header: string | undefined, value: string): void {
  if (header === undefined) throw headerMismatch(`Header mismatch: ${name} header is missing`)
  if (header !== value) throw mismatch(name, header, value)
}

function mismatch(name: string, header: string, value: string) {
  return headerMismatch(
    `Header mismatch: ${name} header value '${header}' does not match body value '${value}'`,
  )
}

/** A name that a header cannot hold as it is comes in Base64 between these marks. */
function decoded(header: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header ?? '')?.[1]
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString()
}
