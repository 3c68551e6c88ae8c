import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintCredential } from '../../src/lib/secrets.ts'
import { system } from '../../src/modules/audit/index.ts'
import { revokeKey } from '../../src/modules/keys/index.ts'
import { hear, post } from '../harness/mcp.ts'
import { newKey, openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db, {
    scopes: ['conversations:label', 'conversations:status', 'conversations:note'],
  })
  await hear(service.db, shop, { user: 'siti' })
})
afterAll(() => service.close())

const path = '/api/mcp'
const JSON_TYPE = { 'Content-Type': 'application/json' }

function send(body: unknown, headers: Record<string, string> = {}, key = shop.key) {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return post(service.url + path, { ...JSON_TYPE, Authorization: `Bearer ${key}`, ...headers }, raw)
}

const ask = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const ping = ask('ping')
const listOne = ask('tools/call', { name: 'list_conversations', arguments: { limit: 1 } })

describe('the legacy era: messages', () => {
  const accepts: [string, Record<string, string>][] = [
    ['missing', {}],
    ['*/*', { Accept: '*/*' }],
    ['JSON only', { Accept: 'application/json' }],
    ['a stream only', { Accept: 'text/event-stream' }],
    ['both', { Accept: 'application/json, text/event-stream' }],
    ['something else', { Accept: 'text/html' }],
  ]
  it.each(accepts)('Accept %s is answered with one JSON object', async (_, headers) => {
    const reply = await send(listOne, headers)
    expect([reply.status, reply.json.id]).toEqual([200, 1])
    expect(JSON.parse(reply.json.result.content[0].text).conversations).toHaveLength(1)
  })

  const ids = [
    0,
    -1,
    1.5,
    9007199254740991,
    '',
    '0',
    'a',
    '🧋 "quoted" \\',
    '00000000-0000-0000-0000-000000000000',
  ]
  it.each(ids)('the id %j comes back as it was', async (id) => {
    expect((await send(ask('ping', undefined, id))).json).toEqual({ jsonrpc: '2.0', id, result: {} })
    expect((await send(ask('nothing', undefined, id))).json).toMatchObject({ id, error: { code: -32601 } })
  })

  const unanswered: [string, unknown][] = [
    ['notifications/initialized', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a notification nobody knows', { jsonrpc: '2.0', method: 'notifications/other', params: { a: 1 } }],
    ['a notification with odd params', { jsonrpc: '2.0', method: 'notifications/other', params: [1] }],
    ['a request without an id', { jsonrpc: '2.0', method: 'tools/list' }],
    ['a result', { jsonrpc: '2.0', id: 7, result: {} }],
    ['an error', { jsonrpc: '2.0', id: 7, error: { code: -1, message: 'no' } }],
  ]
  it.each(unanswered)('%s is accepted with 202 and no body', async (_, body) => {
    const reply = await send(body)
    expect([reply.status, reply.text]).toEqual([202, ''])
  })

  const refused: [string, unknown, number][] = [
    ['a batch', [ping, ping], -32600],
    ['a batch of one', [ping], -32600],
    ['an empty batch', [], -32600],
    ['a string', '"ping"', -32600],
    ['a number', '5', -32600],
    ['null', 'null', -32600],
    ['an empty object', {}, -32600],
    ['no jsonrpc', { id: 1, method: 'ping' }, -32600],
    ['another jsonrpc', { ...ping, jsonrpc: '1.0' }, -32600],
    ['jsonrpc as a number', { ...ping, jsonrpc: 2.0 }, -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['a method that is no string', { ...ping, method: 5 }, -32600],
    ['a null id', ask('ping', undefined, null), -32600],
    ['a true id', ask('ping', undefined, true), -32600],
    ['an object as id', ask('ping', undefined, {}), -32600],
    ['an infinite id', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', -32600],
    ['broken JSON', '{"jsonrpc":"2.0","id":1,', -32700],
    ['an empty body', '', -32700],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), -32700],
    ['params as a list', ask('ping', []), -32602],
    ['params as a string', ask('ping', 'x'), -32602],
    ['null params', ask('ping', null), -32602],
    ['a method nobody knows', ask('resources/list'), -32601],
    ['an inherited name as method', ask('constructor'), -32601],
    ['the other era’s method', ask('server/discover'), -32601],
    ['a cursor', ask('tools/list', { cursor: 'abc' }), -32602],
    ['a protocol version that is no string', ask('initialize', { protocolVersion: 5 }), -32602],
    ['a tool nobody knows', ask('tools/call', { name: 'delete_everything' }), -32602],
    ['an inherited name as tool', ask('tools/call', { name: 'toString' }), -32602],
    ['no tool', ask('tools/call'), -32602],
    ['a tool that is no string', ask('tools/call', { name: 5 }), -32602],
    ['arguments as a list', ask('tools/call', { name: 'list_conversations', arguments: [] }), -32602],
    ['null arguments', ask('tools/call', { name: 'list_conversations', arguments: null }), -32602],
    [
      'a NUL character',
      ask('tools/call', { name: 'get_conversation', arguments: { conversation_id: '\0' } }),
      -32602,
    ],
    ['a lone surrogate', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\ud800"}}', -32602],
    ['__proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', -32602],
  ]
  it.each(refused)('%s is a JSON-RPC error in a 200', async (_, body, code) => {
    const { status, json } = await send(body)
    expect([status, json.jsonrpc, json.error?.code, json.result]).toEqual([200, '2.0', code, undefined])
    expect(json.error.message).not.toBe('')
    const asked =
      typeof body === 'object' && !Buffer.isBuffer(body) ? (body as { id?: unknown }).id : undefined
    if (asked === 1) expect(json.id).toBe(1)
  })

  it('an error without a readable id has the id null', async () => {
    for (const body of ['{', '[]', JSON.stringify(ask('ping', undefined, null))]) {
      expect((await send(body)).json).toHaveProperty('id', null)
    }
  })

  it('bad arguments are told all at once, in the message and in the details', async () => {
    const bad = { limit: 0, status: 'lost' }
    const { json } = await send(ask('tools/call', { name: 'list_conversations', arguments: bad }))
    expect(json.error.code).toBe(-32602)
    expect(json.error.message).toContain('limit must be at least 1')
    expect(json.error.data.details).toEqual([
      { path: 'limit', message: 'must be at least 1' },
      { path: 'status', message: 'must be one of open, pending, closed' },
    ])
  })
})

describe('the legacy era: versions', () => {
  const initialize = async (params: unknown, headers = {}) =>
    (await send(ask('initialize', params), headers)).json.result

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('%s is served when asked for', async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } }
    const result = await initialize(params)
    expect(result).toMatchObject({ protocolVersion: version, capabilities: { tools: {} } })
    expect(result.serverInfo).toMatchObject({ name: 'icebot', version: expect.any(String) })
    const after = await send(ask('tools/list'), { 'MCP-Protocol-Version': version })
    expect([after.status, after.json.result.tools.length]).toEqual([200, 6])
  })

  it.each(['2024-11-05', '2099-01-01', 'banana'])(
    'asked for %s, the newest is offered',
    async (protocolVersion) => {
      expect(await initialize({ protocolVersion })).toHaveProperty('protocolVersion', '2025-11-25')
    },
  )

  it.each(['2024-11-05', '2099-01-01', 'banana', ''])(
    'the header %j is refused with 400',
    async (version) => {
      for (const body of [ping, listOne, { jsonrpc: '2.0', method: 'notifications/initialized' }]) {
        const reply = await send(body, { 'MCP-Protocol-Version': version })
        expect([reply.status, reply.json.error.code]).toEqual([400, -32022])
        expect(reply.json.error.data.supported).toContain('2025-11-25')
      }
    },
  )
})

describe('the door is that of REST', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'])('%s is 405 with Allow', async (method) => {
    const reply = await service.call(path, {
      method,
      key: shop.key,
      headers: { Accept: 'text/event-stream' },
    })
    expect([reply.status, reply.headers.get('Allow')]).toEqual([405, 'POST'])
  })

  it('nothing under /.well-known leads a client into OAuth', async () => {
    const names = [
      'oauth-protected-resource',
      'oauth-protected-resource/api/mcp',
      'oauth-authorization-server',
      'openid-configuration',
    ]
    for (const name of names) {
      const reply = await service.call(`/.well-known/${name}`)
      expect([reply.status, reply.text]).toEqual([404, '{"error":"not found"}'])
      expect(reply.headers.get('Content-Type')).toContain('application/json')
    }
    expect((await service.call('/register', { body: {} })).status).toBe(404)
  })

  it('no key, another scheme or an unknown key is 401, whatever is sent', async () => {
    for (const headers of [
      {},
      { Authorization: 'Basic abc' },
      { Authorization: `Bearer ${mintCredential('svk_')}` },
    ]) {
      const reply = await service.call(path, { headers, raw: 'no json' })
      expect([reply.status, reply.text]).toEqual([401, '{"error":"unauthorized"}'])
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
  })

  it('a revoked key is refused on its next message, whatever the message', async () => {
    const { key, id } = await newKey(service.db, shop.agent)
    expect((await send(ping, {}, key)).status).toBe(200)
    await revokeKey(service.db, system, id)
    const messages = [
      ping,
      ask('initialize', { protocolVersion: '2025-11-25' }),
      ask('tools/list'),
      listOne,
      ask('tools/call', { name: 'get_conversation', arguments: { conversation_id: 'no uuid' } }),
      ask('tools/call', { name: 'set_conversation_status', arguments: {} }),
      ask('nothing'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      [],
      '{',
    ]
    for (const message of messages) {
      const reply = await send(message, {}, key)
      expect([message, reply.status, reply.text]).toEqual([message, 401, '{"error":"unauthorized"}'])
    }
  })

  it('a key that lists origins refuses every other Origin with 403', async () => {
    const { key } = await newKey(service.db, shop.agent, { origins: ['https://shop.example'] })
    expect((await send(ping, { Origin: 'https://shop.example' }, key)).status).toBe(200)
    expect((await send(ping, {}, key)).status).toBe(200)
    for (const Origin of ['https://evil.example', 'null', 'http://localhost:3000']) {
      const reply = await send(ping, { Origin }, key)
      expect([reply.status, reply.json.error]).toEqual([403, 'origin not allowed'])
    }
    expect((await send(ping, { Origin: 'https://anywhere.example' })).status).toBe(200)
  })

  it('REST and the tool server spend from one bucket', async () => {
    const narrow = await startService({ env: { ICEBOT_RATE_LIMIT: '3' }, database: service.database })
    const { key } = await newKey(service.db, shop.agent)
    const tool = () => narrow.call(path, { key, body: listOne })
    const rest = () => narrow.call('/api/v1/conversations', { key })
    expect((await tool()).headers.get('RateLimit-Remaining')).toBe('2')
    expect((await rest()).headers.get('RateLimit-Remaining')).toBe('1')
    expect((await narrow.call(path, { key, raw: '{' })).headers.get('RateLimit-Remaining')).toBe('0')
    for (const reply of [await tool(), await rest()]) {
      expect([reply.status, reply.text]).toEqual([429, '{"error":"rate limit exceeded"}'])
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    await narrow.close()
  })

  it('a body beyond 5 MB is 413 and one of another type 415', async () => {
    const large = await send(ask('ping', { a: 'x'.repeat(5 * 1024 * 1024) }))
    expect([large.status, large.json.error]).toEqual([413, 'body too large'])
    expect((await send(ping, { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await send(ping, { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(200)
  })
})

describe('revision 2026-07-28', () => {
  const MODERN = '2026-07-28'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const marked = (method: string, params: object = {}) => ask(method, { ...params, _meta: meta })
  const headersOf = (method: string, name?: string): Record<string, string> => ({
    'MCP-Protocol-Version': MODERN,
    'Mcp-Method': method,
    ...(name === undefined ? {} : { 'Mcp-Name': name }),
  })
  const call = { name: 'list_conversations', arguments: { limit: 1 } }

  it('discovers, lists and calls without a handshake, and marks every result as complete', async () => {
    const found = await send(marked('server/discover'), headersOf('server/discover'))
    expect(found.json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [MODERN, '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      ttlMs: expect.any(Number),
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'icebot' } },
    })
    const listed = await send(marked('tools/list'), headersOf('tools/list'))
    expect(listed.json.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    expect(listed.json.result.tools).toEqual((await send(ask('tools/list'))).json.result.tools)
    const called = await send(marked('tools/call', call), headersOf('tools/call', call.name))
    expect(called.json.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { conversations: [{}] },
    })
    const refusal = { name: 'get_conversation', arguments: { conversation_id: 'x' } }
    const failed = await send(marked('tools/call', refusal), headersOf('tools/call', refusal.name))
    expect(failed.json.result).toMatchObject({ resultType: 'complete', isError: true })
  })

  it('the tool’s name may come in Base64', async () => {
    const name = `=?base64?${Buffer.from(call.name).toString('base64')}?=`
    const reply = await send(marked('tools/call', call), headersOf('tools/call', name))
    expect([reply.status, reply.json.result.isError]).toEqual([200, undefined])
  })

  const without = (key: keyof typeof meta) => ask('tools/list', { _meta: { ...meta, [key]: undefined } })
  const list = headersOf('tools/list')
  const versioned = (version: string) =>
    ask('tools/list', { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': version } })
  const refused: [string, unknown, Record<string, string>, number, number][] = [
    ['a method nobody knows', marked('nothing'), headersOf('nothing'), 404, -32601],
    ['ping, which it does not have', marked('ping'), headersOf('ping'), 404, -32601],
    ['initialize, which it does not have', marked('initialize'), headersOf('initialize'), 404, -32601],
    ['no _meta', ask('tools/list'), list, 400, -32602],
    ['no version in _meta', without('io.modelcontextprotocol/protocolVersion'), list, 400, -32602],
    ['no capabilities in _meta', without('io.modelcontextprotocol/clientCapabilities'), list, 400, -32602],
    [
      'another version in the header',
      marked('tools/list'),
      { ...list, 'MCP-Protocol-Version': '2025-11-25' },
      400,
      -32020,
    ],
    [
      'a version nobody knows',
      versioned('2099-01-01'),
      { ...list, 'MCP-Protocol-Version': '2099-01-01' },
      400,
      -32022,
    ],
    ['no version header', marked('tools/list'), { 'Mcp-Method': 'tools/list' }, 400, -32020],
    ['no method header', marked('tools/list'), { 'MCP-Protocol-Version': MODERN }, 400, -32020],
    ['another method header', marked('tools/list'), headersOf('tools/call'), 400, -32020],
    ['a method header in another case', marked('tools/list'), headersOf('Tools/List'), 400, -32020],
    ['no name header', marked('tools/call', call), headersOf('tools/call'), 400, -32020],
    [
      'another name header',
      marked('tools/call', call),
      headersOf('tools/call', 'get_conversation'),
      400,
      -32020,
    ],
    ['a tool nobody knows', marked('tools/call', { name: 'x' }), headersOf('tools/call', 'x'), 200, -32602],
    ['a batch', [marked('tools/list')], list, 400, -32600],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, list, 400, -32600],
    ['broken JSON', '{', list, 400, -32700],
  ]
  it.each(refused)('%s', async (_, body, headers, status, code) => {
    const reply = await send(body, headers)
    expect([reply.status, reply.json.error?.code]).toEqual([status, code])
    if (code === -32022)
      expect(reply.json.error.data).toMatchObject({ supported: expect.arrayContaining([MODERN]) })
  })

  it('a notification is accepted with 202', async () => {
    const reply = await send(
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      { 'MCP-Protocol-Version': MODERN },
    )
    expect([reply.status, reply.text]).toEqual([202, ''])
  })
})

it('200 calls at once with equal ids from two keys: no answer crosses', async () => {
  const shops = [await openShop(service.db), await openShop(service.db)]
  const conversations = await Promise.all(
    shops.map((one, s) =>
      Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          hear(service.db, one, { user: `u${i}`, text: `shop ${s} user ${i}` }),
        ),
      ),
    ),
  )
  const calls = Array.from({ length: 200 }, async (_, n) => {
    const [s, i, id] = [n % 2, (n >> 1) % 10, n >> 1]
    const conversation_id = conversations[s]?.[i] as string
    const params = { name: 'get_conversation', arguments: { conversation_id } }
    const { json } = await send(ask('tools/call', params, id), {}, shops[s]?.key)
    const { conversation } = json.result.structuredContent
    expect([json.id, conversation.id, conversation.messages[0].content]).toEqual([
      id,
      conversation_id,
      `shop ${s} user ${i}`,
    ])
    return json.id
  })
  expect(new Set(await Promise.all(calls)).size).toBe(100)
})
