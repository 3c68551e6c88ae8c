import { compare } from '../measure.js'
import { NEW, seedOrders, stampOf } from '../seed-orders.js'

const URLS = 500
/** A full page follows every place that is asked for. */
const LAST_PLACE = NEW + 60

/** GET /api/v1/orders with few and with many orders: a database and a service each, measured in turns. */
export async function orders(world, { orders: sizes, anotherWorld, say, ...options }) {
  const books = [
    await openBook(world, sizes.small, say),
    await openBook(await anotherWorld(), sizes.large, say),
  ]
  const page = (query) =>
    compare(
      books.map(({ url, headers, count }) => ({
        name: `${count.toLocaleString('en')} orders`,
        urls: places(count).map((since) => `${url}/api/v1/orders?${query(since)}`),
        headers,
      })),
      { ...options, seconds: options.seconds / 2 },
    )
  say('a page of orders')
  const since = await page((since) => `since=${since}`)
  const unacknowledged = await page(() => 'unacknowledged=1')
  const both = await page((since) => `unacknowledged=1&since=${since}`)
  const title = (what) => `50 orders ${what} as the orders grow (within 1.5×)`
  return [
    { title: title('after a moment'), want: 1 / 1.5, bars: since },
    { title: title('not yet acknowledged'), want: 1 / 1.5, bars: unacknowledged },
    { title: title('not yet acknowledged, after a moment,'), want: 1 / 1.5, bars: both },
  ]
}

async function openBook(world, count, say) {
  say(`writing ${count.toLocaleString('en')} orders`)
  const { agent, key } = await world.openShop()
  await seedOrders(world, agent.id, count)
  const { url } = await world.startService()
  return { url, count, headers: { Authorization: `Bearer ${key}` } }
}

function places(count) {
  return Array.from({ length: URLS }, () =>
    encodeURIComponent(stampOf(Math.floor(Math.random() * (count - LAST_PLACE)))),
  )
}
