import { type Html, html } from '../../lib/html.ts'
import { formatRinggit } from '../../lib/money.ts'
import type { Order, OrderLine } from '../orders/index.ts'
import type { Page } from './page.ts'
import { type PayState, secondsLeft, timeLeft } from './state.ts'

/** What a page tells about: the order, whose it is, and how it can be paid. */
export interface Bill {
  order: Order
  shopName: string
  nowMs: number
  /** `test`: with our own button. `elsewhere`: on the provider's page. `off`: not at all. */
  way: 'test' | 'elsewhere' | 'off'
}

export const views: Record<PayState, (bill: Bill) => Page> = {
  payable: (bill) => ({
    title: `Pay ${ringgit(bill.order.total_sen)} · ${bill.shopName}`,
    body: html`${testMark(bill)}
${heading(bill, `Order ${bill.order.order_number}`, 'Semak dan bayar pesanan anda')}
${lines(bill.order)}
${total(bill.order)}
${payment(bill)}
<form class="second" method="post" action="${bill.order.pay_token ?? ''}">
<button class="plain" name="outcome" value="cancelled">Cancel this order</button>
</form>`,
  }),

  paid: (bill) => ({
    title: `Paid · ${bill.shopName}`,
    body: html`${testMark(bill)}
${TICK}
${heading(bill, 'Paid. Thank you!', 'Sudah dibayar. Terima kasih!')}
<p class="keep">Keep this number <strong>${bill.order.order_number}</strong></p>
<h2>What happens next</h2>
<p>${bill.shopName} has your order and gets it ready. If anything is unclear, ask where you ordered and give this number.</p>
${lines(bill.order)}
${total(bill.order)}`,
  }),

  cancelled: (bill) => ({
    title: `Cancelled · ${bill.shopName}`,
    body: html`${heading(bill, 'This order was cancelled', 'Pesanan ini telah dibatalkan')}
<p>Order ${bill.order.order_number} is off and can no longer be paid here. ${bill.order.paid_at ? `${bill.shopName} will return your money.` : 'Nothing was charged.'}</p>
${wayBack(bill)}`,
  }),

  expired: (bill) => ({
    title: `Expired · ${bill.shopName}`,
    body: html`${heading(bill, 'This payment link has expired', 'Pautan bayaran ini telah tamat tempoh')}
<p>The time to pay for order ${bill.order.order_number} is over, so its items went back on sale. Nothing was charged.</p>
${wayBack(bill)}`,
  }),

  refunded: (bill) => ({
    title: `Refunded · ${bill.shopName}`,
    body: html`${heading(bill, 'This order was refunded', 'Bayaran telah dikembalikan')}
<p>${
      bill.order.paid_at
        ? `${bill.shopName} has returned ${ringgit(bill.order.total_sen)} for order ${bill.order.order_number}. A bank or wallet can take a few days to show it.`
        : `Order ${bill.order.order_number} is off. Nothing was charged here.`
    }</p>
${total(bill.order)}`,
  }),
}

export const processingView = (bill: Bill): Page => ({
  title: `Waiting for your bank · ${bill.shopName}`,
  refreshSeconds: 5,
  body: html`${heading(bill, 'Waiting for your bank', 'Menunggu pengesahan bank')}
<p>Your payment for order ${bill.order.order_number} is being confirmed. This page looks again by itself; you can also close it, nothing is lost.</p>
${total(bill.order)}`,
})

export const troubleView = (): Page => ({
  title: 'Try again in a moment',
  status: 503,
  body: html`<h1>Payment is not reachable just now</h1>
<p class="malay" lang="ms">Bayaran tidak dapat dicapai buat masa ini</p>
<p>That is our side, not yours. Your order is kept, and a payment that you have made is not lost.</p>
<p><a class="button" href="">Try again</a></p>`,
})

export const refusedView = (bill: Bill): Page => ({
  title: `Payment not possible · ${bill.shopName}`,
  status: 502,
  body: html`${heading(bill, 'This order cannot be paid online', 'Pesanan ini tidak boleh dibayar dalam talian')}
<p>The payment provider does not take order ${bill.order.order_number}. Nothing was charged and your order is kept for now.</p>
<p>Please tell ${bill.shopName} where you ordered; they will find another way.</p>
${total(bill.order)}`,
})

export const unknownView = (): Page => ({
  title: 'Payment link not found',
  status: 404,
  body: html`<h1>We do not know this payment link</h1>
<p class="malay" lang="ms">Pautan bayaran ini tidak dijumpai</p>
<p>Look whether the whole address was copied, or ask the shop where you ordered for a new link. Nothing was charged.</p>`,
})

function heading({ shopName }: Bill, text: string, malay: string): Html {
  return html`<header>
<p class="shop">${shopName}</p>
<h1>${text}</h1>
<p class="malay" lang="ms">${malay}</p>
</header>`
}

function testMark({ way }: Bill): Html | string {
  if (way !== 'test') return ''
  return html`<p class="test"><strong>Test payment</strong> No money moves. <span lang="ms">Bayaran ujian.</span></p>`
}

function payment({ order, nowMs, way }: Bill): Html {
  const seconds = secondsLeft(order, nowMs)
  const label = `Pay ${ringgit(order.total_sen)}`
  if (way === 'off')
    return html`<p>This shop does not take payments online at present. Ask where you ordered how to pay.</p>`
  return html`<form method="post" action="${order.pay_token ?? ''}">
${
  way === 'test'
    ? html`<button name="outcome" value="paid">${label}</button>`
    : // A link, for a form may not lead to another site under our content security policy.
      html`<a class="button" href="${order.pay_token ?? ''}">${label}</a>`
}
</form>
<p class="left" role="timer" data-seconds="${seconds}">${timeLeft(seconds)} left to pay</p>`
}

function lines(order: Order): Html {
  return html`<ul class="lines">${order.lines.map(lineItem)}</ul>`
}

function lineItem({ name, quantity, unit_price_sen, special_instructions }: OrderLine): Html {
  return html`<li>
<span class="quantity">${quantity} ×</span>
<span class="name">${name}${special_instructions ? html`<small>${special_instructions}</small>` : ''}</span>
<span class="amount">${ringgit(quantity * unit_price_sen)}</span>
</li>
`
}

function total(order: Order): Html {
  return html`<p class="total"><span>Total</span> <strong>${ringgit(order.total_sen)}</strong></p>`
}

function wayBack({ shopName }: Bill): Html {
  return html`<h2>Still want it?</h2>
<p>Go back to where you ordered and talk to ${shopName} again. A new order takes a minute, and brings a new link.</p>`
}

const TICK = html`<svg class="tick" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
<circle cx="24" cy="24" r="24"/><path d="m14 25 7 7 13-15"/>
</svg>`

function ringgit(sen: number): string {
  return `RM ${formatRinggit(sen)}`
}
