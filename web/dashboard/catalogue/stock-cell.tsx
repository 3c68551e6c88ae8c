import { type KeyboardEvent, useRef, useState } from 'react'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { count } from '../ui/format.tsx'
import { levelOf, type Product } from './shelf.ts'
import { useTexts as useShared } from './texts.ts'
import { stockIn } from './typed.ts'

const useTexts = texts({
  en: {
    change: (name: string, now: string) => `Stock of ${name}: ${now}. Change`,
    label: (name: string) => `Stock of ${name}`,
    wrong: 'Whole numbers only',
    failed: 'Not saved',
  },
  ms: {
    change: (name: string, now: string) => `Stok ${name}: ${now}. Ubah`,
    label: (name: string) => `Stok ${name}`,
    wrong: 'Nombor bulat sahaja',
    failed: 'Tidak disimpan',
  },
})

/** The count, which a click turns into a field: Enter saves, Esc leaves it. Of variants it is their sum, counted on their page. */
export function StockCell({ product }: { product: Product }) {
  const shared = useShared()
  const words = useTexts()
  const [state, setState] = useState<'shown' | 'open' | 'left'>('shown')
  const { stock } = levelOf(product)
  const shown = stock === null ? shared.notCounted : count(stock)
  if (product.variants.length > 0 || product.archived_at)
    return <span className={stock === null ? 'text-quiet' : ''}>{shown}</span>
  if (state === 'open') return <StockField product={product} onClose={setState} />
  return (
    <button
      type="button"
      aria-label={words.change(product.name, shown)}
      // biome-ignore lint/a11y/noAutofocus: who leaves the field by a key goes on from where it was opened
      autoFocus={state === 'left'}
      className="-mx-2 -my-1 rounded-sm px-2 py-1 text-right hover:bg-card hover:shadow-[inset_0_0_0_1px_var(--color-edge)]"
      onClick={() => setState('open')}
    >
      <span className={stock === null ? 'text-quiet' : ''}>{shown}</span>
    </button>
  )
}

function StockField({ product, onClose }: { product: Product; onClose: (how: 'shown' | 'left') => void }) {
  const words = useTexts()
  const { agent_id, source, external_id, name, stock } = product
  const [text, setText] = useState(stock === null ? '' : String(stock))
  const [problem, setProblem] = useState<string>()
  const isLeaving = useRef(false)
  const deed = useDeed('POST /agents/:agent_id/stock', { touches: ['products'] })

  function save(how: 'shown' | 'left'): void {
    const quantity = stockIn(text)
    if (text.trim() === '' || quantity === stock) onClose(how)
    else if (quantity === undefined) setProblem(words.wrong)
    else send(quantity, how)
  }

  function send(quantity: number, how: 'shown' | 'left'): void {
    const levels = [{ product_external_id: external_id, quantity }]
    deed.mutate(
      { params: { agent_id }, body: { source, levels } },
      {
        onSuccess: ({ failed }) => (failed > 0 ? setProblem(words.failed) : onClose(how)),
        onError: () => setProblem(words.failed),
      },
    )
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') save('left')
    if (event.key !== 'Escape') return
    isLeaving.current = true
    onClose('left')
  }

  return (
    <span className="inline-grid justify-items-end gap-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: it stands where the number was that was pressed
        autoFocus
        inputMode="numeric"
        aria-label={words.label(name)}
        aria-invalid={problem ? true : undefined}
        value={text}
        disabled={deed.isPending}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(undefined)
        }}
        onFocus={({ target }) => target.select()}
        onKeyDown={onKeyDown}
        onBlur={() => !isLeaving.current && !deed.isPending && save('shown')}
        className="-my-1 h-8 w-20 rounded-sm border border-edge bg-card px-2 text-right text-sm tabular-nums aria-invalid:border-alarm"
      />
      {problem && (
        <span role="alert" className="text-xs text-alarm">
          {problem}
        </span>
      )}
    </span>
  )
}
