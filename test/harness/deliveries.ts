import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { deliveryWork, emit } from '../../src/modules/webhooks/index.ts'
import { type Listener, openListener, sql } from '../../src/platform/db/index.ts'
import { type DueWork, startWorker } from '../../src/platform/due.ts'
import { runOnce } from './due.ts'
import type { Receiver } from './receiver.ts'
import { openShop, type Reply, type Shop, startService, type TestService } from './service.ts'

export let service: TestService
/** A new one for each test. */
export let shop: Shop

/** A service for a file of tests about deliveries. */
export function setUpDeliveries(): void {
  beforeAll(async () => {
    service = await startService({
      env: { ICEBOT_WEBHOOK_ALLOW: '127.0.0.1', ICEBOT_WEBHOOK_TIMEOUT_MS: '10000' },
    })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    shop = await openShop(service.db)
    // Each test is about its own deliveries only.
    await service.db.run(sql`update deliveries set status = 'failed' where status = 'pending'`)
    start = Date.now() + 1_000
  })
}

export const manage = (path: string, body?: unknown, method?: string): Promise<Reply> =>
  service.call(`/api/manage${path}`, { key: shop.token, body, ...(method ? { method } : {}) })
export const subscribe = async (receiver: Receiver, at = shop): Promise<string> => {
  const body = { url: receiver.url, events: ['message.created', 'order.placed'] }
  return (await service.call('/api/manage/webhook', { key: at.token, body, method: 'PUT' })).json.data.secret
}
export const tell = (content: string, at = shop) =>
  service.db.transaction((tx) =>
    emit(tx, {
      workspaceId: at.workspace.id,
      name: 'message.created',
      subject: at.agent.id,
      content: { content },
    }),
  )
export const deliveries = async () => (await manage('/webhook/deliveries')).json.data
export const full = async (id: string) => (await manage(`/webhook/deliveries/${id}`)).json.data

/** Due work until nothing is under way, at that many seconds from now. */
export async function deliverAt(seconds: number, parts = service.parts): Promise<void> {
  const at = new Date(start + seconds * 1000).toISOString()
  const work = deliveryWork({ ...parts, now: () => sql`${at}::timestamptz` })
  await runOnce(work)
  await work.finish?.()
}
let start = 0

export async function work(
  listener: Listener,
  changes: Partial<DueWork> = {},
): Promise<{ stop(): Promise<void> }> {
  const kinds = [{ ...deliveryWork(service.parts), ...changes }]
  const worker = await startWorker(kinds, listener, service.parts.log)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= worker.stop()
    return stopping
  }
  onTestFinished(stop)
  return { stop }
}

export const deaf: Listener = { on: async () => {}, close: async () => {} }
export async function ears(): Promise<Listener> {
  const listener = openListener(service.db.connection, () => {})
  onTestFinished(() => listener.close())
  return listener
}
