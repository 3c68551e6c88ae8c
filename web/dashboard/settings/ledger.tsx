import type { Item } from '../api/client.ts'
import { useApiPages } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { classes } from '../ui/classes.ts'
import { count, Time } from '../ui/format.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

const useTexts = texts({
  en: {
    title: 'What credits were given and used for',
    when: 'When',
    what: 'What for',
    amount: 'Credits',
    balance: 'Left',
    reasons: {
      'starting balance': 'Starting balance',
      'set by an operator': 'Set by an operator',
      replies: 'Replies of the agent',
      'phone call': 'Phone call',
      'voice minutes': 'Talk on the website',
    } as Record<string, string>,
    emptyTitle: 'Nothing was used yet',
    empty: 'The first reply of your agent will stand here.',
  },
  ms: {
    title: 'Kredit yang diberi dan digunakan',
    when: 'Bila',
    what: 'Untuk apa',
    amount: 'Kredit',
    balance: 'Baki',
    reasons: {
      'starting balance': 'Baki permulaan',
      'set by an operator': 'Ditetapkan pengendali',
      replies: 'Balasan ejen',
      'phone call': 'Panggilan telefon',
      'voice minutes': 'Perbualan suara di laman web',
    },
    emptyTitle: 'Belum ada yang digunakan',
    empty: 'Balasan pertama ejen anda akan ada di sini.',
  },
})

export function Ledger() {
  const words = useTexts()
  const pages = useApiPages('GET /credits', { query: { limit: 25 } }, { by: 'before' })
  const columns: Column<Item<'GET /credits'>>[] = [
    { name: words.what, show: ({ reason }) => words.reasons[reason] ?? reason },
    {
      name: words.amount,
      isNumber: true,
      show: ({ amount }) => (
        <span className={classes('whitespace-nowrap', amount > 0 && 'text-good')}>
          {amount > 0 ? '+' : '−'}
          {count(Math.abs(amount))}
        </span>
      ),
    },
    { name: words.balance, isNumber: true, show: ({ balance }) => count(balance) },
    { name: words.when, show: ({ created_at }) => <Time at={created_at} className="whitespace-nowrap" /> },
  ]
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-base font-semibold">{words.title}</h2>
      <Table
        label={words.title}
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="credits" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        }
      />
    </section>
  )
}
