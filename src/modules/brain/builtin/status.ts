import { isRefused, use } from '../tool.ts'
import { cancelUnpaid, orderStatus, type ShownOrder } from '../tools/index.ts'
import { tellKnowledge } from './answers.ts'
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

/** `isReadyAsked`: it is not the payment that they wonder about. */
export async function tellStatus(
  talk: Talk,
  number: string | undefined,
  isReadyAsked = false,
): Promise<void> {
  const found = await use(talk.turn, orderStatus, number === undefined ? {} : { order_number: number })
  const orders = isRefused(found) ? [] : found.orders
  const [newest] = orders
  if (newest) {
    const isOpen = newest.status === 'paid' || newest.status === 'pending_payment'
    const isWaited = isReadyAsked && isOpen
    answer(talk, statusText(talk, newest))
    const isTold = isWaited && (await tellKnowledge(talk, 'bila siap ready', ['siap', 'ready']))
    if (isWaited && !isTold && newest.status === 'paid') answer(talk, talk.say.readyUnknown)
    return
  }
  if (number !== undefined) return answer(talk, talk.say.noSuchOrder(number))
  const isTold = isReadyAsked && (await tellKnowledge(talk, 'bila siap ready', ['siap', 'ready']))
  if (isTold && talk.turn.memory.cart.length === 0) return
  if (talk.turn.memory.cart.length === 0) return answer(talk, talk.say.noOrders)
  answer(talk, talk.say.notPlacedYet)
  talk.isOrdering = true
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
export async function askCancel(talk: Talk, ask = talk.say.askCancel): Promise<boolean> {
  const unpaid = (await ordersOf(talk)).find(({ status }) => status === 'pending_payment')
  if (talk.topic.asked?.kind === 'cancel') return true
  if (!unpaid || awaitsYes(talk)) return false
  answer(talk, ask(unpaid.order_number))
  talk.topic.asked = { kind: 'cancel', order: unpaid.order_number }
  return true
}

/** Nothing is in the cart. What they speak of may be the order that is placed already. */
export async function tellEmpty(talk: Talk, isChange: boolean): Promise<void> {
  const [newest] = await ordersOf(talk)
  if (!newest || !['pending_payment', 'paid'].includes(newest.status)) return answer(talk, talk.say.emptyCart)
  if (!isChange) {
    const items = newest.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
    return answer(talk, `${items}\n${statusText(talk, newest)}`)
  }
  if (newest.status === 'paid') return offerPerson(talk, talk.say.placedAndPaid(newest.order_number))
  if (!(await askCancel(talk, talk.say.placedAlready))) answer(talk, talk.say.emptyCart)
}

function statusText(
  { say }: Talk,
  { order_number, status, expired, total, payment_url }: ShownOrder,
): string {
  const tell = status === 'cancelled' && expired ? say.status.expired : say.status[status]
  return tell(order_number, ringgit(total), payment_url ?? '')
}
