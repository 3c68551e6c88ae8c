import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useApiPages } from '../api/queries.ts'
import { useNames } from '../app/navigation.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useColumns } from './columns.tsx'
import { PlaceCall } from './place.tsx'
import { type CallsSearch, directions, statuses } from './routes.ts'
import { useCallWords } from './texts.ts'

const route = getRouteApi('/shell/calls')
const useTexts = texts({
  en: {
    about: 'Every call your agents placed or answered, with what was said.',
    place: 'Place a call',
    lists: 'Who not to call',
    status: 'Status',
    anyStatus: 'Any status',
    direction: 'Direction',
    anyDirection: 'Placed and received',
    none: 'No calls yet',
    noneAbout: 'Let your agent ring somebody: it greets them, talks, and takes an order if they want one.',
    noMatch: 'No call fits this filter',
    noMatchAbout: 'Choose another status or direction.',
    all: 'Show all calls',
  },
  ms: {
    about: 'Setiap panggilan yang dibuat atau dijawab oleh ejen anda, dengan apa yang dikatakan.',
    place: 'Buat panggilan',
    lists: 'Jangan hubungi',
    status: 'Status',
    anyStatus: 'Semua status',
    direction: 'Arah',
    anyDirection: 'Dibuat dan diterima',
    none: 'Belum ada panggilan',
    noneAbout:
      'Biar ejen anda menelefon seseorang: ia menyapa, berbual, dan mengambil pesanan jika mereka mahu.',
    noMatch: 'Tiada panggilan yang sepadan',
    noMatchAbout: 'Pilih status atau arah yang lain.',
    all: 'Tunjuk semua panggilan',
  },
})

export function Calls() {
  const words = useTexts()
  const search = route.useSearch()
  const navigate = useNavigate()
  const go = (next: CallsSearch) => void navigate({ to: '/calls', search: next })
  const { status, direction, place } = search
  return (
    <Page
      wide
      title={useNames().calls}
      about={words.about}
      actions={
        <>
          <Button asChild>
            <Link to="/calls/lists">{words.lists}</Link>
          </Button>
          <Button look="primary" icon="calls" onClick={() => go({ ...search, place: '' })}>
            {words.place}
          </Button>
        </>
      }
    >
      <Filters search={search} onChange={go} />
      <List status={status} direction={direction} onPlace={() => go({ ...search, place: '' })} />
      {place !== undefined && (
        <PlaceCall
          number={place}
          onClose={() => go({ ...(status ? { status } : {}), ...(direction ? { direction } : {}) })}
        />
      )}
    </Page>
  )
}

function Filters({ search, onChange }: { search: CallsSearch; onChange: (next: CallsSearch) => void }) {
  const words = useTexts()
  const callWords = useCallWords()
  const { status, direction } = search
  return (
    <div className="flex flex-wrap gap-2">
      <div className="w-44">
        <Select
          label={words.status}
          hideLabel
          value={status ?? ''}
          onChange={({ target }) => {
            const next = statuses.find((one) => one === target.value)
            onChange({ ...(direction ? { direction } : {}), ...(next ? { status: next } : {}) })
          }}
          options={[
            ['', words.anyStatus],
            ...statuses.map((one) => [one, callWords.status[one]] as [string, string]),
          ]}
        />
      </div>
      <div className="w-52">
        <Select
          label={words.direction}
          hideLabel
          value={direction ?? ''}
          onChange={({ target }) => {
            const next = directions.find((one) => one === target.value)
            onChange({ ...(status ? { status } : {}), ...(next ? { direction: next } : {}) })
          }}
          options={[
            ['', words.anyDirection],
            ...directions.map((one) => [one, callWords.direction[one]] as [string, string]),
          ]}
        />
      </div>
    </div>
  )
}

function List({
  status,
  direction,
  onPlace,
}: {
  status: CallsSearch['status']
  direction: CallsSearch['direction']
  onPlace: () => void
}) {
  const words = useTexts()
  const navigate = useNavigate()
  const columns = useColumns()
  const pages = useApiPages('GET /calls', {
    query: { limit: 50, ...(status ? { status } : {}), ...(direction ? { direction } : {}) },
  })
  const empty =
    status || direction ? (
      <Empty
        icon="filter"
        title={words.noMatch}
        action={
          <Button asChild>
            <Link to="/calls">{words.all}</Link>
          </Button>
        }
      >
        {words.noMatchAbout}
      </Empty>
    ) : (
      <Empty
        icon="calls"
        title={words.none}
        action={
          <Button look="primary" icon="calls" onClick={onPlace}>
            {words.place}
          </Button>
        }
      >
        {words.noneAbout}
      </Empty>
    )
  return (
    <Table
      label={useNames().calls}
      pages={pages}
      columns={columns}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/calls/$id', params: { id } })}
      empty={empty}
    />
  )
}
