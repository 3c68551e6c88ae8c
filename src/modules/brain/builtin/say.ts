import type { Fulfilment } from '../memory.ts'

/** Every sentence the built-in brain can say, in one language. */
export interface Phrases {
  or: string
  and: string
  hello(name: string | null): string
  salam: string
  well: string
  welcomeBack: string
  youAreWelcome: string
  bye: string
  who: string
  okay: string
  anythingElse: string
  whatToOrder: string
  added(lines: string): string
  changed(lines: string): string
  removed(names: string): string
  cleared: string
  total(amount: string): string
  cart(lines: string): string
  emptyCart: string
  askContact(name: boolean, phone: boolean): string
  thanksName(name: string | null): string
  wrongPhone: string
  remindYes: string
  whatToChange: string
  confirmClear: string
  askVariant(names: string, options: string): string
  askWhich(said: string, options: string): string
  /** The choices once more, each with its number. */
  askNumbered(what: string, options: string): string
  picked(name: string): string
  didYouMean(said: string, option: string): string
  notSold(said: string): string
  notInCart(said: string): string
  whichLine(options: string): string
  soldOut(name: string): string
  /** Beside its name in a list. */
  isSoldOut: string
  fewerLeft(name: string, left: number): string
  onlyLeft(name: string, left: number): string
  onRequest(name: string): string
  notForSale(name: string): string
  badQuantity(raw: string, most: number): string
  tooMany(most: number): string
  tooManyLines: string
  price(item: string, amount: string): string
  priceUnknown(name: string): string
  each: string
  from: string
  inStock(name: string, price: string): string
  someLeft(name: string, left: number, price: string): string
  categories(names: string): string
  products(names: string): string
  andMore(count: number): string
  suggestions(names: string): string
  popular(names: string): string
  cheapest(names: string): string
  dearest(names: string): string
  under(amount: string, names: string): string
  nothingUnder(amount: string): string
  isCheaper(name: string): string
  samePrice: string
  noMoreKnown: string
  nothingForSale: string
  hours(text: string): string
  openNow: string
  closedNow: string
  hoursUnknown: string
  days: Record<string, string>
  closedDay: string
  noOrders: string
  noSuchOrder(number: string): string
  status: Record<
    'pending_payment' | 'paid' | 'cancelled' | 'refunded' | 'expired',
    (order: string, total: string, link: string) => string
  >
  readyUnknown: string
  notPlacedYet: string
  alsoCancel(order: string): string
  placedAlready(order: string): string
  placedAndPaid(order: string): string
  cannotDo: string
  askCancel(order: string): string
  cancelled(order: string): string
  alreadyPaid(order: string): string
  nothingToCancel: string
  handedOver: string
  complaint: string
  offerPerson: string
  unknownAnswer: string
  factUnknown(name: string): string
  hasIt(name: string, found: string): string
  notForDiet(name: string, diet: string, found: string): string
  /** Nothing else is known of it. */
  onlyWritten: string
  /** Of somebody who must not eat it. */
  allergyNoted(what: string): string
  allergyHas(what: string, names: string): string
  allergyUnsure: string
  /** What people who eat no animals leave out. */
  animal: string
  noDiscount: string
  help: string
  helpAgain: string
  unreadable: string
  noted(made: string, name: string): string
  noteForWhat: string
  dropped: string
  howToPay(byLink: boolean): string
  writePerson: string
  writeClear: string
  writeFewer(name: string, left: number): string
  writeName(said: string, option: string): string
  kept(lines: string): string
  received(fulfilment: Fulfilment): string
  notReceived(kind: 'delivery' | 'pickup'): string
  deliveryAdded(name: string, amount: string): string
  deliveryFree(above: string): string
  closedThen(time: string, hours: string): string
}

export function ringgit(amount: number): string {
  return `RM ${amount.toFixed(2)}`
}

/** "A, B or C". */
export function listed(items: string[], last: string): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}
