import { type Config, readConfig } from '../../src/config.ts'
import { newId, type Uuid } from '../../src/lib/ids.ts'
import { system } from '../../src/modules/audit/index.ts'
import { findOrder, type Order, placeOrder } from '../../src/modules/orders/index.ts'
import { createPayments, mountPayments, type Payments, payUrl } from '../../src/modules/payments/index.ts'
import { type Db, sql } from '../../src/platform/db/index.ts'
import { createServer } from '../../src/platform/http/index.ts'
import { createLog, type Logger } from '../../src/platform/log.ts'
import { createDatabase } from './database.ts'
import { type Call, hearEverything, openShop, type Reply, request, type Shop } from './service.ts'
import type { FakeStripe } from './stripe.ts'

export interface PayService {
  url: string
  db: Db
  databaseUrl: string
  config: Config
  payments: Payments
  log: Logger
  logs: string[]
  shop: Shop
  /** An order that waits for its payment; RM 6.40 unless told otherwise. */
  order(wanted?: { priceSen?: number; windowSeconds?: number; name?: string }): Promise<Order>
  read(order: Order): Promise<Order>
  /** Its events, oldest first. */
  events(order: Order): Promise<string[]>
  /** Its rows in `payments`, oldest first. */
  paymentsOf(order: Order): Promise<{ id: Uuid; status: string; provider: string; charge: string | null }[]>
  call(path: string, options?: Call): Promise<Reply>
  close(): Promise<void>
}

/** The payment page and the webhook over a real database, without the rest of the service. */
export async function startPay(
  options: { stripe?: FakeStripe; env?: Record<string, string>; now?: () => number } = {},
): Promise<PayService> {
  const { stripe, env } = options
  const database = await createDatabase()
  const { db } = database
  const config = readConfig({
    ...(stripe && {
      ICEBOT_PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    }),
    ...env,
  })
  const logs: string[] = []
  const log = createLog('debug', (text) => void logs.push(text))
  const payments = createPayments(config)
  const app = createServer({ log, trustProxy: false, observe: () => {} })
  mountPayments(app, { db, payments, log, ...(options.now && { now: options.now }) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const shop = await openShop(db)
  await hearEverything(db, shop.workspace.id)
  const { agent, workspace } = shop

  return {
    url,
    db,
    databaseUrl: database.url,
    config,
    payments,
    log,
    logs,
    shop,
    async order({ priceSen = 320, windowSeconds = 1800, name = 'Kopi O Ais' } = {}) {
      const externalId = newId()
      await db.run(sql`
        insert into products (agent_id, id, source, external_id, name, price_sen, is_active, on_hand)
        values (${agent.id}, ${newId()}, 'api', ${externalId}, ${name}, ${priceSen}, true, 10)`)
      const context = { db, workspaceId: workspace.id, agentId: agent.id, actor: system }
      return placeOrder(
        context,
        { payUrl: (token) => payUrl(url, token), windowSeconds },
        {
          channel: 'website',
          customer: { name: 'Siti', phone: '+60123456789' },
          lines: [
            {
              source: 'api',
              product_external_id: externalId,
              quantity: 2,
              special_instructions: 'less sugar',
            },
          ],
        },
      )
    },
    read: async (order) => (await findOrder(db, order.agent_id, order.id)) as Order,
    async events(order) {
      const rows = await db.rows<{ event: string }>(sql`
        select event from deliveries where subject_id = ${order.id} order by created_at, id`)
      return rows.map(({ event }) => event)
    },
    paymentsOf: (order) =>
      db.rows(sql`
        select id, status, provider, charge from payments
         where agent_id = ${order.agent_id} and order_id = ${order.id} order by created_at, id`),
    call: (path, call) => request(url + path, call),
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

export const payPath = (order: Order) => `/pay/${order.pay_token}`
