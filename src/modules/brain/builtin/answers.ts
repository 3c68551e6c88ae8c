import { isRefused, use } from '../tool.ts'
import { browseCatalogue, openingHours } from '../tools/index.ts'
import { dayAsked, hoursOn } from './days.ts'
import { bestSentences, passagesFor } from './knowledge.ts'
import { canon, otherWords } from './lexicon.ts'
import { MOST } from './lines.ts'
import { type Candidate, type Meeting, nameWords, sameness } from './match.ts'
import { isCountable } from './numbers.ts'
import { offerText, priceText } from './order.ts'
import { ringgit } from './say.ts'
import { answer, offerPerson, type Talk } from './talk.ts'

const MOST_LISTED = 12

/** What something costs, or several things together. */
export function tellPrices(talk: Talk, meetings: Meeting[], together = true): void {
  const { say } = talk
  let sum = 0
  let isSum = together && meetings.length > 1
  for (const { product, variants, quantity, counted } of meetings) {
    const chosen = variants.length === 1 ? variants[0] : undefined
    const price = chosen
      ? (chosen.price ?? product.price)
      : product.variants.length > 0
        ? null
        : product.price
    const name = chosen && product.variants.length > 1 ? `${product.name} (${chosen.name})` : product.name
    if (price !== null && counted && quantity > 0 && quantity <= 999 && Number.isInteger(quantity)) {
      answer(talk, say.price(`${quantity} × ${name}`, ringgit(price * quantity)))
      sum += price * quantity
    } else if (price !== null) {
      answer(talk, say.price(name, ringgit(price)))
      sum += price
    } else if (variants.length > 0) {
      answer(talk, say.price(product.name, variantPrices(product, variants)))
      isSum = false
    } else {
      answer(talk, say.priceUnknown(product.name))
      isSum = false
    }
    const left = chosen ? chosen.available : product.variants.length > 0 ? null : product.available
    if (left === 0) answer(talk, say.soldOut(name))
  }
  if (isSum) answer(talk, say.price('Total', ringgit(sum)))
  const shown = meetings.map(({ product, variants, quantity, counted }) => ({
    ...product,
    chosen: only(product, variants)?.id,
    quantity: counted && isCountable(quantity, MOST) ? quantity : undefined,
  }))
  // Several clauses may ask for one sum.
  talk.topic.shown = talk.isPriced ? [...talk.topic.shown, ...shown] : shown
  talk.isPriced = true
}

/** Whether something can be had, and how many. */
export function tellStock(talk: Talk, { product, variants }: Meeting) {
  const { say } = talk
  const chosen = variants.length === 1 && product.variants.length > 1 ? variants[0] : undefined
  const offers = chosen ? [chosen] : variants.length > 0 ? variants : [product]
  const name = chosen ? `${product.name} (${chosen.name})` : product.name
  const price = chosen
    ? priceText(chosen.price ?? product.price)
    : variants.length > 0
      ? variantPrices(product, variants)
      : priceText(product.price)
  talk.topic.shown = [{ ...product, chosen: chosen?.id }]
  if (offers.every(({ available }) => available === 0)) return answer(talk, say.soldOut(name))
  if (product.variants.length === 0 && product.price === null) return offerPerson(talk, say.onRequest(name))
  const left = offers.length === 1 ? (offers[0]?.available ?? null) : null
  answer(talk, left === null ? say.inStock(name, price) : say.someLeft(name, left, price))
  for (const one of offers) {
    if (one.available === 0) answer(talk, say.soldOut(`${product.name} (${one.name})`))
  }
}

function only(
  { variants: all }: Candidate,
  variants: Candidate['variants'],
): Candidate['variants'][number] | undefined {
  return variants.length === 1 && all.length > 1 ? variants[0] : undefined
}

function variantPrices(product: Candidate, variants: Candidate['variants']): string {
  return variants
    .slice(0, 12)
    .map(({ name, price }) => `${name} ${priceText(price ?? product.price)}`)
    .join(', ')
}

/** The menu: a category that was named, everything when it is little, otherwise the categories. */
export async function tellMenu(talk: Talk, words: string[]): Promise<boolean> {
  const { say } = talk
  const all = await browse(talk)
  const named = all.categories
    .filter(({ category }) => category !== null && isNamed(category, words))
    .sort((a, b) => nameHits(b.category, words) - nameHits(a.category, words))[0]
  if (words.length > 0 && !named) return false
  let offered: Candidate[] = []
  const { products } = named?.category ? await browse(talk, named.category) : all
  const count = named ? named.products : all.categories.reduce((sum, one) => sum + one.products, 0)
  if (products.length === 0) answer(talk, say.nothingForSale)
  else if (named || count <= MOST_LISTED || all.categories.length < 2) {
    // Nobody comes to eat a delivery, unless that is all there is.
    const things = products.filter(({ name }) => !isService(name))
    const listed = things.length > 0 ? things : products
    if (named) offered = listed
    const lines = listed
      .slice(0, MOST_LISTED)
      .map((product) => `• ${offerText(product)}${isSoldOut(product) ? ` – ${say.isSoldOut}` : ''}`)
    const others = count - (products.length - listed.length) - lines.length
    if (others > 0) lines.push(say.andMore(others))
    answer(talk, say.products(lines.join('\n')))
  } else
    answer(
      talk,
      say.categories(
        all.categories.map(({ category, products }) => `${category ?? '…'} (${products})`).join(', '),
      ),
    )
  talk.topic.shown = offered
  if (!named && count > MOST_LISTED && all.categories.length > 1) talk.topic.asked = { kind: 'category' }
  return true
}

const SERVICE =
  /\b(?:delivery|penghantaran|postage|shipping|courier|kurier|catering|katering|deposit|voucher|baucar)\b/i

function isService(name: string): boolean {
  return SERVICE.test(name)
}

function isSoldOut({ available, variants }: Candidate): boolean {
  return variants.length > 0 ? variants.every((one) => one.available === 0) : available === 0
}

/** One part of the menu, when all that was said names it. */
export async function tellCategory(talk: Talk, words: string[]): Promise<boolean> {
  const { categories } = await browse(talk)
  const isIt = (own: string[]) => words.every((word) => own.some((one) => sameness(one, canon(word)) > 0))
  const named = categories.filter(
    ({ category }) => category !== null && words.length > 0 && isIt(nameWords(category)),
  )
  return named.length === 1 ? tellMenu(talk, nameWords(named[0]?.category ?? '')) : false
}

export async function browse(talk: Talk, category?: string) {
  const input = category === undefined ? { limit: 30 } : { category, limit: 30 }
  const found = await use(talk.turn, browseCatalogue, input)
  return isRefused(found) ? { categories: [], products: [] } : found
}

function nameHits(category: string | null, words: string[]): number {
  const said = words.map(canon)
  return nameWords(category ?? '').filter((word) => said.includes(word)).length
}

function isNamed(category: string, words: string[]): boolean {
  const own = nameWords(category)
  return words.length > 0 && words.some((word) => own.some((one) => sameness(one, canon(word)) > 0))
}

/** When the shop is open; `words` are what else the question is about, such as holidays. */
export async function tellHours(talk: Talk, question: string, words: string[]): Promise<void> {
  const { say, turn } = talk
  const found = await use(turn, openingHours, {})
  const known =
    words.length > 0 || isRefused(found) || found.hours === null ? await passagesFor(talk, question) : []
  const written = bestSentences(
    known,
    words.length > 0 ? words : ['buka', 'open', 'waktu', 'hours'],
    turn.memory.language,
  )
  if (written) answer(talk, written)
  if (isRefused(found) || found.hours === null) {
    if (!written) offerPerson(talk, say.hoursUnknown)
    return
  }
  const day = dayAsked(question, found.now.day)
  if (found.open_now !== null && (day === undefined || day === found.now.day))
    answer(talk, found.open_now ? say.openNow : say.closedNow)
  answer(talk, say.hours(hoursText(day === undefined ? found.hours : hoursOn(found.hours, day), say)))
}

/** "mon 08:00-18:00, tue 08:00-18:00" as people say it: days with the same hours together. */
export function hoursText(
  hours: string,
  { days, closedDay }: Pick<Talk['say'], 'days' | 'closedDay'>,
): string {
  const spans: { first: string; last: string; time: string }[] = []
  for (const entry of hours.split(', ')) {
    const day = entry.slice(0, 3)
    const time = entry.slice(4).replace(/\s/g, ', ').replace(/-/g, '–')
    const before = spans.at(-1)
    if (before?.time === time) before.last = day
    else spans.push({ first: day, last: day, time })
  }
  return spans
    .map(({ first, last, time }) => {
      const name = first === last ? days[first] : `${days[first]}–${days[last]}`
      return `${name} ${time === 'closed' ? closedDay : time}`
    })
    .join('; ')
}

/** What the shop has written down about it; false when nothing. */
export async function tellKnowledge(talk: Talk, question: string, words: string[]): Promise<boolean> {
  if (words.length === 0) return false
  const { language } = talk.turn.memory
  // A place or a name that nobody wrote about does not change what is asked.
  const usual = words.filter((word) => otherWords(word).length > 0)
  const isOther = usual.length > 0 && usual.length < words.length
  const widened = usual.flatMap((word) => [word, ...otherWords(word)]).join(' ')
  const found =
    bestSentences(await passagesFor(talk, question), words, language) ??
    (isOther ? bestSentences(await passagesFor(talk, widened), usual, language) : undefined)
  if (!found) return false
  answer(talk, found)
  return true
}
