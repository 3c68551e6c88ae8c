import { useState } from 'preact/hooks'
import type { OrderCard, ProductCard } from '../client/wire.ts'
import { OutIcon, TickIcon } from './icons.tsx'
import { safeUrl } from './markdown.ts'
import type { Texts } from './texts.ts'
import { ringgit } from './time.ts'

export function Order({ order, texts }: { order: OrderCard; texts: Texts }) {
  return (
    <section class="card order" aria-label={`${texts.yourOrder} ${order.order_number}`}>
      <h3>
        <span>{texts.yourOrder}</span>
        <span class="number">{order.order_number}</span>
      </h3>
      <ul class="lines">
        {order.lines.map((line) => (
          <li>
            <span class="quantity">{line.quantity} ×</span>
            <span class="name">
              {line.name}
              {line.special_instructions && <small>{line.special_instructions}</small>}
            </span>
            <span class="amount">{ringgit(line.quantity * line.unit_price)}</span>
          </li>
        ))}
      </ul>
      <p class="total">
        <span>{texts.total}</span>
        <strong>{ringgit(order.total)}</strong>
      </p>
      <Standing order={order} texts={texts} />
    </section>
  )
}

/** One button while there is something to decide; afterwards what came of it. */
function Standing({ order, texts }: { order: OrderCard; texts: Texts }) {
  if (order.status === 'paid')
    return (
      <p class="standing good">
        {texts.paid} <TickIcon />
      </p>
    )
  if (order.expired) return <p class="standing">{texts.expired}</p>
  if (order.status !== 'pending_payment') return <p class="standing">{texts[order.status]}</p>
  const address = safeUrl(order.payment_url)
  if (!address) return null
  return (
    <a class="pay" href={address} target="_blank" rel="noopener noreferrer">
      {texts.pay(ringgit(order.total))}
      <OutIcon />
      <span class="sr"> ({texts.newTab})</span>
    </a>
  )
}

interface ProductsProps {
  products: ProductCard[]
  texts: Texts
  onPick(name: string): void
}

export function Products({ products, texts, onPick }: ProductsProps) {
  return (
    <ul class="card products">
      {products.map((product) => (
        <li key={product.id}>
          <button
            type="button"
            aria-disabled={product.sold_out}
            onClick={() => product.sold_out || onPick(product.name)}
          >
            <Picture product={product} />
            <span class="name">{product.name}</span>
            {product.sold_out ? (
              <span class="out">{texts.soldOut}</span>
            ) : (
              <span class="amount">{priceOf(product, texts)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function priceOf({ price, from }: ProductCard, texts: Texts): string {
  if (price === null) return ''
  return from ? texts.from(ringgit(price)) : ringgit(price)
}

/** The page may forbid images from elsewhere, and shops have few: the first letter then stands in. */
function Picture({ product }: { product: ProductCard }) {
  const [isBroken, setBroken] = useState(false)
  const address = safeUrl(product.image_url)
  return (
    <span class="picture" aria-hidden="true">
      {address && !isBroken ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        [...product.name][0]
      )}
    </span>
  )
}
