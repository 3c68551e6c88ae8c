import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, problemWith } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { LeaveGuard } from '../ui/save-bar.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { BackLink } from './back-link.tsx'
import { type Draft, emptyDraft, type Faults, faultsIn, newProduct } from './draft.ts'
import { MoreFields, NameField, PriceField, StockField, useProblems } from './fields.tsx'
import { useTexts as useShared } from './texts.ts'
import { slug } from './typed.ts'

const useTexts = texts({
  en: {
    about: 'A name and a price are enough. The agent can sell it a moment later.',
    more: 'More: description, category, SKU, picture, ID',
    idHint:
      'What spreadsheets and other programs know it by. Made from the name; it cannot be changed later.',
    taken: (id: string) => `There is already a product with the ID “${id}”.`,
    open: 'Open that product',
    another: (id: string) => `Use “${id}” instead`,
    done: (name: string) => `${name} is in the catalogue.`,
    addAnother: 'Add another',
  },
  ms: {
    about: 'Nama dan harga sudah cukup. Ejen boleh menjualnya sebentar lagi.',
    more: 'Lagi: keterangan, kategori, SKU, gambar, ID',
    idHint:
      'Nama yang dikenali lembaran kerja dan program lain. Dibuat daripada nama; tidak boleh diubah kemudian.',
    taken: (id: string) => `Sudah ada produk dengan ID “${id}”.`,
    open: 'Buka produk itu',
    another: (id: string) => `Guna “${id}”`,
    done: (name: string) => `${name} ada dalam katalog.`,
    addAnother: 'Tambah lagi',
  },
})

export function NewProduct() {
  const words = useTexts()
  const shared = useShared()
  return (
    <Page
      title={shared.add}
      about={words.about}
      actions={
        <>
          <AgentPicker />
          <BackLink />
        </>
      }
    >
      <ForAgent>{({ id }) => <Form key={id} agentId={id} />}</ForAgent>
    </Page>
  )
}

const MORE = ['description', 'category', 'sku', 'image_url', 'external_id']

/** A product that has the id already. */
interface Taken {
  externalId: string
  id: string | undefined
}

function Form({ agentId }: { agentId: string }) {
  const words = useTexts()
  const shared = useShared()
  const tell = useTell()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [ownId, setOwnId] = useState<string>()
  const [faults, setFaults] = useState<Faults>({})
  const [taken, setTaken] = useState<Taken>()
  // A name in signs that make no id still gets one.
  const [spare] = useState(() => `product-${Date.now().toString(36)}`)
  const externalId = ownId?.trim() || slug(draft.name) || spare
  const deed = useDeed('POST /agents/:agent_id/products', { quiet: true, touches: ['overview'] })
  const error = deed.error instanceof ApiError ? deed.error : undefined
  const problem = useProblems(faults, (field) => problemWith(error, `products[0].${field}`))

  const more = useRef<HTMLDetailsElement>(null)
  const isWrongInMore = MORE.some((field) => problem(field) !== undefined)

  // What is wrong is seen, also where it was folded away.
  useEffect(() => {
    if (isWrongInMore && more.current) more.current.open = true
  }, [isWrongInMore])

  function change(some: Partial<Draft>): void {
    setDraft((now) => ({ ...now, ...some }))
    setFaults(({ ...now }) => {
      for (const field of Object.keys(some)) delete now[field]
      return now
    })
    if (some.name !== undefined && ownId === undefined) setTaken(undefined)
  }

  function save(id: string): void {
    const found = faultsIn(draft, 'priceWrong')
    setFaults(found)
    if (Object.keys(found).length > 0) return
    deed.mutate(
      { params: { agent_id: agentId }, body: { new_only: true, products: [newProduct(draft, id)] } },
      {
        onSuccess: ({ data: [result] }) => {
          if (result === undefined) return
          if (result.status === 'failed') return setTaken({ externalId: id, id: result.id })
          tell({
            text: words.done(draft.name),
            action: { name: words.addAnother, run: () => void navigate({ to: '/catalogue/new' }) },
          })
          void navigate({ to: '/catalogue/$id', params: { id: result.id }, ignoreBlocker: true })
        },
      },
    )
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    save(externalId)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <LeaveGuard isDirty={(draft.name !== '' || draft.price !== '') && !deed.isSuccess} />
      <Card>
        {error && error.details.length === 0 && <ErrorNote error={error} />}
        <NameField {...{ draft, change, problem }} autoFocus />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PriceField {...{ draft, change, problem }} />
          <StockField {...{ draft, change, problem }} />
        </div>
        {taken && (
          <TakenNote
            taken={taken}
            onUse={(id) => {
              setOwnId(id)
              setTaken(undefined)
              save(id)
            }}
          />
        )}
        <details ref={more} className="group">
          <summary className="text-sm font-medium text-accent">{words.more}</summary>
          <div className="mt-4 grid gap-4">
            <MoreFields {...{ draft, change, problem }} />
            <Input
              label={shared.id}
              value={ownId ?? slug(draft.name)}
              placeholder={spare}
              maxLength={255}
              hint={words.idHint}
              problem={problem('external_id')}
              className="font-mono"
              onChange={({ target }) => {
                setOwnId(target.value)
                setTaken(undefined)
              }}
            />
          </div>
        </details>
      </Card>
      <div className="flex justify-end gap-2">
        <Button asChild>
          <Link to="/catalogue">{shared.cancel}</Link>
        </Button>
        <Button type="submit" look="primary" busy={deed.isPending}>
          {shared.add}
        </Button>
      </div>
    </form>
  )
}

function TakenNote({ taken, onUse }: { taken: Taken; onUse: (id: string) => void }) {
  const words = useTexts()
  const next = nextId(taken.externalId)
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-alarm-soft p-3 text-sm text-alarm"
    >
      <p className="grow">{words.taken(taken.externalId)}</p>
      {taken.id && (
        <Link to="/catalogue/$id" params={{ id: taken.id }} className="font-medium underline">
          {words.open}
        </Link>
      )}
      <Button onClick={() => onUse(next)}>{words.another(next)}</Button>
    </div>
  )
}

/** `kopi` → `kopi-2` → `kopi-3`. */
function nextId(id: string): string {
  const [, stem = id, number = '1'] = /^(.*)-(\d{1,4})$/.exec(id) ?? []
  return `${stem}-${Number(number) + 1}`
}
