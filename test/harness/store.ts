import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { hearEverything, openShop, type Reply, request, type Shop } from './service.ts'

export interface Line {
  product_external_id: string | number
  variant_external_id?: string | number
  quantity: number
  [extra: string]: unknown
}

/** A shop with a catalogue, seen as its integrator and its team see it. */
export interface Store extends Shop {
  sync(products: unknown[], source?: string): Promise<Reply>
  levels(levels: unknown[], source?: string): Promise<Reply>
  place(lines: Line[], more?: Record<string, unknown>): Promise<Reply>
  /** Places an order that must succeed; the order as webhooks carry it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  placed(lines: Line[], more?: Record<string, unknown>): Promise<any>
  report(orderId: string, body: Record<string, unknown>): Promise<Reply>
  manage(path: string, body?: unknown): Promise<Reply>
  /** The events of one order, oldest first, and its bodies. */
  events(orderId: string): Promise<{ event: string; body: string }[]>
  stock(externalId: string, variant?: string): Promise<{ on_hand: number | null; held: number }>
}

export const CUSTOMER = { name: 'Siti', phone: '+60123456789' }

export async function openStore(db: Db, url: string, products: unknown[] = []): Promise<Store> {
  const shop = await openShop(db, { scopes: ['catalogue:sync'] })
  await hearEverything(db, shop.workspace.id)
  const { key, token, agent, workspace } = shop
  const v1 = (path: string, body: unknown) => request(`${url}/api/v1${path}`, { key, body })
  const manage = (path: string, body?: unknown) =>
    request(`${url}/api/manage${path}`, { key: token, ...(body === undefined ? {} : { body }) })
  const store: Store = {
    ...shop,
    manage,
    sync: (list, source = 'api') => v1('/catalogue/products', { source, products: list }),
    levels: (list, source = 'api') => v1('/catalogue/stock', { source, levels: list }),
    place: (lines, more = {}) => manage(`/agents/${agent.id}/orders`, { customer: CUSTOMER, lines, ...more }),
    async placed(lines, more) {
      const reply = await store.place(lines, more)
      expect(reply.status, reply.text).toBe(201)
      return reply.json.data
    },
    report: (orderId, body) => v1(`/orders/${orderId}/status`, body),
    events: (orderId) =>
      db.rows(sql`select event, body from deliveries
                   where workspace_id = ${workspace.id} and subject_id = ${orderId} order by created_at, id`),
    async stock(externalId, variant) {
      const row = await db.row<{ on_hand: number | null; held: number }>(
        variant === undefined
          ? sql`select on_hand, held from products where agent_id = ${agent.id} and external_id = ${externalId}`
          : sql`select on_hand, held from variants where agent_id = ${agent.id} and external_id = ${variant}`,
      )
      return row as { on_hand: number | null; held: number }
    },
  }
  if (products.length > 0) {
    const reply = await store.sync(products)
    expect(reply.json, reply.text).toMatchObject({ failed: 0 })
  }
  return store
}
