import { compare } from './measure.js'
import { sample, seedMessages } from './seed.js'
import { createWorld } from './world2.js'

const world = await createWorld()
try {
  const { agent, key } = await world.openShop()
  const service = await world.startService(),
    bare = await world.startBare()
  const headers = { Authorization: `Bearer ${key}` }
  const ids = sample(await seedMessages(world, agent.id, 0, 10000), 200)
  console.log(
    await compare(
      [
        { name: 'bare', urls: ids.map((i) => `${bare.url}/${agent.id}/${i}`) },
        {
          name: 'icebot',
          urls: ids.map((i) => `${service.url}/api/v1/conversations/${i}/messages`),
          headers,
        },
      ],
      { rounds: 9, seconds: 2 },
    ),
  )
} finally {
  await world.close()
}
