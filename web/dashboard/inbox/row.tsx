import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useCalled } from '../app/called.ts'
import { useChannelName } from '../app/channels.ts'
import { classes } from '../ui/classes.ts'
import { Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Conversation, Filters } from './filters.ts'
import { StatusBadge } from './status.tsx'
import { useWords } from './texts.ts'

export const ROW_HEIGHT = 76

/** A person should look: the agent asked for one, or the last word is the customer's and no AI answers it. */
function needsPerson({ handler, status, preview }: Conversation): boolean {
  return handler === 'human' && status !== 'closed' && preview?.role === 'user'
}

export const Row = memo(function Row({
  row,
  filters,
  isOpen,
  isWaiting,
}: {
  row: Conversation
  filters: Filters
  isOpen: boolean
  isWaiting: boolean
}) {
  const words = useWords()
  const channelName = useChannelName()
  const called = useCalled()
  const calls = isWaiting || needsPerson(row)
  return (
    <Link
      to="/conversations/$id"
      params={{ id: row.id }}
      search={filters}
      aria-current={isOpen ? 'true' : undefined}
      className={classes(
        'grid h-full content-center border-b px-4 -outline-offset-2',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-baseline gap-2">
        {calls && (
          <span className="size-2 shrink-0 self-center rounded-full bg-accent">
            <span className="sr-only">{words.needsPerson}</span>
          </span>
        )}
        <span className={classes('grow truncate text-sm', calls ? 'font-semibold' : 'font-medium')}>
          {called(row.customer)}
        </span>
        <Time at={row.last_message_at ?? row.created_at} className="shrink-0 text-xs text-quiet" />
      </span>
      <span className={classes('truncate text-sm', calls ? 'text-ink' : 'text-quiet')}>
        {row.preview?.role === 'assistant' && (
          <span className="text-quiet">{row.preview.author === 'agent' ? words.ai : words.shop}: </span>
        )}
        {row.preview?.content ?? words.nothingSaid}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-xs text-quiet">
        <span className="flex shrink-0 items-center gap-1">
          <Icon name={row.handler === 'ai' ? 'agent' : 'person'} size={14} />
          {row.handler === 'ai' ? words.ai : words.person}
        </span>
        <span className="shrink-0">{channelName(row.channel)}</span>
        <span className="grow truncate">{row.labels.join(', ')}</span>
        {row.status !== 'open' && <StatusBadge status={row.status} />}
      </span>
    </Link>
  )
})
