import type { Item } from '../api/client.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Icon } from '../ui/icons.tsx'
import type { CallStatus } from './routes.ts'
import { useCallWords } from './texts.ts'

export type CallItem = Item<'GET /calls/:id'>

const TONES: Record<CallStatus, Tone> = {
  dialing: 'wait',
  in_progress: 'accent',
  completed: 'good',
  no_answer: 'plain',
  busy: 'plain',
  failed: 'alarm',
  cancelled: 'plain',
}

export function StatusBadge({ status }: { status: CallStatus }) {
  return (
    <Badge tone={TONES[status]}>
      {status === 'in_progress' && (
        <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
      )}
      {useCallWords().status[status]}
    </Badge>
  )
}

export function DirectionIcon({ direction }: Pick<CallItem, 'direction'>) {
  const words = useCallWords()
  return (
    <span title={words.direction[direction]} className="text-quiet">
      <Icon name={direction === 'inbound' ? 'incoming' : 'outgoing'} size={16} />
      <span className="sr-only">{words.direction[direction]}</span>
    </span>
  )
}

/** Who is on the other end. */
export function otherEnd({ direction, from, to }: Pick<CallItem, 'direction' | 'from' | 'to'>): string {
  return direction === 'inbound' ? from : to
}

const CREDITS_PER_MINUTE = 400

/** What a call of this length was charged: to the second, rounded up. */
export function creditsFor(seconds: number): number {
  return Math.ceil((seconds * CREDITS_PER_MINUTE) / 60)
}

export function isMachine({ answered_by: by }: Pick<CallItem, 'answered_by'>): boolean {
  return by !== null && by !== 'human' && by !== 'unknown'
}
