import { isUuid } from '../../lib/ids.ts'
import { UserError } from '../../lib/user-error.ts'
import { system } from '../../modules/audit/index.ts'
import * as webhooks from '../../modules/webhooks/index.ts'
import { deliveryStatuses, eventNames, type WebhookContext } from '../../modules/webhooks/index.ts'
import { serviceSecret } from '../../platform/secret.ts'
import type { Command, Environment } from '../command.ts'
import * as is from '../readers.ts'
import { missing, theWorkspace } from './find.ts'

const ofWorkspace = { workspace: is.required(is.text, 'ID') }
const KEEP_IT = 'Store the secret now: receivers check signatures with it, and it is not shown again.'

export const webhookCommands: Command[] = [
  {
    name: 'webhook set',
    about: 'Set where a workspace’s events are sent; a new webhook’s signing secret is shown this once',
    flags: {
      ...ofWorkspace,
      url: is.required(is.longText, 'URL'),
      event: is.repeated(is.oneOf(...eventNames), 'EVENT'),
    },
    run: async (environment, { flags }) => {
      const fields = { url: flags.url, events: flags.event }
      const { endpoint, secret } = await using(environment, flags.workspace, (context) =>
        webhooks.saveEndpoint(context, fields),
      )
      const { url, events } = endpoint
      return secret === undefined
        ? { json: { url, events } }
        : { json: { secret, url, events }, hint: KEEP_IT }
    },
  },
  {
    name: 'webhook show',
    about: 'Show where a workspace’s events are sent, and how that is going',
    flags: ofWorkspace,
    run: async ({ db }, { flags }) => {
      const { id } = await theWorkspace(db, flags.workspace)
      const endpoint = await webhooks.readEndpoint(db, id)
      if (!endpoint) throw new UserError('This workspace has no webhook yet; `webhook set` makes one.')
      return { json: webhooks.presentEndpoint(endpoint) }
    },
  },
  {
    name: 'webhook rotate',
    about: 'Make a new signing secret; it signs from the next attempt on and is shown this once',
    flags: ofWorkspace,
    run: async (environment, { flags }) => ({
      json: await using(environment, flags.workspace, webhooks.rotateSecret),
      hint: KEEP_IT,
    }),
  },
  {
    name: 'webhook test',
    about: 'Send a signed test now and say how it ended',
    flags: ofWorkspace,
    run: async (environment, { flags }) => {
      const delivery = await using(environment, flags.workspace, webhooks.sendTest)
      const [attempt] = delivery.log
      const delivered = attempt?.error === null
      const json = { id: delivery.id, event: delivery.event, delivered, ...attempt }
      return delivered ? { json } : { json, failure: `The test was not delivered: ${attempt?.error}.` }
    },
  },
  {
    name: 'webhook remove',
    about: 'Send nothing any more; what was still waiting counts as failed',
    flags: ofWorkspace,
    run: async (environment, { flags }) => {
      await using(environment, flags.workspace, webhooks.removeEndpoint)
      return { json: { removed: true } }
    },
  },
  {
    name: 'webhook deliveries',
    about: 'List what was sent or is to be, newest first',
    flags: {
      ...ofWorkspace,
      status: is.optional(is.oneOf(...deliveryStatuses), deliveryStatuses.join('|')),
      limit: is.optional(is.integer(1, 1_000), 'N'),
    },
    run: async ({ db }, { flags }) => {
      const { id } = await theWorkspace(db, flags.workspace)
      const limit = flags.limit ?? 50
      const rows = await webhooks.listDeliveries(db, id, { status: flags.status, limit })
      return { json: rows.slice(0, limit).map(webhooks.presentDelivery) }
    },
  },
  {
    name: 'webhook delivery',
    about: 'Show a delivery, its body and every attempt',
    takes: ['DELIVERY_ID'],
    run: async ({ db }, { words: [id = ''] }) => {
      const workspaceId = await workspaceOf(db, id)
      return { json: webhooks.presentFull(await webhooks.readDelivery(db, workspaceId, id)) }
    },
  },
  {
    name: 'webhook replay',
    about: 'Send a delivery again: the same body under the same id',
    takes: ['DELIVERY_ID'],
    run: async (environment, { words: [id = ''] }) => {
      const workspaceId = await workspaceOf(environment.db, id)
      const delivery = await using(environment, workspaceId, (context) =>
        webhooks.replayDelivery(context, id),
      )
      return { json: webhooks.presentDelivery(delivery) }
    },
  },
  {
    name: 'webhook replay-failed',
    about: 'Send again all that failed of what happened in a time',
    flags: {
      ...ofWorkspace,
      from: is.required(is.moment, 'TIME'),
      until: is.optional(is.moment, 'TIME'),
    },
    run: async (environment, { flags: { workspace, from, until } }) => ({
      json: {
        replayed: await using(environment, workspace, (context) =>
          webhooks.replayFailed(context, { from, until }),
        ),
      },
    }),
  },
]

async function workspaceOf(db: Environment['db'], deliveryId: string): Promise<string> {
  const found = isUuid(deliveryId) ? await webhooks.workspaceOfDelivery(db, deliveryId) : undefined
  return found ?? missing('delivery', deliveryId)
}

async function using<T>(
  { db, config }: Environment,
  workspace: string,
  work: (context: WebhookContext) => Promise<T>,
): Promise<T> {
  const { id: workspaceId } = await theWorkspace(db, workspace)
  const parts = webhooks.createWebhooks(config, serviceSecret(config))
  try {
    return await work({ db, webhooks: parts, workspaceId, actor: system })
  } finally {
    parts.poster.close()
  }
}
