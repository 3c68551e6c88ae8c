import type { Uuid } from '../lib/ids.ts'
import { randomBase62 } from '../lib/secrets.ts'
import { type Db, type Listener, sql } from './db/index.ts'
import type { Logger } from './log.ts'

/** What was announced, told to whoever watches its subject, in every process. It says that, never what: watchers look. */
export interface News {
  /** Returns what ends the watch. */
  watch(subject: string, heard: () => void): () => void
}

export const subjects = { conversation: (id: Uuid) => `conversation:${id}` }

const CHANNEL = 'news'

/**
 * Here it is told at once; other processes hear it by NOTIFY, sent after the commit by itself: within the transaction it
 * would make all commits of the database queue up.
 */
export async function createNews(db: Db, listener: Listener, log: Logger): Promise<News> {
  const watchers = new Map<string, Set<() => void>>()
  const me = randomBase62(8)
  let waiting: Set<string> | undefined

  function tell(subject: string): void {
    for (const heard of watchers.get(subject) ?? []) heard()
  }

  function pass(subject: string): void {
    if (waiting) return void waiting.add(subject)
    waiting = new Set([subject])
    setImmediate(() => {
      const batch = [...(waiting ?? [])]
      waiting = undefined
      db.run(
        sql`select pg_notify(${CHANNEL}, ${me} || ' ' || subject) from unnest(${batch}::text[]) subject`,
      ).catch((error) => log.warn({ err: error }, 'other processes were not told the news'))
    })
  }

  db.onAnnounce((subject) => {
    tell(subject)
    pass(subject)
  })
  await listener.on(CHANNEL, (payload) => {
    const [teller, subject] = payload?.split(' ') ?? []
    if (subject === undefined) for (const one of watchers.keys()) tell(one)
    else if (teller !== me) tell(subject)
  })

  return {
    watch(subject, heard) {
      const known = watchers.get(subject) ?? new Set()
      watchers.set(subject, known.add(heard))
      return () => {
        known.delete(heard)
        if (known.size === 0 && watchers.get(subject) === known) watchers.delete(subject)
      }
    },
  }
}
