import { createHmac } from 'node:crypto'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { packageRoot } from '../../src/lib/root.ts'
import { sql } from '../../src/platform/db/index.ts'
import { createDatabase } from './database.ts'
import { icebotJson, serve } from './process.ts'
import { openShop, request, type Shop } from './service.ts'

export const EXAMPLES = join(packageRoot, 'examples')
const ALL_EVENTS = ['message.created', 'order.placed', 'order.paid', 'order.cancelled', 'order.refunded']
/** For `expect.poll`: processes take their time. */
export const soon = { timeout: 30_000, interval: 50 }

/** A service with its worker, and a shop in it. What fails once is not tried again while a test lasts. */
export async function openRunningShop() {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const env = {
    DATABASE_URL: database.url,
    ICEBOT_SECRET: 'a secret for tests',
    ICEBOT_LOG_LEVEL: 'error',
    ICEBOT_WEBHOOK_ALLOW: '127.0.0.1',
    ICEBOT_WEBHOOK_RETRY_SECONDS: '3600',
  }
  const { url } = await serve(env)
  const shop: Shop = await openShop(db, { scopes: ['catalogue:sync'] })
  const { workspace, agent, key, token } = shop
  const manage = (path: string, body?: unknown) =>
    request(`${url}/api/manage${path}`, { key: token, ...(body === undefined ? {} : { body }) })
  const unsentIds = async (): Promise<string[]> => {
    const { json } = await manage('/webhook/deliveries?limit=100')
    return json.data
      .filter(
        ({ status, attempts }: { status: string; attempts: number }) =>
          status !== 'delivered' && attempts > 0,
      )
      .map(({ id }: { id: string }) => id)
  }
  return {
    ...shop,
    ...{ db, env, url, manage },
    async setWebhook(to: string): Promise<string> {
      const events = ALL_EVENTS.flatMap((event) => ['--event', event])
      const { secret } = await icebotJson(
        ['webhook', 'set', '--workspace', workspace.id, '--url', to, ...events],
        env,
      )
      return secret
    },
    async say(text: string, agentId: string = agent.id): Promise<void> {
      const body = { channel: 'whatsapp', external_user_id: 'alia', text }
      expect((await manage(`/agents/${agentId}/inbound`, body)).status).toBe(200)
    },
    async place(
      product_external_id: string,
      quantity: number,
      variant_external_id?: string,
    ): Promise<string> {
      const lines = [{ product_external_id, variant_external_id, quantity }]
      const customer = { name: 'Siti', phone: '+60123456789' }
      const { status, text, json } = await manage(`/agents/${agent.id}/orders`, { customer, lines })
      expect(status, text).toBe(201)
      return json.data.id
    },
    /** As an integrator sees it. */
    async order(id: string) {
      const { json } = await request(`${url}/api/v1/orders?limit=100`, { key })
      return json.data.find((order: { id: string }) => order.id === id)
    },
    async acknowledgements(id: string): Promise<number> {
      const { json } = await manage(`/orders/${id}`)
      return json.data.history.filter(({ action }: { action: string }) => action === 'acknowledged').length
    },
    stock: (externalId: string, table: 'products' | 'variants' = 'products') =>
      db.row(
        table === 'products'
          ? sql`select on_hand, held from products where agent_id = ${agent.id} and external_id = ${externalId}`
          : sql`select on_hand, held from variants where agent_id = ${agent.id} and external_id = ${externalId}`,
      ),
    /** How many deliveries were tried in vain. */
    unsent: async () => (await unsentIds()).length,
    async replayUnsent(): Promise<void> {
      for (const id of await unsentIds()) await icebotJson(['webhook', 'replay', id], env)
    },
  }
}

export type RunningShop = Awaited<ReturnType<typeof openRunningShop>>

export async function freePort(): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export function sign(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
