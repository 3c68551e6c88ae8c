import { isRefused, use } from '../tool.ts'
import { cancelUnpaid, orderStatus, type ShownOrder } from '../tools/index.ts'
import { ringgit } from './say.ts'
import { answer, awaitsYes, offerPerson, type Talk } from './talk.ts'

/** As order numbers look: four or five of these, with a digit or all in capitals. */
const NUMBER = /(?<![\p{L}\p{N}])[CDFHJKMNPRTWXY3479]{4,6}(?![\p{L}\p{N}])/giu

/** `isAsked`: the talk is of an order, so that small letters are one too. */
export function orderNumberIn(text: string, isAsked = false): string | undefined {
  return [...text.matchAll(NUMBER)]
    .map(([number]) => number)
    .filter((number) => /\p{L}/u.test(number))
    .find((number) => /\d/.test(number) || isAsked || number === number.toUpperCase())
    ?.toUpperCase()
}

/** Something that was meant to be an order number and may be anything: "status ABC123". */
export function claimedNumberIn(text: string): string | undefined {
  return /(?:order|pesanan|status|no|number|nombor)\s*#?:?\s*([a-z]*\d[a-z\d-]{2,9})(?![\p{L}\p{N}])/iu
    .exec(text)?.[1]
    ?.toUpperCase()
}

export async function tellStatus(talk: Talk, number: string | undefined): Promise<void> {
  const found = await use(talk.turn, orderStatus, number === undefined ? {} : { order_number: number })
  const orders = isRefused(found) ? [] : found.orders
  const [newest] = orders
  if (!newest) return answer(talk, number === undefined ? talk.say.noOrders : talk.say.noSuchOrder(number))
  answer(talk, statusText(talk, newest))
}

/** Orders of this customer that can be spoken of, newest first. */
export async function ordersOf(talk: Talk): Promise<ShownOrder[]> {
  const found = await use(talk.turn, orderStatus, {})
  return isRefused(found) ? [] : found.orders
}

export async function cancel(talk: Talk, number: string | undefined): Promise<void> {
  const { say } = talk
  const result = await use(talk.turn, cancelUnpaid, number === undefined ? {} : { order_number: number })
  if (!isRefused(result) && 'cancelled' in result)
    return answer(talk, say.cancelled(result.cancelled.order_number))
  const order = 'order' in result ? (result.order as ShownOrder) : undefined
  if (order) return offerPerson(talk, say.alreadyPaid(order.order_number))
  answer(talk, number === undefined ? say.nothingToCancel : say.noSuchOrder(number))
}

/** "Cancel" by itself, with nothing in the cart: which order, and whether they are sure. */
export async function askCancel(talk: Talk): Promise<boolean> {
  const unpaid = (await ordersOf(talk)).find(({ status }) => status === 'pending_payment')
  if (!unpaid || awaitsYes(talk)) return false
  answer(talk, talk.say.askCancel(unpaid.order_number))
  talk.topic.asked = { kind: 'cancel', order: unpaid.order_number }
  return true
}

function statusText(
  { say }: Talk,
  { order_number, status, expired, total, payment_url }: ShownOrder,
): string {
  const tell = status === 'cancelled' && expired ? say.status.expired : say.status[status]
  return tell(order_number, ringgit(total), payment_url ?? '')
}
