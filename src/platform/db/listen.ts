import pg from 'pg'

/** A connection that hears NOTIFY, reconnects by itself, and tells everybody to look when it may have missed one. */
export interface Listener {
  /** Without a payload when it can only tell that something may have been missed. */
  on(channel: string, heard: (payload?: string) => void): Promise<void>
  close(): Promise<void>
}

const RETRY_MS = 1_000

export function openListener(connection: pg.ClientConfig, onTrouble: (error: Error) => void): Listener {
  const handlers = new Map<string, Set<(payload?: string) => void>>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...connection,
      keepAlive: true,
      // It says nothing by itself: unasked, the system would take two hours to find out that the other side is gone.
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      application_name: 'icebot listener',
    })
    fresh.on('error', (error) => lost(fresh, error))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload))
    client = fresh
    try {
      await fresh.connect()
      for (const channel of handlers.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const channel of handlers.keys()) tell(channel)
    } catch (error) {
      lost(fresh, error as Error)
    }
  }

  function lost(which: pg.Client, error?: Error): void {
    if (which !== client) return
    client = undefined
    opening = undefined
    which.end().catch(() => {})
    if (closed) return
    if (error) onTrouble(error)
    retry = setTimeout(() => {
      opening = connect()
    }, RETRY_MS)
  }

  function tell(channel: string, payload?: string): void {
    for (const heard of handlers.get(channel) ?? []) heard(payload)
  }

  return {
    async on(channel, heard) {
      const known = handlers.get(channel)
      if (known) {
        known.add(heard)
        return
      }
      handlers.set(channel, new Set([heard]))
      if (!opening && !retry) opening = connect()
      else {
        await opening
        await client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(onTrouble)
      }
      await opening
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await opening
      await client?.end().catch(() => {})
    },
  }
}
