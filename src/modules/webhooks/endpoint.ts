import type { Uuid } from '../../lib/ids.ts'
import type { Queryable, Transactional } from '../../platform/db/index.ts'
import { conflict, HttpError, raise } from '../../platform/http/index.ts'
import { type Actor, record } from '../audit/index.ts'
import type { EventName } from './outbox.ts'
import { newSigningSecret } from './sign.ts'
import type { Backlog, Endpoint } from './store.ts'
import * as store from './store.ts'
import { TargetRefused } from './target.ts'
import type { Webhooks } from './webhooks.ts'

/** The workspace whose webhook it is, and who is at work on it. */
export interface WebhookContext {
  db: Transactional
  webhooks: Webhooks
  workspaceId: Uuid
  actor: Actor
  requestId?: string
}

export interface EndpointFields {
  url: string
  /** Absent: as before, or the default for a new one. */
  events?: EventName[] | undefined
}

export type EndpointNow = Endpoint & Backlog

const DEFAULT_EVENTS: EventName[] = ['message.created']

/** Saves where and what to send. Nothing is sent; a new endpoint's secret is shown here and never again. */
export async function saveEndpoint(
  context: WebhookContext,
  fields: EndpointFields,
): Promise<{ endpoint: EndpointNow; secret?: string }> {
  const { db, webhooks, workspaceId } = context
  const url = await allowed(webhooks, fields.url)
  const events = fields.events && [...new Set(fields.events)]
  return db.transaction(async (tx) => {
    const secret = newSigningSecret()
    const fresh = { url, events: events ?? DEFAULT_EVENTS, secret: webhooks.vault.seal(secret) }
    const created = await store.insertEndpoint(tx, workspaceId, fresh)
    if (created) {
      await audit(tx, context, 'webhook.created', { url, events: fresh.events })
      return { endpoint: await withBacklog(tx, created), secret }
    }
    const before = await theEndpoint(tx, workspaceId)
    const endpoint = await store.updateEndpoint(tx, { ...before, url, events: events ?? before.events })
    await audit(tx, context, 'webhook.updated', {
      before: { url: before.url, events: before.events },
      after: { url, events: endpoint.events },
    })
    return { endpoint: await withBacklog(tx, endpoint) }
  })
}

export async function readEndpoint(db: Queryable, workspaceId: Uuid): Promise<EndpointNow | undefined> {
  const endpoint = await store.findEndpoint(db, workspaceId)
  return endpoint && withBacklog(db, endpoint)
}

/** From the next attempt on everything is signed with the new secret, also what was written before. */
export async function rotateSecret(context: WebhookContext): Promise<{ secret: string }> {
  const { db, webhooks, workspaceId } = context
  return db.transaction(async (tx) => {
    const endpoint = await theEndpoint(tx, workspaceId)
    const secret = newSigningSecret()
    await store.updateEndpoint(tx, { ...endpoint, secret: webhooks.vault.seal(secret) })
    await audit(tx, context, 'webhook.secret_rotated')
    return { secret }
  })
}

/** Nothing more is sent; what was still waiting counts as failed. */
export async function removeEndpoint(context: WebhookContext): Promise<void> {
  const { db, workspaceId } = context
  await db.transaction(async (tx) => {
    const { url, events } = await theEndpoint(tx, workspaceId)
    await store.removeEndpoint(tx, workspaceId)
    await audit(tx, context, 'webhook.removed', { url, events })
  })
}

/** Locked, so that what is done to it happens one after the other. */
export async function theEndpoint(tx: Queryable, workspaceId: Uuid): Promise<Endpoint> {
  return (await store.lockEndpoint(tx, workspaceId)) ?? raise(notSet())
}

export function audit(
  tx: Queryable,
  { workspaceId, actor, requestId }: WebhookContext,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return record(tx, { workspaceId, actor, action, target: workspaceId, detail, requestId })
}

async function withBacklog(db: Queryable, endpoint: Endpoint): Promise<EndpointNow> {
  return { ...endpoint, ...(await store.backlogOf(db, endpoint.workspace_id)) }
}

function notSet() {
  return conflict('no webhook', 'This workspace has no webhook yet; save one first.')
}

async function allowed(webhooks: Webhooks, url: string): Promise<string> {
  try {
    return await webhooks.targets.check(url)
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    const { message } = error
    throw new HttpError(400, { error: 'invalid body', message, details: [{ path: 'url', message }] })
  }
}
