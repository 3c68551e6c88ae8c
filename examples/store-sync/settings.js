import { fileURLToPath } from 'node:url'
import { Problem } from './problem.js'

/** Everything comes from the environment. `needs` names what this command cannot do without; all faults are told at once. */
export function readSettings(env, needs = []) {
  const settings = {
    url: (env.ICEBOT_URL || 'http://localhost:3000').replace(/\/+$/, ''),
    key: env.ICEBOT_KEY,
    secret: env.WEBHOOK_SECRET,
    host: env.HOST || '127.0.0.1',
    port: Number(env.PORT || 4000),
    stateFile: env.DATA || 'store-sync.json',
    catalogueFile: env.CATALOGUE || fileURLToPath(new URL('catalogue.csv', import.meta.url)),
    ordersSince: env.ORDERS_SINCE || null,
    sweepSeconds: Number(env.SWEEP_SECONDS || 300),
    followsMessages: env.FOLLOW_MESSAGES === '1',
  }
  const faults = []
  if (!/^https?:$/.test(protocolOf(settings.url))) faults.push('ICEBOT_URL must be a web address.')
  if (needs.includes('key') && !settings.key) {
    faults.push('ICEBOT_KEY is missing: an API key with the scope catalogue:sync.')
  }
  if (needs.includes('secret') && !settings.secret) {
    faults.push('WEBHOOK_SECRET is missing: the signing secret that was shown when the webhook was saved.')
  }
  if (!isWhole(settings.port, 1, 65_535)) faults.push('PORT must be a number from 1 to 65535.')
  if (!isWhole(settings.sweepSeconds, 1, 86_400))
    faults.push('SWEEP_SECONDS must be a number from 1 to 86400.')
  if (settings.ordersSince !== null) {
    if (Number.isNaN(Date.parse(settings.ordersSince)))
      faults.push('ORDERS_SINCE must be a time such as 2026-11-15T00:00:00Z.')
    else settings.ordersSince = new Date(settings.ordersSince).toISOString()
  }
  if (faults.length > 0) throw new Problem(faults.join('\n'))
  return settings
}

function protocolOf(url) {
  return URL.canParse(url) ? new URL(url).protocol : ''
}

function isWhole(number, min, max) {
  return Number.isInteger(number) && number >= min && number <= max
}
