import type { Item } from '../api/client.ts'
import { useApi, useApiPages } from '../api/queries.ts'
import { useAgent } from '../app/agent.tsx'
import { useNames } from '../app/navigation.ts'
import { useMe } from '../app/session.ts'
import { useEmailOf } from '../app/team.ts'
import { texts } from '../i18n.ts'
import { Time } from '../ui/format.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { MoreRows } from '../ui/table.tsx'
import { useSentences } from './audit-sentences.ts'

const useTexts = texts({
  en: {
    about: 'Who did what, newest first. It is never changed and holds no messages and no secrets.',
    list: 'What was done',
    you: 'You',
    somebody: 'somebody who has left',
    key: 'An API key',
    keyNamed: (name: string) => `The key “${name}”`,
    system: 'The service',
    emptyTitle: 'Nothing was done yet',
    empty: 'Every change by people, keys and the service will stand here.',
  },
  ms: {
    about:
      'Siapa membuat apa, terbaharu dahulu. Ia tidak pernah diubah dan tidak menyimpan mesej atau rahsia.',
    list: 'Apa yang dibuat',
    you: 'Anda',
    somebody: 'seseorang yang sudah tiada',
    key: 'Kunci API',
    keyNamed: (name: string) => `Kunci “${name}”`,
    system: 'Perkhidmatan',
    emptyTitle: 'Belum ada apa-apa',
    empty: 'Setiap perubahan oleh orang, kunci dan perkhidmatan akan ada di sini.',
  },
})

type Row = Item<'GET /audit'>

export function Audit() {
  const words = useTexts()
  const pages = useApiPages('GET /audit', { query: { limit: 50 } }, { by: 'before' })
  const names = useWho()
  return (
    <Page title={useNames().audit} about={words.about}>
      {pages.isPending && <SkeletonRows />}
      {pages.error && <ErrorNote error={pages.error} retry={() => void pages.refetch()} />}
      {!pages.isPending && !pages.error && pages.rows.length === 0 && (
        <Empty icon="audit" title={words.emptyTitle}>
          {words.empty}
        </Empty>
      )}
      {pages.rows.length > 0 && (
        <ol aria-label={words.list} className="rounded-md border bg-card">
          {pages.rows.map((row) => (
            <Entry key={row.id} row={row} names={names} />
          ))}
        </ol>
      )}
      <MoreRows pages={pages} />
    </Page>
  )
}

const ICONS: Record<Row['actor']['kind'], IconName> = { user: 'person', key: 'key', system: 'settings' }

function Entry({ row, names }: { row: Row; names: Names }) {
  const { sentences } = useSentences()
  const { actor, action, target_id, detail, created_at, request_id } = row
  const sentence = sentences[action]?.(detail, target_id, names.person) ?? action
  const rest = { action, target_id, ...(request_id ? { request_id } : {}), detail }
  return (
    <li className="border-b last:border-b-0">
      <details className="group">
        <summary className="flex list-none items-start gap-3 px-4 py-3 text-sm hover:bg-hover">
          <Icon name={ICONS[actor.kind]} size={16} className="mt-0.5 text-quiet" />
          <span className="min-w-0 grow break-words">
            <span className="font-medium">{names.actor(actor)}</span> {sentence}
          </span>
          <Time at={created_at} className="shrink-0 text-xs text-quiet" />
          <Icon name="down" size={14} className="mt-1 text-quiet group-open:rotate-180" />
        </summary>
        <pre className="mx-4 mb-3 whitespace-pre-wrap break-words rounded-md bg-sunk p-3 font-mono text-xs">
          {JSON.stringify(rest, null, 2)}
        </pre>
      </details>
    </li>
  )
}

interface Names {
  person: (id: string) => string
  actor: (actor: Row['actor']) => string
}

/** People by their email, keys of the agent at hand by their name. */
function useWho(): Names {
  const words = useTexts()
  const me = useMe()
  const emailOf = useEmailOf()
  const { agent } = useAgent()
  const { data: keys } = useApi(
    'GET /agents/:agent_id/keys',
    { params: { agent_id: agent?.id ?? '' } },
    { enabled: agent !== undefined },
  )
  const person = (id: string) => emailOf(id) ?? words.somebody
  const key = (id: string) => {
    const name = keys?.data.find((one) => one.id === id)?.name
    return name ? words.keyNamed(name) : words.key
  }
  return {
    person,
    actor: ({ kind, id }) => {
      if (kind === 'system' || id === null) return words.system
      if (kind === 'key') return key(id)
      return id === me?.id ? words.you : person(id)
    },
  }
}
