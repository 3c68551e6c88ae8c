import type { Config } from '../../config.ts'
import { parseAllowList } from '../../lib/addresses.ts'
import { createVault, type Vault } from '../../platform/vault.ts'
import { createPoster, type Poster } from './post.ts'
import type { Resolve } from './resolve.ts'
import { createTargets, type Targets } from './target.ts'

/** What everything here works with. */
export interface Webhooks {
  /** Where webhooks may go. */
  targets: Targets
  poster: Poster
  /** Where signing secrets are kept. */
  vault: Vault
  timeoutMs: number
  /** The pause after each failed attempt but the last. */
  retrySeconds: readonly number[]
}

type WebhookSettings = Pick<Config, 'webhookAllow' | 'webhookTimeoutMs' | 'webhookRetrySeconds'>

export function createWebhooks(
  { webhookAllow, webhookTimeoutMs: timeoutMs, webhookRetrySeconds: retrySeconds }: WebhookSettings,
  serviceSecret: string,
  resolve?: Resolve,
): Webhooks {
  const allow = parseAllowList(webhookAllow)
  const targets = createTargets(resolve ? { allow, resolve } : { allow })
  const poster = createPoster({ targets, timeoutMs })
  return { targets, poster, vault: createVault(serviceSecret), timeoutMs, retrySeconds }
}
