import { type FormEvent, useState } from 'react'
import { ApiError, problemWith } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Switch } from '../ui/field.tsx'
import { count } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { changesIn, type Draft, draftOf, type Faults, faultsIn } from './draft.ts'
import { MoreFields, NameField, PriceField, StockField, useProblems } from './fields.tsx'
import { StoreNote } from './origin.tsx'
import { levelOf, type Product } from './shelf.ts'
import { Variants } from './variants.tsx'

const useTexts = texts({
  en: {
    details: 'Details',
    selling: 'Price and stock',
    active: 'The agent offers and sells it',
    priceOfVariants: 'For variants without a price of their own.',
    byVariant: 'Sold by variant: stock is counted for each of them below.',
    figures: (held: string, available: string) => `${held} held by open orders, ${available} available.`,
    uncounted: (held: string) => `Not counted; ${held} in open orders.`,
    saved: 'Saved.',
    refused: 'Nothing was saved.',
  },
  ms: {
    details: 'Butiran',
    selling: 'Harga dan stok',
    active: 'Ejen menawarkan dan menjualnya',
    priceOfVariants: 'Untuk varian yang tiada harga sendiri.',
    byVariant: 'Dijual ikut varian: stok dikira bagi setiap satu di bawah.',
    figures: (held: string, available: string) =>
      `${held} ditahan oleh pesanan terbuka, ${available} boleh dijual.`,
    uncounted: (held: string) => `Tidak dikira; ${held} dalam pesanan terbuka.`,
    saved: 'Disimpan.',
    refused: 'Tiada apa yang disimpan.',
  },
})

/** What is being changed, and the product as it was when that began. */
interface Editing {
  base: Product
  draft: Draft
}

export function ProductForm({ product }: { product: Product }) {
  const words = useTexts()
  const tell = useTell()
  const [editing, setEditing] = useState<Editing>()
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string>()
  const deed = useDeed('POST /agents/:agent_id/products', { quiet: true, touches: ['overview'] })
  const draft = editing?.draft ?? draftOf(product)
  const isDirty =
    editing !== undefined && JSON.stringify(editing.draft) !== JSON.stringify(draftOf(editing.base))
  const error = deed.error instanceof ApiError ? deed.error : undefined
  const problem = useProblems(faults, (field) => problemWith(error, `products[0].${field}`))

  function change(some: Partial<Draft>): void {
    setEditing((now) => {
      const { base, draft: last } = now ?? { base: product, draft: draftOf(product) }
      return { base, draft: { ...last, ...some } }
    })
    setFaults({})
    setRefusal(undefined)
  }

  function discard(): void {
    setEditing(undefined)
    setFaults({})
    setRefusal(undefined)
    deed.reset()
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (!editing) return
    const found = faultsIn(editing.draft, editing.base.price === null ? undefined : 'priceKept')
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { agent_id, source } = product
    deed.mutate(
      { params: { agent_id }, body: { source, products: [changesIn(editing.draft, editing.base)] } },
      {
        onSuccess: ({ data: [result] }) => {
          if (result?.status === 'failed') return setRefusal(`${words.refused} ${result.error}`)
          // What was typed while it was being saved stays, and is not saved yet.
          setEditing((now) => (now === editing ? undefined : now))
          tell({ text: words.saved })
        },
      },
    )
  }

  const fields = { draft, change, problem }
  return (
    <form onSubmit={save} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <StoreNote product={product} />
      {error && <ErrorNote error={error} />}
      {refusal && (
        <p role="alert" className="rounded-md bg-alarm-soft p-3 text-sm text-alarm">
          {refusal}
        </p>
      )}
      <Card title={words.details}>
        <NameField {...fields} />
        <MoreFields {...fields} />
      </Card>
      <Card title={words.selling}>
        <Switch
          label={words.active}
          checked={draft.is_active}
          onChange={(is_active) => change({ is_active })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PriceField {...fields} hint={draft.variants.length > 0 ? words.priceOfVariants : undefined} />
          {draft.variants.length === 0 && <StockField {...fields} />}
        </div>
        <Figures product={product} />
      </Card>
      <Variants {...fields} />
      <SaveBar isDirty={isDirty} busy={deed.isPending} error={undefined} onDiscard={discard} />
    </form>
  )
}

/** What is in stock by now, whatever is being typed. */
function Figures({ product }: { product: Product }) {
  const words = useTexts()
  const { held, available } = levelOf(product)
  if (product.variants.length > 0) return <p className="text-sm text-quiet">{words.byVariant}</p>
  return (
    <p className="text-sm text-quiet">
      {available === null ? words.uncounted(count(held)) : words.figures(count(held), count(available))}
    </p>
  )
}
