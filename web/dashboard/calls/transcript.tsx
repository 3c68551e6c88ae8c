import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { Item } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { useAgent } from '../app/agent.tsx'
import { texts } from '../i18n.ts'
import { classes } from '../ui/classes.ts'
import { duration } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import type { CallItem } from './status.tsx'

type Message = Item<'GET /conversations/:id/thread'>['messages'][number]

const useTexts = texts({
  en: {
    title: 'What was said',
    live: 'What is being said',
    waiting: 'Nobody has spoken yet. Every sentence shows here as it is said.',
    nothing: 'Nobody spoke.',
    later: 'What was said comes when the call is over.',
    earlier: 'Earlier words are in the conversation.',
  },
  ms: {
    title: 'Apa yang dikatakan',
    live: 'Apa yang sedang dikatakan',
    waiting: 'Belum ada yang bercakap. Setiap ayat muncul di sini sebaik sahaja disebut.',
    nothing: 'Tiada siapa bercakap.',
    later: 'Apa yang dikatakan muncul apabila panggilan tamat.',
    earlier: 'Kata-kata sebelum ini ada dalam perbualan.',
  },
})

/** The words of a call; while it goes on they grow, and whoever reads the newest keeps seeing the newest. */
export function Transcript({ call, customer }: { call: CallItem; customer: string }) {
  const words = useTexts()
  const { agents } = useAgent()
  const { data, error, refetch } = useApi('GET /conversations/:id/thread', {
    params: { id: call.conversation_id },
    query: { limit: 100 },
  })
  const messages = data?.data.messages ?? []
  const isLive = call.live !== null
  const box = useNewest(messages.length, isLive)
  const agent = agents.find(({ id }) => id === call.agent_id)?.name ?? ''
  const nothing = !isLive ? words.nothing : call.live?.turns === null ? words.later : words.waiting
  return (
    <Card title={isLive ? words.live : words.title}>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} className="h-8" />}
      {data?.data.earlier && (
        <Link
          to="/conversations/$id"
          params={{ id: call.conversation_id }}
          className="text-sm text-accent underline"
        >
          {words.earlier}
        </Link>
      )}
      <div
        ref={box}
        role="log"
        aria-label={isLive ? words.live : words.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="grid max-h-[32rem] grid-cols-[minmax(0,1fr)] gap-3 overflow-y-auto rounded-sm"
      >
        {data && messages.length === 0 && <p className="text-sm text-quiet">{nothing}</p>}
        {messages.map((message) => (
          <Said
            key={message.id}
            message={message}
            who={message.role === 'user' ? customer : agent}
            since={call.answered_at}
          />
        ))}
      </div>
    </Card>
  )
}

function Said({ message, who, since }: { message: Message; who: string; since: string | null }) {
  const isCustomer = message.role === 'user'
  const seconds = since ? (Date.parse(message.created_at) - Date.parse(since)) / 1_000 : -1
  return (
    <div className={classes('grid max-w-[85%] gap-0.5', isCustomer && 'justify-items-end justify-self-end')}>
      <p className="text-xs text-quiet">
        {who}
        {seconds >= 0 && <span className="tabular-nums"> · {duration(seconds)}</span>}
      </p>
      <p
        className={classes(
          'min-w-0 whitespace-pre-line [overflow-wrap:anywhere] rounded-md px-3 py-2 text-sm',
          isCustomer ? 'bg-accent-soft' : 'bg-sunk',
        )}
      >
        {message.content}
      </p>
    </div>
  )
}

const NEAR = 80

/** Stays at the end while it grows, unless somebody has scrolled up to read; a call that is over begins at its beginning. */
function useNewest(length: number, isLive: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || length === 0) return
    const left = (seen.current ?? element.scrollHeight) - element.scrollTop - element.clientHeight
    const isFirst = seen.current === undefined
    if (isFirst ? isLive : left < NEAR) element.scrollTop = element.scrollHeight
    seen.current = element.scrollHeight
  }, [length, isLive])
  return box
}
