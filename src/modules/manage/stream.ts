import type { ServerResponse } from 'node:http'
import type { Uuid } from '../../lib/ids.ts'
import { type News, subjects } from '../../platform/news.ts'

/** Proxies close what is silent for a minute or less; as often, it is asked whether the person may still listen. */
const HEARTBEAT_MS = 15_000
/** A conversation that moves on several times in a moment is looked at once. */
const GATHER_MS = 100
/** Who has missed more than so many changes looks at everything. */
const MOST_GATHERED = 500
/** A client that does not read what it is sent for so long is gone. */
const MOST_UNREAD_BYTES = 1_000_000

export interface StreamParts {
  news: News
  /** Whether the person is still signed in; a fault is no answer. */
  mayListen: () => Promise<boolean>
  onTrouble: (error: unknown) => void
}

/**
 * Server-sent events of one workspace: which conversation, order, alert or call has changed. What it is like now is asked
 * for by its id, through the routes that know who may see it. `resync` says that anything may have changed: at the
 * beginning, and when announcements may have been lost.
 */
export function openStream(
  { news, mayListen, onTrouble }: StreamParts,
  workspaceId: Uuid,
  out: ServerResponse,
): { end(): void } {
  const gathered = new Set<string>()
  let isAll = true
  let ended = false
  let sending: NodeJS.Timeout | undefined
  const unwatch = news.watch(subjects.workspace(workspaceId), heard)
  const beats = setInterval(beat, HEARTBEAT_MS)
  out.on('close', end)
  // A client that left while it was let in closes nothing any more.
  if (out.destroyed) end()
  else send()

  function heard(which: string | undefined): void {
    if (which === undefined || gathered.size >= MOST_GATHERED) isAll = true
    else gathered.add(which)
    sending ??= setTimeout(send, GATHER_MS)
  }

  function send(): void {
    sending = undefined
    const events = isAll ? ['event: resync\ndata: {}\n\n'] : [...gathered].map(eventOf)
    isAll = false
    gathered.clear()
    write(events.join(''))
  }

  async function beat(): Promise<void> {
    write(': still here\n\n')
    try {
      if (!(await mayListen())) end()
    } catch (error) {
      onTrouble(error)
      end()
    }
  }

  function write(text: string): void {
    if (ended) return
    out.write(text)
    if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
  }

  function end(): void {
    if (ended) return
    ended = true
    unwatch()
    clearInterval(beats)
    clearTimeout(sending)
    out.end()
  }

  return { end }
}

function eventOf(which: string): string {
  const [thing, id] = which.split(':')
  return `event: ${thing}\ndata: ${JSON.stringify({ id })}\n\n`
}
