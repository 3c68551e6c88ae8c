import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isMissing } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { useAgent } from '../app/agent.tsx'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { count, duration, exactTime, phone, ringgit } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Player } from '../ui/player.tsx'
import { Empty, ErrorNote, Skeleton } from '../ui/states.tsx'
import { Running } from './running.tsx'
import { type CallItem, creditsFor, DirectionIcon, isMachine, otherEnd, StatusBadge } from './status.tsx'
import { useCallWords } from './texts.ts'
import { Transcript } from './transcript.tsx'

const route = getRouteApi('/shell/calls/$id')
const useTexts = texts({
  en: {
    title: (who: string) => `Call with ${who}`,
    loading: 'Call',
    back: 'All calls',
    missing: 'There is no such call',
    missingAbout: 'It may have been erased with its customer, or it belongs to another workspace.',
    conversation: 'Open the conversation',
    recording: 'Recording',
    noRecording: 'Nothing was recorded: nobody talked, or the 30 days a recording is kept are over.',
    details: 'Details',
    summary: 'Summary',
    noSummary: 'Written a moment after the call.',
    ended: 'How it ended',
    number: 'Number',
    direction: 'Direction',
    agent: 'Agent',
    length: 'Length',
    cost: 'Cost',
    began: 'Began',
    order: 'Order',
    known: 'What the agent knew',
  },
  ms: {
    title: (who: string) => `Panggilan dengan ${who}`,
    loading: 'Panggilan',
    back: 'Semua panggilan',
    missing: 'Panggilan ini tiada',
    missingAbout: 'Mungkin sudah dipadam bersama pelanggannya, atau milik ruang kerja lain.',
    conversation: 'Buka perbualan',
    recording: 'Rakaman',
    noRecording: 'Tiada yang dirakam: tiada siapa bercakap, atau tempoh simpanan 30 hari sudah tamat.',
    details: 'Butiran',
    summary: 'Rumusan',
    noSummary: 'Ditulis sejurus selepas panggilan.',
    ended: 'Cara ia tamat',
    number: 'Nombor',
    direction: 'Arah',
    agent: 'Ejen',
    length: 'Tempoh',
    cost: 'Kos',
    began: 'Bermula',
    order: 'Pesanan',
    known: 'Apa yang ejen tahu',
  },
})

export function Call() {
  const words = useTexts()
  const { id } = route.useParams()
  const { data, error, refetch, dataUpdatedAt } = useApi('GET /calls/:id', { params: { id } })
  if (isMissing(error)) return <Missing />
  if (!data)
    return (
      <Page wide title={words.loading}>
        {error ? (
          <ErrorNote error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </Page>
    )
  return <Shown call={data.data} seenAt={dataUpdatedAt} />
}

function Missing() {
  const words = useTexts()
  return (
    <Page title={words.loading}>
      <Empty
        icon="calls"
        title={words.missing}
        action={
          <Button asChild>
            <Link to="/calls">{words.back}</Link>
          </Button>
        }
      >
        {words.missingAbout}
      </Empty>
    </Page>
  )
}

function Shown({ call, seenAt }: { call: CallItem; seenAt: number }) {
  const words = useTexts()
  const callWords = useCallWords()
  const { data: conversation } = useApi('GET /conversations/:id', { params: { id: call.conversation_id } })
  const number = phone(otherEnd(call))
  const name = conversation?.data.customer.name
  return (
    <Page
      wide
      title={words.title(name ?? number)}
      actions={
        <>
          <Button asChild>
            <Link to="/calls">{words.back}</Link>
          </Button>
          <Button asChild>
            <Link to="/conversations/$id" params={{ id: call.conversation_id }}>
              {words.conversation}
            </Link>
          </Button>
        </>
      }
    >
      <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <StatusBadge status={call.status} />
        {call.live ? <Running call={call} seenAt={seenAt} /> : <span>{endOf(call, callWords)}</span>}
        {conversation?.data.outcome === 'order_placed' && (
          <Badge tone="good">{callWords.outcome.order_placed}</Badge>
        )}
        {call.runtime === 'sandbox' && (
          <span className="flex items-center gap-1 text-xs text-quiet">
            <Icon name="info" size={14} />
            {callWords.simulated}
          </span>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {!call.live && <Recording call={call} />}
          <Transcript call={call} customer={name ?? number} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {!call.live && (
            <Card title={words.summary}>
              <p className={call.summary ? 'text-sm' : 'text-sm text-quiet'}>
                {call.summary ?? words.noSummary}
              </p>
            </Card>
          )}
          <Details call={call} />
        </div>
      </div>
    </Page>
  )
}

function endOf(call: CallItem, words: ReturnType<typeof useCallWords>): string {
  if (call.status === 'dialing' || call.status === 'in_progress') return ''
  return call.status === 'completed' && isMachine(call) ? words.machine : words.ended[call.status]
}

function Recording({ call }: { call: CallItem }) {
  const words = useTexts()
  return (
    <Card title={words.recording}>
      {call.recording === 'none' ? (
        <p className="text-sm text-quiet">{words.noRecording}</p>
      ) : (
        <Player key={call.id} callId={call.id} seconds={call.duration_seconds} />
      )}
    </Card>
  )
}

function Details({ call }: { call: CallItem }) {
  const words = useTexts()
  const callWords = useCallWords()
  const { agents } = useAgent()
  const { data: orders } = useApi('GET /orders', {
    query: { conversation_id: call.conversation_id, limit: 10 },
  })
  const known = Object.entries(call.variables)
  const seconds = call.duration_seconds
  return (
    <Card title={words.details}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact name={words.number}>{phone(otherEnd(call))}</Fact>
        <Fact name={words.direction}>
          <span className="flex items-center gap-1">
            <DirectionIcon direction={call.direction} />
            <span aria-hidden="true">{callWords.direction[call.direction]}</span>
          </span>
        </Fact>
        <Fact name={words.agent}>{agents.find(({ id }) => id === call.agent_id)?.name}</Fact>
        <Fact name={words.began}>{exactTime(call.created_at)}</Fact>
        {!call.live && <Fact name={words.length}>{duration(seconds)}</Fact>}
        {!call.live && <Fact name={words.cost}>{callWords.credits(count(creditsFor(seconds)))}</Fact>}
        {orders?.data.map(({ id, order_number, total }) => (
          <Fact key={id} name={words.order}>
            <Link to="/orders/$id" params={{ id }} className="font-medium text-accent underline">
              {order_number} · {ringgit(total)}
            </Link>
          </Fact>
        ))}
        {known.length > 0 && (
          <Fact name={words.known}>
            {known.map(([name, value]) => (
              <span key={name} className="block break-words">
                <span className="font-mono text-xs text-quiet">{name}</span> {String(value)}
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
