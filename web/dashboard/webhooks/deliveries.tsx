import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useApiPages } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { FilterLinks, filterLook } from '../ui/filter-links.tsx'
import { Time } from '../ui/format.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ReplayFailed } from './replay-failed.tsx'
import { type Row, STATUSES, TONES, useWebhookTexts } from './texts.ts'

const useTexts = texts({
  en: {
    title: 'Deliveries',
    about: 'What was sent or is to be, newest first. Finished ones are kept for 30 days.',
    filter: 'Show',
    all: 'All',
    event: 'Event',
    state: 'State',
    answer: 'Answer',
    attempts: 'Attempts',
    when: 'Happened',
    next: 'next',
    noneTitle: 'Nothing was sent yet',
    none: 'As soon as something happens that you listen for, it stands here with every attempt.',
    noneOf: 'No delivery is in this state',
  },
  ms: {
    title: 'Penghantaran',
    about: 'Apa yang dihantar atau akan dihantar, terbaharu dahulu. Yang selesai disimpan 30 hari.',
    filter: 'Tunjuk',
    all: 'Semua',
    event: 'Peristiwa',
    state: 'Keadaan',
    answer: 'Jawapan',
    attempts: 'Percubaan',
    when: 'Berlaku',
    next: 'seterusnya',
    noneTitle: 'Belum ada yang dihantar',
    none: 'Sebaik sahaja ada peristiwa yang anda dengar, ia ada di sini dengan setiap percubaan.',
    noneOf: 'Tiada penghantaran dalam keadaan ini',
  },
})

export function Deliveries({ failed }: { failed: number }) {
  const words = useTexts()
  const { status } = useSearch({ from: '/shell/integrations/webhooks' })
  const navigate = useNavigate()
  const pages = useApiPages(
    'GET /webhook/deliveries',
    { query: { limit: 25, ...(status ? { status } : {}) } },
    { by: 'before' },
  )
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">{words.title}</h2>
          <p className="mt-1 text-sm text-quiet">{words.about}</p>
        </div>
        {failed > 0 && <ReplayFailed />}
      </div>
      <Filter />
      <Table
        label={words.title}
        pages={pages}
        columns={useColumns()}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/integrations/webhooks/$id', params: { id } })}
        empty={
          <Empty icon="webhook" title={status ? words.noneOf : words.noneTitle}>
            {!status && words.none}
          </Empty>
        }
      />
    </section>
  )
}

function Filter() {
  const words = useTexts()
  const { statuses } = useWebhookTexts()
  const { status: chosen } = useSearch({ from: '/shell/integrations/webhooks' })
  return (
    <FilterLinks label={words.filter}>
      {[undefined, ...STATUSES].map((status) => (
        <li key={status ?? 'all'}>
          <Link
            to="/integrations/webhooks"
            search={status ? { status } : {}}
            resetScroll={false}
            aria-current={status === chosen ? 'page' : undefined}
            className={filterLook(status === chosen)}
          >
            {status ? statuses[status] : words.all}
          </Link>
        </li>
      ))}
    </FilterLinks>
  )
}

function useColumns(): Column<Row>[] {
  const words = useTexts()
  const shared = useWebhookTexts()
  return [
    {
      name: words.event,
      show: ({ id, event }) => (
        <Link
          to="/integrations/webhooks/$id"
          params={{ id }}
          className="font-mono text-xs text-accent underline"
        >
          {event}
        </Link>
      ),
    },
    {
      name: words.state,
      show: ({ status, next_attempt_at }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Badge tone={TONES[status]}>{shared.statuses[status]}</Badge>
          {status === 'pending' && next_attempt_at && (
            <span className="text-xs text-quiet">
              {words.next} <Time at={next_attempt_at} />
            </span>
          )}
        </span>
      ),
    },
    {
      name: words.answer,
      isMinor: true,
      show: ({ last_status, last_error, attempts }) =>
        last_error ?? (last_status === null ? (attempts ? shared.noAnswer : '–') : String(last_status)),
    },
    { name: words.attempts, isNumber: true, isMinor: true, show: ({ attempts }) => attempts },
    { name: words.when, show: ({ created_at }) => <Time at={created_at} className="whitespace-nowrap" /> },
  ]
}
