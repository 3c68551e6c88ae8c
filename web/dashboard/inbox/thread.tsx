import { useMemo, useRef, useState } from 'react'
import { isMissing } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { classes } from '../ui/classes.ts'
import { Empty, ErrorNote, Skeleton } from '../ui/states.tsx'
import { Answering } from './answering.tsx'
import { Composer } from './composer.tsx'
import { useSending } from './drafts.ts'
import { entriesOf } from './entries.ts'
import { EntryView } from './entry.tsx'
import type { Conversation } from './filters.ts'
import { Sent } from './sent.tsx'
import { useWords } from './texts.ts'
import { ThreadHead } from './thread-head.tsx'
import { ThreadScroller } from './thread-scroller.tsx'
import { usePeople } from './use-people.ts'
import { useSeen } from './use-seen.ts'
import { useSend } from './use-send.ts'
import { type Message, useConversation, useThread } from './use-thread.ts'

const MOST = 100

/** One conversation: what was said, noted, done, ordered and called about, and the box to answer with. */
export function Thread({
  id,
  className,
  onBack,
  onDetails,
  onClose,
}: {
  id: string
  className: string
  onBack: () => void
  onDetails: () => void
  onClose: (conversation: Conversation) => void
}) {
  const words = useWords()
  const { data: conversation, error, refetch } = useConversation(id)
  const held = useThread(id)
  const query = { conversation_id: id, limit: MOST }
  const { data: orders } = useApi('GET /orders', { query })
  const { data: calls } = useApi('GET /calls', { query })
  const sending = useSending(id)
  const sender = useSend(id)
  const alert = useSeen(id)
  const scroller = useRef<HTMLElement>(null)
  const fault = error ?? held.error
  // Kept while somebody types, so that nothing of it is drawn anew.
  const entries = useMemo(
    () => (held.thread ? entriesOf(held.thread, orders?.data ?? [], calls?.data ?? []) : []),
    [held.thread, orders, calls],
  )
  const people = usePeople(conversation)

  if (isMissing(fault)) {
    return (
      <section aria-label={words.thread} className={className}>
        <ThreadHead {...{ conversation: undefined, onBack, onDetails, onClose }} />
        <Empty icon="search" title={words.gone}>
          {words.goneAbout}
        </Empty>
      </section>
    )
  }
  return (
    <div className={classes('grid min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]', className)}>
      <ThreadHead {...{ conversation, onBack, onDetails, onClose }} />
      {held.isPending ? (
        <Loading />
      ) : held.error && !held.thread ? (
        <div className="p-4">
          <ErrorNote error={held.error} retry={held.refetch} />
        </div>
      ) : (
        <ThreadScroller ref={scroller} held={held} newest={newestOf(entries, sending.length)}>
          {entries.map((entry) => (
            <EntryView key={`${entry.kind} ${entry.id}`} entry={entry} people={people} />
          ))}
          {sending.map((outgoing) => (
            <Sent key={outgoing.key} outgoing={outgoing} sender={sender} />
          ))}
        </ThreadScroller>
      )}
      <div className="border-t bg-card">
        {held.thread && conversation && (
          <Announced
            message={held.thread.messages.findLast(({ role }) => role === 'user')}
            name={people.nameOf({ kind: 'customer', id: null })}
          />
        )}
        {Boolean(error) && !conversation && (
          <div className="p-3">
            <ErrorNote error={error} retry={() => void refetch()} />
          </div>
        )}
        {conversation && <Answering conversation={conversation} alert={alert} />}
        <Composer
          id={id}
          conversation={conversation}
          send={(mode) => {
            sender.send(mode)
            scroller.current?.scrollTo({ top: 0 })
          }}
        />
      </div>
    </div>
  )
}

function newestOf(entries: { id: string }[], sending: number): string {
  return `${entries.at(-1)?.id ?? ''} ${sending}`
}

/** Who cannot see it hears that something was said. */
function Announced({ message, name }: { message: Message | undefined; name: string }) {
  const words = useWords()
  const [first] = useState(message?.id)
  return (
    <p role="status" className="sr-only">
      {message && message.id !== first ? `${words.newMessage(name)}: ${message.content.slice(0, 200)}` : ''}
    </p>
  )
}

function Loading() {
  return (
    <div className="grid content-end gap-4 p-4">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="ml-auto h-16 w-1/2" />
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="ml-auto h-12 w-2/3" />
    </div>
  )
}
