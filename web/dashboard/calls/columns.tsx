import { Link } from '@tanstack/react-router'
import { useApi } from '../api/queries.ts'
import { useAgent } from '../app/agent.tsx'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { duration, phone, Time } from '../ui/format.tsx'
import type { Column } from '../ui/table.tsx'
import { type CallItem, DirectionIcon, otherEnd, StatusBadge } from './status.tsx'
import { useCallWords } from './texts.ts'

const useTexts = texts({
  en: {
    who: 'Who',
    status: 'Status',
    duration: 'Length',
    when: 'When',
    agent: 'Agent',
    outcome: 'What came of it',
  },
  ms: {
    who: 'Siapa',
    status: 'Status',
    duration: 'Tempoh',
    when: 'Bila',
    agent: 'Ejen',
    outcome: 'Hasilnya',
  },
})

export function useColumns(): Column<CallItem>[] {
  const words = useTexts()
  const { agents } = useAgent()
  const talks = useTalks()
  const nameOf = (agentId: string) => agents.find(({ id }) => id === agentId)?.name ?? ''
  return [
    { name: words.who, show: (call) => <Who call={call} name={talks.get(call.conversation_id)?.name} /> },
    { name: words.status, show: ({ status }) => <StatusBadge status={status} /> },
    {
      name: words.duration,
      isNumber: true,
      isMinor: true,
      show: ({ duration_seconds: seconds }) => (seconds > 0 ? duration(seconds) : '–'),
    },
    { name: words.when, show: ({ created_at: at }) => <Time at={at} className="whitespace-nowrap" /> },
    ...(agents.length > 1
      ? [{ name: words.agent, isMinor: true, show: (call: CallItem) => nameOf(call.agent_id) }]
      : []),
    {
      name: words.outcome,
      isMinor: true,
      show: (call) => <Outcome call={call} outcome={talks.get(call.conversation_id)?.outcome ?? null} />,
    },
  ]
}

function Who({ call, name }: { call: CallItem; name: string | undefined }) {
  const number = phone(otherEnd(call))
  return (
    <span className="flex items-start gap-2">
      <DirectionIcon direction={call.direction} />
      <span className="grid">
        <Link
          to="/calls/$id"
          params={{ id: call.id }}
          className="whitespace-nowrap font-medium hover:underline"
        >
          {name ?? number}
        </Link>
        {name && <span className="whitespace-nowrap text-xs text-quiet">{number}</span>}
      </span>
    </span>
  )
}

function Outcome({ call, outcome }: { call: CallItem; outcome: Talk['outcome'] }) {
  const words = useCallWords()
  return (
    <span className="flex max-w-md flex-wrap items-center gap-x-2 gap-y-1">
      {outcome === 'order_placed' && <Badge tone="good">{words.outcome.order_placed}</Badge>}
      {outcome === 'handed_over' && <Badge tone="wait">{words.outcome.handed_over}</Badge>}
      <span className="line-clamp-2 text-quiet">{call.summary ?? (call.live ? '…' : '–')}</span>
    </span>
  )
}

interface Talk {
  name: string | undefined
  outcome: 'order_placed' | 'answered' | 'handed_over' | 'no_reply' | null
}

/** Whom the newest calls were with and what came of them: their conversations know, in one request for all. */
function useTalks(): Map<string, Talk> {
  const { data } = useApi('GET /conversations', { query: { channel: 'voice', limit: 100 } })
  return new Map(
    data?.data.map(({ id, customer, outcome }) => [id, { name: customer.name ?? undefined, outcome }]),
  )
}
