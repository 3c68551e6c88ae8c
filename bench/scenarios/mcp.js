import { compare } from '../measure.js'

const CONVERSATIONS = 2_000
const LIMIT = 20
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_conversations', arguments: { limit: LIMIT } },
}

/** The tool list_conversations against the official SDK's server, and against the same list over REST. */
export async function mcp(world, { say, ...options }) {
  say(`writing ${CONVERSATIONS.toLocaleString('en')} conversations`)
  const { agent, key } = await world.openShop()
  await seedConversations(world, agent.id)
  const { url } = await world.startService()
  const stream = await world.startSdkMcp(agent.id, 'stream')
  const json = await world.startSdkMcp(agent.id, 'json')
  const post = {
    method: 'POST',
    body: JSON.stringify(call),
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
  }
  const ours = { name: 'icebot, tools/call list_conversations', urls: [`${url}/api/mcp`], ...post }
  const theirs = { name: 'official SDK, stateless', urls: [stream.url], ...post }
  const theirJson = { name: 'official SDK, stateless, JSON instead of a stream', urls: [json.url], ...post }
  const rest = {
    name: `icebot, GET /api/v1/conversations?limit=${LIMIT}`,
    urls: [`${url}/api/v1/conversations?limit=${LIMIT}`],
    headers: { Authorization: `Bearer ${key}` },
  }
  await sameOutput(ours, theirs, theirJson)
  say('a list of conversations as a tool')
  return [
    {
      title: 'list_conversations as a tool',
      want: 5,
      bars: await compare([theirs, theirJson, ours], options),
    },
    {
      title: 'The same list as a tool and over REST',
      want: 0.85,
      bars: await compare([rest, ours], options),
    },
  ]
}

async function sameOutput(...servers) {
  const outputs = servers.map(async ({ urls: [url], method, body, headers }) => {
    const text = await (await fetch(url, { method, body, headers })).text()
    // A stream of one event, or the same without a stream.
    const { result } = JSON.parse(text.replace(/^event: message\n(?:id: .*\n)?data: /, ''))
    if (result.content[0].text !== JSON.stringify(result.structuredContent))
      throw new Error('the text is not the structured content')
    return result.structuredContent.conversations
  })
  const [ours, ...others] = await Promise.all(outputs)
  const written = JSON.stringify(sorted(ours))
  if (ours.length !== LIMIT || others.some((theirs) => JSON.stringify(sorted(theirs)) !== written))
    throw new Error('the reference does not give the same conversations')
}

/** The fields of each in one order. */
function sorted(conversations) {
  return conversations.map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function seedConversations(world, agentId) {
  await world.sql(`
    insert into conversations (agent_id, id, channel, external_user_id, customer_name, customer_phone, status, labels,
                               summary, last_message_at, created_at)
    select '${agentId}', gen_random_uuid(), case when c % 3 = 0 then 'website' else 'whatsapp' end, 'user-' || c,
           'Customer ' || c, '+6012' || lpad(c::text, 7, '0'), case when c % 4 = 0 then 'closed' else 'open' end,
           case when c % 5 = 0 then '{vip,wholesale}' else '{}' end::text[],
           'Asked about opening hours and ordered ' || c % 7 || ' × "Kopi O Ais" for pick-up.',
           timestamptz '2026-01-01' + c * interval '61.017 seconds', timestamptz '2026-01-01'
      from generate_series(1, ${CONVERSATIONS}) c`)
  await world.sql('analyze conversations')
}
