import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { keyOf, useApi } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Input } from '../ui/field.tsx'
import { ringgit } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { useSettled } from '../ui/settled.ts'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { isForSale, type Sku, skusOf } from './draft.ts'
import { useNewTexts } from './new-texts.ts'

const ROUTE = 'GET /agents/:agent_id/products'
const LIMIT = 50
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Finds what is for sale by a few letters; the keyboard never has to leave the field. */
export function Picker({ agentId, onAdd }: { agentId: string; onAdd: (sku: Sku) => void }) {
  const words = useNewTexts()
  const id = useId()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(-1)
  const q = useSettled(text.trim())
  const query = { limit: LIMIT, ...(q ? { q } : {}) }
  const found = useApi(ROUTE, { params: { agent_id: agentId }, query }, { keep: true })
  const isSettled = q === text.trim() && !found.isPlaceholderData && !found.isPending
  const skus = skusOf(found.data?.data ?? [], q)
  // Who types means the best match; who only looks has not chosen anything.
  const active = chosen === -1 && q ? skus.findIndex(isForSale) : Math.min(chosen, skus.length - 1)

  const add = (sku: Sku | undefined) => {
    if (!sku || !isForSale(sku)) return
    onAdd(sku)
    setChosen(-1)
    // Who taps has no use for a keyboard on half of the screen.
    if (document.activeElement === field.current) field.current?.select()
  }
  const addBest = async (wanted: string) => {
    field.current?.select()
    const input = { params: { agent_id: agentId }, query: { limit: LIMIT, q: wanted } }
    const { data } = await client.fetchQuery({
      queryKey: keyOf(ROUTE, input),
      queryFn: () => api(ROUTE, input),
    })
    const best = skusOf(data, wanted).find(isForSale)
    if (best) onAdd(best)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(active + step, skus.length - 1))
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      // Who types faster than the answer comes still gets what they typed; a fault is told where the list would be.
      if (isSettled) add(skus[active])
      else if (text.trim()) addBest(text.trim()).catch(() => {})
    }
  }
  return (
    <Card>
      <Input
        ref={field}
        label={words.find}
        hint={<span className="pointer-coarse:hidden">{words.findHint}</span>}
        type="search"
        autoFocus={matchMedia('(pointer: fine)').matches}
        autoComplete="off"
        role="combobox"
        aria-expanded={skus.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setChosen(-1)
        }}
        onKeyDown={onKeyDown}
      />
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <SkeletonRows rows={5} className="h-9" />}
      {found.data && skus.length === 0 && <NoneFound q={q} />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={words.products}
        className="-mx-2 max-h-64 overflow-y-auto empty:hidden lg:max-h-[28rem]"
      >
        {skus.map((sku, place) => (
          <Option
            key={sku.id}
            id={`${id}-${place}`}
            sku={sku}
            isActive={place === active}
            onAdd={() => add(sku)}
          />
        ))}
      </div>
    </Card>
  )
}

function Option({
  id,
  sku,
  isActive,
  onAdd,
}: {
  id: string
  sku: Sku
  isActive: boolean
  onAdd: () => void
}) {
  const words = useNewTexts()
  const canBuy = isForSale(sku)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, and says which one is meant
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={!canBuy}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAdd}
      className={classes(
        'flex min-h-9 items-center justify-between gap-3 rounded-sm px-2 text-sm pointer-coarse:min-h-11',
        canBuy ? 'cursor-pointer hover:bg-hover' : 'text-quiet',
        isActive && 'bg-hover outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <span className="min-w-0 break-words">
        {sku.name}
        {sku.variant && <span className="text-quiet"> ({sku.variant})</span>}
      </span>
      <span className="flex shrink-0 items-baseline gap-3 tabular-nums">
        <span className="text-xs text-quiet">{stateOf(sku, words)}</span>
        {sku.price !== null && ringgit(sku.price)}
      </span>
    </div>
  )
}

function stateOf({ isActive, price, available }: Sku, words: ReturnType<typeof useNewTexts>): string | null {
  if (!isActive) return words.inactive
  if (price === null) return words.noPrice
  if (available === null) return null
  return available > 0 ? words.left(available) : words.soldOut
}

function NoneFound({ q }: { q: string }) {
  const words = useNewTexts()
  if (q) return <p className="text-sm text-quiet">{words.noneFound(q)}</p>
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p className="text-quiet">{words.noProducts}</p>
      <Button asChild>
        <Link to="/catalogue">{words.toCatalogue}</Link>
      </Button>
    </div>
  )
}
