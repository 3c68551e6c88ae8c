import { newId } from '../../dist/lib/ids.js'
import { compare } from '../measure.js'

/** A 401 for a missing or malformed bearer, against an answer that costs nothing at all; and what the database saw of it. */
export async function refusals(world, { say, ...options }) {
  say('refusals')
  const service = await world.startService()
  const bare = await world.startBare()
  const url = `${service.url}/api/v1/conversations/${newId()}/messages`
  const before = new Date().toISOString()
  const bars = await compare(
    [
      { name: 'bare node:http, a constant', urls: [`${bare.url}/hello`] },
      { name: 'no bearer', urls: [url], expect: 401 },
      {
        name: 'malformed bearer',
        urls: [url],
        headers: { Authorization: 'Bearer svk_not-a-key' },
        expect: 401,
      },
    ],
    options,
  )
  const [{ statements }] = await world.sql(
    `select count(*)::int as statements from pg_stat_activity
      where application_name like 'icebot pool %' and query_start > '${before}'`,
  )
  await service.stop()
  await bare.stop()
  return [
    {
      title: `A 401 without a key: ${statements} database connections were used`,
      ok: statements === 0,
      bars,
    },
  ]
}
