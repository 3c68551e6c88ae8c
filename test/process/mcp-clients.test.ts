import { execFile, spawn } from 'node:child_process'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { packageRoot } from '../../src/lib/root.ts'
import { hear } from '../harness/mcp.ts'
import { temporaryFolder } from '../harness/process.ts'
import { newKey, openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
let conversationId: string
let url: URL
const bearer = () => ({ Authorization: `Bearer ${shop.key}` })

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db, {
    scopes: ['conversations:label', 'conversations:status', 'conversations:note'],
  })
  conversationId = await hear(service.db, shop, { user: 'siti', text: 'Nak 2 kopi ais, boleh?' })
  url = new URL('/api/mcp', service.url)
})
afterAll(() => service.close())

/** As much of a client as all of them have. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
}

/** Lists and calls every tool. The clients hold each result against the tool's output schema and throw when it does not fit. */
async function useEverything(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools()
  const conversation = { conversation_id: conversationId }
  const calls: Record<string, Record<string, unknown>> = {
    list_conversations: { limit: 5, status: 'open' },
    get_conversation: conversation,
    conversation_report: { days: 7 },
    set_conversation_labels: { ...conversation, labels: ['vip'] },
    set_conversation_status: { ...conversation, status: 'pending' },
    add_conversation_note: { ...conversation, body: 'called back' },
  }
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(calls))
  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as {
      isError?: boolean
      structuredContent: unknown
      content: { text: string }[]
    }
  await call('set_conversation_status', { ...conversation, status: 'open' })
  for (const [name, given] of Object.entries(calls)) {
    const result = await call(name, given)
    expect([name, result.isError ?? false]).toEqual([name, false])
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
  }
  const { structuredContent: read } = await call('get_conversation', conversation)
  expect(read).toMatchObject({
    conversation: { labels: ['vip'], status: 'pending', messages: [{ role: 'user' }] },
  })
  const refused = await call('get_conversation', { conversation_id: 'nobody' })
  expect([refused.isError, refused.content[0]?.text]).toEqual([true, '{"error":"conversation not found"}'])
  await expect(call('list_conversations', { limit: 1000 })).rejects.toThrow(/limit must be at most 100/)
}

describe('the official clients', () => {
  it('@modelcontextprotocol/sdk 1.x lists and calls every tool', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer() } }) as never,
    )
    onTestFinished(() => client.close())
    expect(client.getServerVersion()).toMatchObject({ name: 'icebot' })
    await client.ping()
    await useEverything(client)
  })

  const modes = [
    ['legacy', 'legacy', '2025-11-25'],
    ['auto', 'auto', '2026-07-28'],
    ['pinned to 2026-07-28', { pin: '2026-07-28' }, '2026-07-28'],
  ] as const
  it.each(modes)(
    '@modelcontextprotocol/client 2.x, %s, lists and calls every tool',
    async (_, mode, version) => {
      const client = new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(new NewTransport(url, { requestInit: { headers: bearer() } }))
      onTestFinished(() => client.close())
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      await useEverything(client as AnyClient)
    },
  )

  it('a wrong key fails at once, without a walk into OAuth', async () => {
    const headers = { Authorization: 'Bearer svk_wrong' }
    const old = new Client({ name: 'test', version: '1' })
    const oldTransport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
    await expect(old.connect(oldTransport as never)).rejects.toThrow(/401|unauthorized/i)
    const auto = new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await expect(auto.connect(new NewTransport(url, { requestInit: { headers } }))).rejects.toThrow(
      /401|unauthorized/i,
    )
  })
})

describe('the programs people connect with', () => {
  const program = (...path: string[]) => join(packageRoot, 'node_modules', ...path)

  it('mcp-remote serves every tool over stdio', async () => {
    const folder = temporaryFolder()
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        program('mcp-remote/dist/proxy.js'),
        url.href,
        '--allow-http',
        '--header',
        `Authorization:\${AUTH}`,
      ],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        MCP_REMOTE_CONFIG_DIR: folder,
        AUTH: `Bearer ${shop.key}`,
      },
      stderr: 'ignore',
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    onTestFinished(() => client.close())
    await useEverything(client)
  })

  it('the inspector’s command line lists and calls tools', async () => {
    const cli = program('@modelcontextprotocol/inspector-cli/build/index.js')
    const inspect = async (...args: string[]) => {
      const given = ['--transport', 'http', '--header', `Authorization: Bearer ${shop.key}`, ...args]
      // It looks for its own package.json from where it is started.
      const { stdout } = await promisify(execFile)(process.execPath, [cli, url.href, ...given], {
        cwd: dirname(cli),
      })
      return JSON.parse(stdout)
    }
    const { tools } = await inspect('--method', 'tools/list')
    expect(tools).toHaveLength(6)
    const { structuredContent } = await inspect(
      ...['--method', 'tools/call', '--tool-name', 'get_conversation'],
      ...['--tool-arg', `conversation_id=${conversationId}`],
    )
    expect(structuredContent.conversation.id).toBe(conversationId)
  })
})

describe('the official conformance suite', () => {
  const suite = join(packageRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

  const applicable = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']
  /** They call tools, prompts and resources that a server made for the suite has to have. */
  const notApplicable: Record<string, string> = {
    'logging-set-level': 'no logging capability is declared',
    'completion-complete': 'no completions capability is declared',
    'tools-call-simple-text': 'calls a tool of the suite’s own server',
    'tools-call-image': 'calls a tool of the suite’s own server',
    'tools-call-audio': 'calls a tool of the suite’s own server',
    'tools-call-embedded-resource': 'calls a tool of the suite’s own server',
    'tools-call-mixed-content': 'calls a tool of the suite’s own server',
    'tools-call-with-logging': 'calls a tool of the suite’s own server',
    'tools-call-error': 'calls a tool of the suite’s own server',
    'tools-call-with-progress': 'calls a tool of the suite’s own server',
    'tools-call-sampling': 'calls a tool of the suite’s own server',
    'tools-call-elicitation': 'calls a tool of the suite’s own server',
    'json-schema-2020-12': 'looks for a tool of the suite’s own server',
    'elicitation-sep1034-defaults': 'calls a tool of the suite’s own server',
    'elicitation-sep1330-enums': 'calls a tool of the suite’s own server',
    'server-sse-polling': 'no answer here is a stream',
    'server-sse-multiple-streams': 'no answer here is a stream',
    'resources-list': 'no resources capability is declared',
    'resources-read-text': 'no resources capability is declared',
    'resources-read-binary': 'no resources capability is declared',
    'resources-templates-read': 'no resources capability is declared',
    'resources-subscribe': 'no resources capability is declared',
    'resources-unsubscribe': 'no resources capability is declared',
    'prompts-list': 'no prompts capability is declared',
    'prompts-get-simple': 'no prompts capability is declared',
    'prompts-get-with-args': 'no prompts capability is declared',
    'prompts-get-embedded-resource': 'no prompts capability is declared',
    'prompts-get-with-image': 'no prompts capability is declared',
  }

  it('every scenario of it is either run here or has a reason', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [suite, 'list', '--server'])
    const scenarios = [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name)
    expect([...applicable, ...Object.keys(notApplicable)].sort()).toEqual(scenarios.sort())
  })

  it.each(applicable)('%s passes', async (scenario) => {
    const port = await bearerProxy()
    const args = [suite, 'server', '--url', `http://localhost:${port}/api/mcp`, '--scenario', scenario]
    const { code, output } = await finished(args)
    expect([code, output]).toEqual([0, expect.stringMatching(/Passed: (\d+)\/\1, 0 failed/)])
  })

  /** The suite cannot send a key, so something in between does; Host and Origin stay as they came. */
  async function bearerProxy(): Promise<number> {
    let key = ''
    const proxy = createServer((asked, answered) => {
      const headers = { ...asked.headers, authorization: `Bearer ${key}` }
      const { method, url: path } = asked
      const onward = httpRequest({ host: url.hostname, port: url.port, path, method, headers }, (answer) => {
        answered.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(answered)
      })
      asked.pipe(onward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const { port } = proxy.address() as AddressInfo
    key = (await newKey(service.db, shop.agent, { origins: [`http://localhost:${port}`] })).key
    return port
  }
})

function finished(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: temporaryFolder(), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
