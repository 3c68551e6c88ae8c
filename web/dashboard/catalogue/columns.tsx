import { Link } from '@tanstack/react-router'
import { texts } from '../i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { count } from '../ui/format.tsx'
import type { Column } from '../ui/table.tsx'
import { useArchiving } from './archiving.ts'
import { Picture } from './picture.tsx'
import { levelOf, type Product, priceOf } from './shelf.ts'
import { SaleBadge, ShortageBadge } from './signs.tsx'
import { StockCell } from './stock-cell.tsx'
import { useTexts as useShared } from './texts.ts'

const useTexts = texts({
  en: {
    actions: 'Actions',
    archiveThis: (name: string) => `Archive ${name}`,
    putBackThis: (name: string) => `Put ${name} back`,
  },
  ms: {
    actions: 'Tindakan',
    archiveThis: (name: string) => `Arkibkan ${name}`,
    putBackThis: (name: string) => `Kembalikan ${name}`,
  },
})

export function useColumns(archived: boolean): Column<Product>[] {
  const words = useTexts()
  const shared = useShared()
  const { archive, putBack } = useArchiving()
  return [
    { name: shared.product, show: (product) => <Title product={product} /> },
    { name: shared.priceWord, isNumber: true, show: (product) => <Price product={product} /> },
    { name: shared.stock, isNumber: true, isMinor: true, show: (product) => <StockCell product={product} /> },
    {
      name: shared.held,
      isNumber: true,
      isMinor: true,
      show: (product) => {
        const { held } = levelOf(product)
        return <span className={held === 0 ? 'text-quiet' : ''}>{count(held)}</span>
      },
    },
    { name: shared.available, isNumber: true, show: (product) => <Available product={product} /> },
    {
      name: shared.sale,
      isMinor: true,
      show: ({ is_active }) => <SaleBadge isActive={is_active} />,
    },
    {
      name: words.actions,
      isMinor: true,
      show: (product) => (
        <span className="-my-2 block text-right">
          <IconButton
            icon={archived ? 'refresh' : 'archive'}
            label={archived ? words.putBackThis(product.name) : words.archiveThis(product.name)}
            onClick={() => (archived ? putBack(product) : archive(product))}
          />
        </span>
      ),
    },
  ]
}

function Title({ product }: { product: Product }) {
  const { id, name, category, sku, image_url, is_active } = product
  return (
    <div className="flex items-center gap-3">
      <Picture url={image_url} />
      <div className="min-w-0">
        <Link to="/catalogue/$id" params={{ id }} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
        <p className="text-xs text-quiet wrap-anywhere">
          {category}
          {sku && (
            <span className="max-sm:hidden">
              {category && ' · '}
              {sku}
            </span>
          )}
        </p>
        {!is_active && (
          <span className="sm:hidden">
            <SaleBadge isActive={false} />
          </span>
        )}
      </div>
    </div>
  )
}

function Price({ product }: { product: Product }) {
  const words = useShared()
  const price = priceOf(product)
  return <span className={price ? 'sm:whitespace-nowrap' : 'text-quiet'}>{price ?? words.noPrice}</span>
}

function Available({ product }: { product: Product }) {
  const words = useShared()
  const { available } = levelOf(product)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <ShortageBadge product={product} />
      {available === null ? (
        <span className="text-quiet">{words.always}</span>
      ) : (
        <span className="font-medium">{count(available)}</span>
      )}
    </span>
  )
}
