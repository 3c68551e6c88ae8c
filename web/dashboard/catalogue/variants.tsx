import { texts } from '../i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Input, Switch } from '../ui/field.tsx'
import { count } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import type { VariantDraft } from './draft.ts'
import type { FieldsProps } from './fields.tsx'
import type { Variant } from './shelf.ts'
import { useTexts as useShared } from './texts.ts'

const useTexts = texts({
  en: {
    title: 'Variants',
    about:
      'Sizes, flavours, hot or iced: customers choose one of them. Leave this empty if there is nothing to choose.',
    add: 'Add variant',
    list: 'Variants',
    fresh: 'New variant',
    placeholder: 'Iced',
    same: (price: string) => `Same: ${price}`,
    sold: (name: string) => `Sell ${name}`,
    remove: (name: string) => `Remove ${name}`,
    figures: (held: string, available: string) => `${held} held, ${available} available`,
    uncounted: 'Not counted',
    held: (held: string) => `Not counted, ${held} in open orders`,
    most: 'A product has at most 100 variants.',
  },
  ms: {
    title: 'Varian',
    about: 'Saiz, perisa, panas atau ais: pelanggan memilih satu. Biarkan kosong jika tiada pilihan.',
    add: 'Tambah varian',
    list: 'Varian',
    fresh: 'Varian baharu',
    placeholder: 'Ais',
    same: (price: string) => `Sama: ${price}`,
    sold: (name: string) => `Jual ${name}`,
    remove: (name: string) => `Buang ${name}`,
    figures: (held: string, available: string) => `${held} ditahan, ${available} boleh dijual`,
    uncounted: 'Tidak dikira',
    held: (held: string) => `Tidak dikira, ${held} dalam pesanan terbuka`,
    most: 'Satu produk ada paling banyak 100 varian.',
  },
})
const MOST = 100
let added = 0

/** The choices of a product, changed with the rest of the form. */
export function Variants({ draft, change, problem }: FieldsProps) {
  const words = useTexts()
  const { variants } = draft
  const isFull = variants.length >= MOST
  const set = (key: string, some: Partial<VariantDraft>) =>
    change({ variants: variants.map((one) => (one.key === key ? { ...one, ...some } : one)) })
  const add = () => {
    const fresh = { key: `new-${added++}`, name: '', sku: '', price: '', stock: '', is_active: true }
    change({ variants: [...variants, fresh] })
  }
  return (
    <Card title={words.title} about={words.about}>
      {variants.length > 0 && (
        <ul aria-label={words.list} className="grid gap-4">
          {variants.map((variant) => (
            <Row
              key={variant.key}
              variant={variant}
              productPrice={draft.price}
              problem={(field) => problem(`${variant.key}.${field}`)}
              set={(some) => set(variant.key, some)}
              remove={() => change({ variants: variants.filter(({ key }) => key !== variant.key) })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon="plus" disabled={isFull} onClick={add}>
          {words.add}
        </Button>
        {isFull && <p className="text-xs text-quiet">{words.most}</p>}
      </div>
    </Card>
  )
}

function Row({
  variant,
  productPrice,
  problem,
  set,
  remove,
}: {
  variant: VariantDraft
  productPrice: string
  problem: (field: string) => string | undefined
  set: (some: Partial<VariantDraft>) => void
  remove: () => void
}) {
  const words = useTexts()
  const shared = useShared()
  const { name, sku, price, stock, is_active, saved } = variant
  const called = name.trim() || words.fresh
  return (
    <li className="grid gap-3 rounded-md border p-3">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Input
          label={shared.name}
          value={name}
          maxLength={300}
          placeholder={words.placeholder}
          autoFocus={saved === undefined}
          problem={problem('name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Input
          label={shared.price}
          value={price}
          inputMode="decimal"
          placeholder={productPrice.trim() === '' ? '4.50' : words.same(productPrice)}
          problem={problem('price')}
          onChange={({ target }) => set({ price: target.value })}
        />
        <Input
          label={shared.stock}
          value={stock}
          inputMode="numeric"
          placeholder={shared.notCounted}
          problem={problem('stock')}
          onChange={({ target }) => set({ stock: target.value })}
        />
        <Input
          label={shared.sku}
          value={sku}
          maxLength={255}
          problem={problem('sku')}
          onChange={({ target }) => set({ sku: target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Switch
          label={words.sold(called)}
          checked={is_active}
          onChange={(next) => set({ is_active: next })}
        />
        <span className="grow text-right text-xs text-quiet">{saved && <Figures variant={saved} />}</span>
        <IconButton icon="trash" label={words.remove(called)} onClick={remove} />
      </div>
    </li>
  )
}

function Figures({ variant: { held, available } }: { variant: Variant }) {
  const words = useTexts()
  if (available !== null) return words.figures(count(held), count(available))
  return held === 0 ? words.uncounted : words.held(count(held))
}
