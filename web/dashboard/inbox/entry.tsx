import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useCallWords } from '../calls/texts.ts'
import { useLanguage } from '../i18n.ts'
import { useStanding } from '../orders/status.tsx'
import { classes } from '../ui/classes.ts'
import { duration, exactTime, locale, ringgit } from '../ui/format.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { CallPlayer } from './call.tsx'
import { DeedLine } from './deed-line.tsx'
import { type Entry, isSame } from './entries.ts'
import { useWords } from './texts.ts'
import type { People } from './use-people.ts'

/** Drawn anew only when it changed itself, however many stand around it. */
export const EntryView = memo(
  function EntryView({ entry, people }: { entry: Entry; people: People }) {
    if (entry.kind === 'day') return <Day at={entry.at} />
    if (entry.kind === 'message') return <Said entry={entry} people={people} />
    if (entry.kind === 'note') return <Noted entry={entry} people={people} />
    if (entry.kind === 'order') return <Ordered entry={entry} />
    if (entry.kind === 'call') return <Called entry={entry} />
    return (
      <li className="mt-2">
        <DeedLine actions={entry.actions} />
      </li>
    )
  },
  (before, after) => before.people === after.people && isSame(before.entry, after.entry),
)

type Of<Kind extends Entry['kind']> = { entry: Extract<Entry, { kind: Kind }> }

function Day({ at }: { at: string }) {
  useLanguage()
  return (
    <li className="mt-4 text-center text-xs text-quiet first:mt-0">
      {new Date(at).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long' })}
    </li>
  )
}

function Said({ entry: { message, isFollowing }, people }: Of<'message'> & { people: People }) {
  const words = useWords()
  const { author, content, channel, created_at } = message
  const isOurs = author.kind !== 'customer'
  const name = people.nameOf(author)
  const isSpoken = channel === 'voice' && !people.isCall
  return (
    <li
      className={classes(
        'grid',
        isOurs ? 'justify-items-end' : 'justify-items-start',
        isFollowing ? 'mt-1' : 'mt-3',
      )}
    >
      {!isFollowing && (
        <p className="mb-1 flex items-center gap-1.5 px-1 text-xs text-quiet">
          {isOurs && <Icon name={author.kind === 'agent' ? 'agent' : 'person'} size={14} />}
          <span className="font-medium">{name}</span>
          {author.kind === 'agent' && <span>· {words.ai}</span>}
          {isSpoken && <span>· {words.spoken}</span>}
          <Clock at={created_at} />
        </p>
      )}
      <div
        title={exactTime(created_at)}
        className={classes(
          'max-w-[85%] whitespace-pre-wrap rounded-md px-3 py-2 text-sm [overflow-wrap:anywhere]',
          BUBBLES[author.kind],
        )}
      >
        {isFollowing && <span className="sr-only">{name}: </span>}
        {content}
      </div>
    </li>
  )
}

const BUBBLES = {
  customer: 'border bg-card',
  agent: 'bg-hover',
  team: 'bg-accent-soft',
}

/** Paper, not a message: only the team sees it. */
function Noted({ entry: { note }, people }: Of<'note'> & { people: People }) {
  const words = useWords()
  return (
    <li className="mt-3">
      <div className="rounded-sm border border-dashed border-edge bg-paper px-3 py-2 text-sm">
        <p className="mb-1 flex items-center gap-1.5 text-xs">
          <Icon name="note" size={14} />
          <span className="font-medium">
            {note.author.id === people.myId
              ? words.yourNote
              : words.noteBy(people.nameOf({ kind: 'team', id: note.author.id }))}
          </span>
          <Clock at={note.created_at} />
        </p>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.body}</p>
      </div>
    </li>
  )
}

function Ordered({ entry: { order } }: Of<'order'>) {
  const words = useWords()
  const standing = useStanding()
  return (
    <Line icon="orders">
      <Link to="/orders/$id" params={{ id: order.id }} className="font-medium text-accent underline">
        {words.placedOrder(order.order_number)}
      </Link>
      <span>
        {ringgit(order.total)} · {standing(order)}
      </span>
    </Line>
  )
}

function Called({ entry: { call } }: Of<'call'>) {
  const words = useWords()
  const { status } = useCallWords()
  return (
    <Line icon="calls">
      <details className="min-w-0 grow">
        <summary className="rounded-sm">
          <span className="font-medium text-ink">
            {call.direction === 'inbound' ? words.incoming : words.outgoing}
          </span>{' '}
          {duration(call.duration_seconds)} · {status[call.status]}
        </summary>
        <div className="pt-2">
          <CallPlayer call={call} />
        </div>
      </details>
    </Line>
  )
}

function Line({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <li className="mt-2 flex flex-wrap items-start gap-2 px-1 text-xs text-quiet">
      <Icon name={icon} size={16} />
      {children}
    </li>
  )
}

function Clock({ at }: { at: string }) {
  useLanguage()
  return (
    <time dateTime={at} title={exactTime(at)}>
      {new Date(at).toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' })}
    </time>
  )
}
