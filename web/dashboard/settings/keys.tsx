import { useState } from 'react'
import type { Item } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { AgentPicker, useAgent } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import { useNames } from '../app/navigation.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { KeyCard } from './key-card.tsx'
import { NewKey } from './key-form.tsx'
import { ShownKey } from './key-shown.tsx'

const useTexts = texts({
  en: {
    about:
      'A key lets a program use your agent: a till, a shop system, an assistant. Each program gets its own.',
    create: 'Create key',
    emptyTitle: 'No key yet',
    empty: 'Create one for each program that should read conversations and orders, or sync your catalogue.',
    revoked: (count: number) => `Revoked keys (${count})`,
    keys: 'Keys in use',
  },
  ms: {
    about:
      'Kunci membolehkan program menggunakan ejen anda: mesin juruwang, sistem kedai, pembantu. Satu kunci bagi setiap program.',
    create: 'Cipta kunci',
    emptyTitle: 'Belum ada kunci',
    empty:
      'Cipta satu bagi setiap program yang perlu membaca perbualan dan pesanan, atau menyelaras katalog anda.',
    revoked: (count: number) => `Kunci dibatalkan (${count})`,
    keys: 'Kunci yang digunakan',
  },
})

export type ApiKey = Item<'GET /agents/:agent_id/keys'>

export function Keys() {
  const words = useTexts()
  const { agent } = useAgent()
  const [isNew, setNew] = useState(false)
  const [shown, setShown] = useState<{ name: string; key: string }>()
  return (
    <Page
      title={useNames().keys}
      about={words.about}
      actions={
        <>
          <AgentPicker />
          <Button look="primary" icon="plus" disabled={!agent} onClick={() => setNew(true)}>
            {words.create}
          </Button>
        </>
      }
    >
      {shown && <ShownKey name={shown.name} secret={shown.key} onStored={() => setShown(undefined)} />}
      <ForAgent>{({ id }) => <KeyList agentId={id} />}</ForAgent>
      {agent && isNew && (
        <NewKey
          agentId={agent.id}
          onClose={() => setNew(false)}
          onCreated={(created) => {
            setNew(false)
            setShown(created)
          }}
        />
      )}
    </Page>
  )
}

function KeyList({ agentId }: { agentId: string }) {
  const words = useTexts()
  const { data, isPending, error, refetch } = useApi('GET /agents/:agent_id/keys', {
    params: { agent_id: agentId },
  })
  if (isPending) return <SkeletonRows rows={3} className="h-20" />
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  const newestFirst = data.data.toReversed()
  const live = newestFirst.filter(({ revoked_at }) => !revoked_at)
  const revoked = newestFirst.filter(({ revoked_at }) => revoked_at)
  return (
    <>
      {live.length === 0 ? (
        <Empty icon="key" title={words.emptyTitle}>
          {words.empty}
        </Empty>
      ) : (
        <ul aria-label={words.keys} className="grid gap-3">
          {live.map((key) => (
            <KeyCard key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <details>
          <summary className="text-sm text-quiet">{words.revoked(revoked.length)}</summary>
          <ul className="mt-3 grid gap-3">
            {revoked.map((key) => (
              <KeyCard key={key.id} apiKey={key} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
