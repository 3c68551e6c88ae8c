import type { Uuid } from '../lib/ids.ts'
import { randomBase62 } from '../lib/secrets.ts'
import { type Db, type Listener, sql } from './db/index.ts'
import type { Logger } from './log.ts'

/**
 * What was announced, told to whoever watches its subject, in every process. It says that, at most which, never what:
 * watchers look.
 */
export interface News {
  /** Hears which thing of the subject it was; undefined when it may have been any. Returns what ends the watch. */
  watch(subject: string, heard: (which: string | undefined) => void): () => void
}

export const subjects = {
  conversation: (id: Uuid) => `conversation:${id}`,
  workspace: (id: Uuid) => `workspace:${id}`,
}

/** What the people of a workspace follow live. */
export const things = ['conversation', 'order', 'alert', 'call'] as const
export type Thing = (typeof things)[number]

/** To be announced when something of a workspace has changed: its people hear which, and nobody else hears of it. */
export function changeIn(workspaceId: Uuid, thing: Thing, id: Uuid): string {
  return `${subjects.workspace(workspaceId)} ${thing}:${id}`
}

const CHANNEL = 'news'

/**
 * Here it is told at once; other processes hear it by NOTIFY, sent after the commit by itself: within the transaction it
 * would make all commits of the database queue up.
 */
export async function createNews(db: Db, listener: Listener, log: Logger): Promise<News> {
  const watchers = new Map<string, Set<(which: string | undefined) => void>>()
  const me = randomBase62(8)
  let waiting: Set<string> | undefined

  function tell(subject: string, which?: string): void {
    for (const heard of watchers.get(subject) ?? []) heard(which)
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

  db.onAnnounce((announced) => {
    const [subject = '', which] = announced.split(' ')
    tell(subject, which)
    pass(announced)
  })
  await listener.on(CHANNEL, (payload) => {
    const [teller, subject, which] = payload?.split(' ') ?? []
    if (subject === undefined) for (const one of watchers.keys()) tell(one)
    else if (teller !== me) tell(subject, which)
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
