import { useAgent } from '../app/agent.tsx'
import { texts } from '../i18n.ts'
import { Copyable } from '../ui/copy.tsx'
import { Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import type { Product } from './shelf.ts'
import { useTexts as useShared } from './texts.ts'

const useTexts = texts({
  en: {
    title: 'Where it comes from',
    source: 'Source',
    sources: {
      api: 'This dashboard, a CSV file or the API',
      store_type_a: 'Connected store (type A)',
      store_type_b: 'Connected store (type B)',
    },
    overwritten:
      'This product is synced from a connected store. What you change here may be overwritten by its next sync: change it in the store to keep it.',
    copyId: 'Copy ID',
    agent: 'Agent',
    changed: 'Last changed',
  },
  ms: {
    title: 'Dari mana asalnya',
    source: 'Sumber',
    sources: {
      api: 'Papan pemuka ini, fail CSV atau API',
      store_type_a: 'Kedai bersambung (jenis A)',
      store_type_b: 'Kedai bersambung (jenis B)',
    },
    overwritten:
      'Produk ini disegerakkan dari kedai yang bersambung. Perubahan di sini mungkin ditindih oleh penyegerakan seterusnya: ubah di kedai itu supaya kekal.',
    copyId: 'Salin ID',
    agent: 'Ejen',
    changed: 'Kali terakhir diubah',
  },
})

export function Origin({ product: { source, external_id, agent_id, updated_at } }: { product: Product }) {
  const words = useTexts()
  const shared = useShared()
  const { agents } = useAgent()
  const agent = agents.find(({ id }) => id === agent_id)
  return (
    <Card title={words.title}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-sm">
        <dt className="text-quiet">{words.source}</dt>
        <dd>{words.sources[source]}</dd>
        <dt className="text-quiet">{shared.id}</dt>
        <dd>
          <Copyable text={external_id} label={words.copyId} />
        </dd>
        {agents.length > 1 && agent && (
          <>
            <dt className="text-quiet">{words.agent}</dt>
            <dd>{agent.name}</dd>
          </>
        )}
        <dt className="text-quiet">{words.changed}</dt>
        <dd>
          <Time at={updated_at} />
        </dd>
      </dl>
    </Card>
  )
}

/** Said before somebody types, not after it is lost. */
export function StoreNote({ product }: { product: Product }) {
  const words = useTexts()
  if (product.source === 'api') return null
  return (
    <p className="flex gap-3 rounded-md bg-wait-soft p-3 text-sm text-wait">
      <Icon name="warning" />
      {words.overwritten}
    </p>
  )
}
