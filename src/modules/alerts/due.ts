import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import { type Clock, databaseClock, MOST_CLAIMS } from '../../platform/due-claims.ts'
import type { Logger } from '../../platform/log.ts'
import type { Mailer, MailOutcome } from '../../platform/mail.ts'
import { letterOf } from './letter.ts'
import * as mails from './mails.ts'
import { ALERTS_CHANNEL } from './store.ts'

export interface AlertParts {
  db: Queryable
  /** Undefined: nobody gets mail; the dashboard has the alerts all the same. */
  mailer: Mailer | undefined
  log: Logger
  baseUrl: () => Promise<string>
  now?: Clock
}

const AT_ONCE = 4
/** The pause after each failed attempt but the last: with them a mail server may be away for a working day. */
const RETRY_SECONDS = [60, 300, 1_800, 7_200, 21_600]
const STALE_HOURS = 24
/** Between the last moment a mail can be under way and the end of its lease, for writing down how it ended. */
const LEASE_MARGIN_MS = 10_000
const IDLE_MS = 60_000
/** How long a mail under way may go on once the service stops; what is cut off is sent again when its lease is over. */
const STOP_GRACE_MS = 5_000

/** Mails each alert to each person of its workspace. Any number of processes may do this together. */
export function alertWork({ db, mailer, log, baseUrl, now = databaseClock }: AlertParts): DueWork {
  const work = { name: 'mail alerts', wakeOn: ALERTS_CHANNEL, idleMs: IDLE_MS }
  if (!mailer) return { ...work, run: async () => undefined }
  const leaseMs = mailer.timeoutMs + LEASE_MARGIN_MS

  async function mail(claimed: mails.ClaimedMail, stopping: AbortSignal): Promise<void> {
    const outcome = await attempt(claimed, stopping)
    if (!outcome) return
    const { alert_id, attempts, claims } = claimed
    const error = outcome.sent ? null : outcome.error
    const isOver = error === null || claims > MOST_CLAIMS
    const afterSeconds = isOver ? undefined : RETRY_SECONDS[attempts]
    await mails.finish(db, now, claimed, { error, afterSeconds })
    if (error !== null) log.warn({ alert: alert_id, attempt: attempts + 1, error }, 'an alert was not mailed')
  }

  /** Undefined when the service stops before the mail server has answered. */
  async function attempt(
    claimed: mails.ClaimedMail,
    stopping: AbortSignal,
  ): Promise<MailOutcome | undefined> {
    if (claimed.claims > MOST_CLAIMS)
      return { sent: false, error: 'given up: the service ended while sending it' }
    const done = new AbortController()
    const sending = (mailer as Mailer).send(letterOf(claimed, await baseUrl()))
    return Promise.race([sending.finally(() => done.abort()), cutOff(stopping, done.signal)])
  }

  return {
    ...work,
    async run(stopping) {
      await mails.dropStale(db, now, STALE_HOURS)
      const batch = await mails.claim(db, now, { limit: AT_ONCE, leaseMs })
      await Promise.all(batch.map((claimed) => mail(claimed, stopping)))
      return batch.length === AT_ONCE ? 0 : mails.nextDueMs(db, now)
    },
  }
}

/** Comes a while after the service was asked to stop, unless the work is done by then. */
async function cutOff(stopping: AbortSignal, done: AbortSignal): Promise<undefined> {
  if (!stopping.aborted) {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true, signal: done }))
  }
  await pause(STOP_GRACE_MS, undefined, { ref: false })
}
