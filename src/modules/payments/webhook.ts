import type { FastifyInstance } from 'fastify'
import { within } from '../../platform/db/index.ts'
import { badRequest, raise } from '../../platform/http/index.ts'
import type { ProviderEvent, ProviderName } from '../../providers/payments/index.ts'
import { flagOrder } from '../orders/index.ts'
import { moverOf } from './mover.ts'
import type { PaymentParts } from './payments.ts'
import { recordRefund } from './refund.ts'
import { settleSession } from './settle.ts'
import * as store from './store.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Where Stripe tells us what happened. Everything it says may come twice, late or out of order, and changes nothing
 * then. Trouble of ours is never acknowledged, so that it is sent again.
 */
export function mountWebhook(app: FastifyInstance, parts: PaymentParts): void {
  const provider = parts.payments.named('stripe')
  if (!provider) return
  app.post(`/api/payments/${provider.name}`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const event = (await provider.readWebhook(body, request.headers)) ?? raise(badRequest('bad signature'))
    await hear(parts, provider.name, event)
    return reply.header('Content-Type', 'application/json; charset=utf-8').send('{"received":true}')
  })
}

async function hear(parts: PaymentParts, provider: ProviderName, event: ProviderEvent): Promise<void> {
  if (event.kind === 'other') return
  if (event.kind === 'session') {
    await settleSession(parts, provider, event.session)
    return
  }
  const payment = await store.byCharge(parts.db, provider, event.charge)
  if (!payment) return
  if (event.kind === 'refund_failed') {
    parts.log.error({ payment: payment.id, order: payment.order_id }, 'a refund failed afterwards')
    const detail = { provider, payment_id: payment.id }
    await parts.db.transaction(async (tx) => {
      await store.comeBack(tx, payment)
      await flagOrder({ ...moverOf(payment), db: within(tx) }, payment.order_id, 'refund_failed', detail)
    })
    return
  }
  // A refund that was begun here is recorded by whoever began it, or by due work.
  if (payment.status === 'paid') await recordRefund(parts.db, moverOf(payment), payment)
}
