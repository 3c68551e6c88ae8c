import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useApiPages } from '../api/queries.ts'
import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import { useNames } from '../app/navigation.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useColumns } from './columns.tsx'
import { useTexts as useShared } from './texts.ts'

const useTexts = texts({
  en: {
    about: 'What the agent sells. Available is what is in stock less what open orders hold.',
    search: 'Search products',
    shown: 'Which products',
    present: 'Products',
    archived: 'Archived',
    best: 'These are the 100 best matches. Type more words to find others.',
    first: 'Add what you sell',
    firstAbout:
      'The agent offers, prices and sells only what is here. Start with one product, or bring a whole list.',
    nothing: (words: string) => `Nothing is called “${words}”`,
    nothingAbout: 'Try fewer or other words; small misspellings are forgiven.',
    clear: 'Clear the search',
    noArchived: 'Nothing is archived',
    noArchivedAbout:
      'Products you archive are kept here and are never offered. You can put them back at any time.',
  },
  ms: {
    about: 'Apa yang dijual oleh ejen. Boleh dijual ialah stok tolak apa yang ditahan oleh pesanan terbuka.',
    search: 'Cari produk',
    shown: 'Produk yang mana',
    present: 'Produk',
    archived: 'Arkib',
    best: 'Ini 100 padanan terbaik. Taip lebih banyak perkataan untuk mencari yang lain.',
    first: 'Tambah apa yang anda jual',
    firstAbout:
      'Ejen hanya menawarkan dan menjual apa yang ada di sini. Mula dengan satu produk, atau bawa satu senarai.',
    nothing: (words: string) => `Tiada yang bernama “${words}”`,
    nothingAbout: 'Cuba perkataan lain atau lebih sedikit; salah ejaan kecil dimaafkan.',
    clear: 'Kosongkan carian',
    noArchived: 'Tiada yang diarkibkan',
    noArchivedAbout:
      'Produk yang diarkibkan disimpan di sini dan tidak ditawarkan. Anda boleh kembalikannya bila-bila masa.',
  },
})
const BEST = 100

export function Catalogue() {
  const words = useTexts()
  const shared = useShared()
  const { q = '', archived } = useSearch({ from: '/shell/catalogue' })
  const navigate = useNavigate({ from: '/catalogue' })
  const onSearch = (next: string) =>
    void navigate({
      search: ({ q: _, ...rest }) => ({ ...rest, ...(next === '' ? {} : { q: next }) }),
      replace: true,
    })
  return (
    <Page
      wide
      title={useNames().catalogue}
      about={words.about}
      actions={
        <>
          <AgentPicker />
          <Button asChild>
            <Link to="/catalogue/import">
              <Icon name="upload" size={16} />
              {shared.importFile}
            </Link>
          </Button>
          <Button asChild look="primary">
            <Link to="/catalogue/new">
              <Icon name="plus" size={16} />
              {shared.add}
            </Link>
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Tabs />
          <div className="w-full sm:w-72">
            <SearchBox label={words.search} value={q} onSearch={onSearch} />
          </div>
        </div>
        <ForAgent>
          {({ id }) => <Products agentId={id} q={q} archived={archived ?? false} onSearch={onSearch} />}
        </ForAgent>
      </div>
    </Page>
  )
}

function Tabs() {
  const words = useTexts()
  const looks = {
    activeOptions: { exact: true },
    activeProps: { className: 'bg-hover font-medium text-ink' },
    inactiveProps: { className: 'text-quiet' },
    className: 'rounded-md px-3 py-1.5 text-sm hover:bg-hover pointer-coarse:py-3',
  }
  return (
    <nav aria-label={words.shown} className="flex gap-1">
      <Link to="/catalogue" search={({ archived: _, ...rest }) => rest} {...looks}>
        {words.present}
      </Link>
      <Link to="/catalogue" search={(rest) => ({ ...rest, archived: true })} {...looks}>
        {words.archived}
      </Link>
    </nav>
  )
}

function Products({
  agentId,
  q,
  archived,
  onSearch,
}: {
  agentId: string
  q: string
  archived: boolean
  onSearch: (words: string) => void
}) {
  const words = useTexts()
  const navigate = useNavigate()
  const query = {
    ...(q === '' ? {} : { q, limit: BEST }),
    ...(archived ? { archived: '1' as const } : {}),
  }
  const pages = useApiPages(
    'GET /agents/:agent_id/products',
    { params: { agent_id: agentId }, query },
    { keep: true },
  )
  const columns = useColumns(archived)
  return (
    <div className={pages.isPlaceholderData ? 'grid gap-3 opacity-60' : 'grid gap-3'}>
      <Table
        label={archived ? words.archived : words.present}
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/catalogue/$id', params: { id } })}
        empty={<Nothing q={q} archived={archived} onSearch={onSearch} />}
      />
      {q !== '' && pages.rows.length >= BEST && (
        <p className="text-center text-xs text-quiet">{words.best}</p>
      )}
    </div>
  )
}

function Nothing({
  q,
  archived,
  onSearch,
}: {
  q: string
  archived: boolean
  onSearch: (words: string) => void
}) {
  const words = useTexts()
  const shared = useShared()
  if (q !== '') {
    return (
      <Empty
        icon="search"
        title={words.nothing(q)}
        action={<Button onClick={() => onSearch('')}>{words.clear}</Button>}
      >
        {words.nothingAbout}
      </Empty>
    )
  }
  if (archived) {
    return (
      <Empty icon="archive" title={words.noArchived}>
        {words.noArchivedAbout}
      </Empty>
    )
  }
  return (
    <Empty
      icon="catalogue"
      title={words.first}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild look="primary">
            <Link to="/catalogue/new">{shared.add}</Link>
          </Button>
          <Button asChild>
            <Link to="/catalogue/import">{shared.importFile}</Link>
          </Button>
        </div>
      }
    >
      {words.firstAbout}
    </Empty>
  )
}
