import { Badge } from '../ui/badge.tsx'
import { type Product, shortageOf } from './shelf.ts'
import { useTexts } from './texts.ts'

/** Sold out, or nearly: in words. */
export function ShortageBadge({ product }: { product: Product }) {
  const words = useTexts()
  const shortage = shortageOf(product)
  if (!shortage) return null
  if (shortage.kind === 'none') return <Badge tone="alarm">{words.soldOut}</Badge>
  if (shortage.kind === 'some') return <Badge tone="wait">{words.someOut(shortage.count)}</Badge>
  return <Badge tone="wait">{words.few(shortage.count)}</Badge>
}

export function SaleBadge({ isActive }: { isActive: boolean }) {
  const words = useTexts()
  return <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? words.onSale : words.offSale}</Badge>
}
