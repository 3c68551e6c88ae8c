import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../src/lib/root.ts'
import {
  mountReference,
  readReleased,
  textOfDocument,
  v1Document,
  v1Routes,
  writeReleased,
} from '../src/modules/reference/index.ts'
import { createServer } from '../src/platform/http/index.ts'
import { createLog } from '../src/platform/log.ts'
import { breakingChanges, type OpenApiDocument } from '../src/platform/openapi/index.ts'

describe('the document of v1', () => {
  it('is valid OpenAPI 3.1 by a validator that is not ours', async () => {
    const result = await new Validator().validate(JSON.parse(textOfDocument(v1Document())))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('describes every route of the table, with the scope that the door asks for', () => {
    const { paths, components } = v1Document()
    for (const { method, path, scope } of v1Routes) {
      const item = paths[path.replace(/:(\w+)/g, '{$1}')] as Record<string, Record<string, unknown>>
      const operation = item[method.toLowerCase()]
      expect(operation, `${method} ${path}`).toBeDefined()
      expect(operation?.['x-required-scope']).toBe(scope)
    }
    expect(components.schemas).toHaveProperty('Conversation')
    expect(components.schemas).toHaveProperty('Message')
  })

  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(v1Document().info.version).toBe(version)
  })
})

describe('the released document', () => {
  it('is not broken by the current one (specification, section 9)', () => {
    const released = JSON.parse(readReleased() ?? 'null') as OpenApiDocument
    expect(breakingChanges(released, v1Document())).toEqual([])
  })

  it('is not overwritten by one that breaks it', () => {
    const root = mkdtempSync(join(tmpdir(), 'openapi-'))
    try {
      writeReleased(root)
      const broken = v1Document()
      delete broken.components.schemas.Message?.properties?.content
      expect(() => writeReleased(root, broken)).toThrow('data[].content was removed')
      expect(readReleased(root)).toBe(textOfDocument(v1Document()))

      const more = v1Document()
      more.info.version = '99.0.0'
      writeReleased(root, more)
      expect(readReleased(root)).toContain('99.0.0')
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})

describe('served', () => {
  let app: FastifyInstance
  beforeAll(() => {
    app = createServer({ log: createLog('silent', () => {}), trustProxy: false, observe: () => {} })
    mountReference(app, v1Routes)
  })
  afterAll(() => app.close())

  it('gives the document without a key, to pages of any origin', async () => {
    const answer = await app.inject('/api/v1/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.body).toBe(textOfDocument(v1Document()))
  })

  it('gives the page under a policy that allows only its own files', async () => {
    const answer = await app.inject('/docs')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.body).toContain('List the messages of a conversation')
  })

  it('has one address for the page', async () => {
    const answer = await app.inject('/docs/')
    expect(answer.statusCode).toBe(308)
    expect(new URL(answer.headers.location as string, 'http://host/docs/').pathname).toBe('/docs')
  })

  it.each([
    ['/docs/reference.css', 'text/css; charset=utf-8'],
    ['/docs/reference.js', 'text/javascript; charset=utf-8'],
  ])('gives %s', async (path, type) => {
    const answer = await app.inject(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('answers 304 to who holds the current one, and sends it again to who does not', async () => {
    const { headers } = await app.inject('/docs')
    const etag = headers.etag as string
    for (const held of [etag, `W/${etag}`, `"old", ${etag}`]) {
      const again = await app.inject({ url: '/docs', headers: { 'if-none-match': held } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const other = await app.inject({ url: '/docs', headers: { 'if-none-match': '"old"' } })
    expect(other.statusCode).toBe(200)
  })
})
