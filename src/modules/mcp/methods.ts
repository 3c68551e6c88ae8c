import { packageVersion } from '../../lib/root.ts'
import type { KeyedContext } from '../keys/index.ts'
import { callTool } from './call.ts'
import { legacyVersions, versions } from './era.ts'
import { invalidParams } from './errors.ts'
import type { Params } from './message.ts'
import { listTools } from './tool.ts'
import { tools } from './tools.ts'

/** Answers with the result as the text of a JSON object: most of a tool's output would otherwise be written twice. */
export type Method = (context: KeyedContext, params: Params) => string | Promise<string>

const serverInfo = { name: 'icebot', title: 'icebot', version: packageVersion }
const capabilities = { tools: {} }
const instructions =
  'Conversations that customers have with this shop’s AI agent. Start with list_conversations ' +
  'or conversation_report; get_conversation reads one. Everything you can change is internal to the team and can be ' +
  'undone: nothing here sends a message to a customer.'

/** What the list holds changes with an upgrade of the service only. */
const cacheFor = (ttlMs: number, cacheScope: 'public' | 'private') => ({ ttlMs, cacheScope })
const HOUR_MS = 3_600_000

const list: Method = ({ key }, { cursor }) => {
  // There is one page only, so whatever stands here is no cursor of ours.
  if (cursor !== undefined && cursor !== null) throw invalidParams('cursor is not one of this server')
  return listTools(tools, key)
}
const call: Method = (context, params) => callTool(tools, context, params)

export const legacyMethods = new Map<string, Method>([
  ['initialize', initialize],
  ['ping', () => '{}'],
  ['tools/list', list],
  ['tools/call', call],
])

export const modernMethods = new Map<string, Method>(
  Object.entries({
    'server/discover': withFields(cacheFor(HOUR_MS, 'public'), () =>
      JSON.stringify({ supportedVersions: versions, capabilities, instructions }),
    ),
    'tools/list': withFields(cacheFor(HOUR_MS, 'private'), list),
    'tools/call': call,
  }).map(([name, method]) => [name, withFields(modernMarks(), method)]),
)

function initialize(_context: KeyedContext, { protocolVersion = legacyVersions[0] }: Params): string {
  if (typeof protocolVersion !== 'string') throw invalidParams('protocolVersion must be a string')
  const known = legacyVersions.find((version) => version === protocolVersion)
  return JSON.stringify({
    protocolVersion: known ?? legacyVersions[0],
    capabilities,
    serverInfo,
    instructions,
  })
}

function modernMarks() {
  return { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } }
}

/** The same result with more fields before its own. */
function withFields(fields: object, method: Method): Method {
  const start = JSON.stringify(fields).slice(0, -1)
  return async (context, params) => `${start},${(await method(context, params)).slice(1)}`
}
