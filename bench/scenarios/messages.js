import { compare } from '../measure.js'
import { sample, seedMessages } from '../seed.js'

const SMALL = 10_000
const URLS = 500

/** GET …/messages against the bare reference, small and large. */
export async function messages(world, { large, say, ...options }) {
  const { agent, key } = await world.openShop()
  const service = await world.startService()
  const bare = await world.startBare()
  const headers = { Authorization: `Bearer ${key}` }
  const ours = (ids) => ids.map((id) => `${service.url}/api/v1/conversations/${id}/messages`)
  const theirs = (ids) => ids.map((id) => `${bare.url}/${agent.id}/${id}`)
  const pair = (ids) => [
    { name: 'bare node:http + pg', urls: theirs(ids) },
    { name: 'icebot', urls: ours(ids), headers },
  ]

  say(`writing ${SMALL.toLocaleString('en')} messages`)
  const few = sample(await seedMessages(world, agent.id, 0, SMALL), URLS)
  await sameBytes(ours(few)[0], theirs(few)[0], headers)
  say('a page of 50 messages')
  const small = await compare(pair(few), options)

  say(`growing to ${large.toLocaleString('en')} messages`)
  const many = sample(await seedMessages(world, agent.id, SMALL, large), URLS)
  say('the same page again')
  const big = await compare(pair(many), options)
  const spread = await compare(
    [
      {
        name: `a conversation among the first ${SMALL.toLocaleString('en')} messages`,
        urls: ours(few),
        headers,
      },
      { name: `any conversation of ${large.toLocaleString('en')} messages`, urls: ours(many), headers },
    ],
    options,
  )
  await service.stop()
  await bare.stop()
  return [
    { title: `A page of 50 messages, ${SMALL.toLocaleString('en')} stored`, want: 0.85, bars: small },
    { title: `A page of 50 messages, ${large.toLocaleString('en')} stored`, want: 0.85, bars: big },
    { title: 'The same page as the database grows (within 1.3×)', want: 1 / 1.3, bars: spread },
  ]
}

async function sameBytes(url, bareUrl, headers) {
  const [ours, theirs] = await Promise.all([fetch(url, { headers }), fetch(bareUrl)])
  if ((await ours.text()) !== (await theirs.text()))
    throw new Error('the reference does not answer the same bytes')
}
