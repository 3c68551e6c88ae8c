import { isRefused, use } from '../tool.ts'
import { recommendProducts } from '../tools/index.ts'
import { safeOf } from './allergy.ts'
import { type Clause, clausesOf, means } from './clauses.ts'
import { find } from './find.ts'
import { canon, otherWords } from './lexicon.ts'
import { type Candidate, type Meeting, nameWords } from './match.ts'
import { mentionsOf, namingWords } from './mentions.ts'
import { offerText, order } from './order.ts'
import { hasThere } from './questions.ts'
import { ringgit } from './say.ts'
import { answer, type Talk } from './talk.ts'
import { phrasesOf } from './wording.ts'

const SUGGESTED = 4
const LISTED = 8
const LOOKED_AT = 40

/** What somebody who says this would like, as it stands in names, categories and descriptions. */
// biome-ignore format: a table
const MOODS: Record<string, string> = {
  ais: 'ais iced ice sejuk cold', panas: 'panas hot', manis: 'manis sweet kek cake kuih coklat chocolate dessert donut biskut cookies cupcake kaya',
  pedas: 'pedas spicy sambal kari curry cili', sarapan: 'sarapan breakfast roti toast telur egg eggs lemak kaya', breakfast: 'sarapan breakfast roti toast telur egg eggs lemak kaya',
  lunch: 'lunch nasi mee rice noodles', dinner: 'dinner nasi mee rice noodles', minuman: 'minuman drink drinks kopi teh milo coffee tea jus juice air',
  minum: 'minuman drink drinks kopi teh milo coffee tea jus juice air', makanan: 'makanan food nasi mee roti rice noodles bread', makan: 'makanan food nasi mee roti rice noodles bread', eat: 'makanan food nasi mee roti rice noodles bread',
  air: 'minuman drink drinks kopi teh milo coffee tea jus juice sirap limau', drink: 'minuman drink drinks kopi teh milo coffee tea jus juice air',
  food: 'makanan food nasi mee roti rice noodles bread', snack: 'snack kuih karipap biskut cookies donut', snek: 'snack kuih karipap biskut cookies donut', dessert: 'dessert kek cake kuih coklat donut', kenyang: 'nasi mee rice noodles', filling: 'nasi mee rice noodles',
  refreshing: 'ais iced limau lime jus juice sejuk', kanak: 'kanak kids milo', vegetarian: 'vegetarian vegan sayur vegetable', hadiah: 'hadiah gift set',
}

const APPETITES = new Set(['makan', 'minum', 'eat', 'drink', 'sarapan', 'breakfast', 'lunch', 'dinner'])

const LIMIT =
  /\b(?:under|below|less than|within|max|maximum|up to|not more than|budget(?: of)?|bawah|kurang dari|kurang daripada|tak lebih(?: dari)?|dalam|around)\s*(?:rm\s?)?(\d{1,6}(?:\.\d{1,2})?)(?:\s?(?:ringgit|rm))?\b/i
const IS_MONEY = /\brm\s?\d|\d\s?(?:ringgit|rm)\b|\b(?:under|below|less than|bawah|budget)\s*\d/i
const CHEAPEST =
  /\b(?:cheapest|paling murah|termurah|lowest price|murah sekali|most affordable|yang murah|cheap ones?|something cheap)\b/i
const DEAREST = /\b(?:most expensive|paling mahal|termahal|priciest|dearest)\b/i

/** "The cheapest drink", "bawah RM5", "something cold", "what is popular"; false when it is about none of this. */
export async function recommending(talk: Talk, clause: Clause): Promise<boolean> {
  const text = clause.tokens.map(({ raw }) => raw).join(' ')
  const limit = IS_MONEY.test(text) ? LIMIT.exec(text)?.[1] : undefined
  const by = CHEAPEST.test(text) ? 'cheapest' : DEAREST.test(text) ? 'dearest' : 'popular'
  const words = aboutWords(clause)
  const isHungry = means(clause, 'want') && words.length > 0 && words.every((word) => APPETITES.has(word))
  const isAll = words.length > 1 && words.every((word) => moodOf(word) !== undefined)
  const isMood =
    isHungry ||
    (means(clause, 'menu') && words.some((word) => moodOf(word) !== undefined)) ||
    (isAll && (hasThere(clause) || means(clause, 'stock')) && words.some((word) => isKind(word)))
  if (!means(clause, 'recommend') && !isMood && limit === undefined && by === 'popular') return false
  if (means(clause, 'remove', 'replace')) return false
  const isOfList = isOrdered(clause) || POINTS.test(text)
  if (by !== 'popular' && words.length === 0 && isOfList && (await ofList(talk, clause, by))) return true
  const found = await use(talk.turn, recommendProducts, {
    words: words.some(isFood) ? '' : words.flatMap(wordsFor).join(' ').slice(0, 300),
    by,
    limit: LOOKED_AT,
    ...(limit === undefined ? {} : { at_most: Number(limit) }),
  })
  if (isRefused(found)) return false
  const fitting = await safeOf(talk, fittingOf(found.products, words))
  if (fitting.length === 0) {
    // Words that nothing here has may be about something else.
    if (words.length > 0 && limit === undefined && by === 'popular') return false
    answer(
      talk,
      limit === undefined ? talk.say.nothingForSale : talk.say.nothingUnder(ringgit(Number(limit))),
    )
    return true
  }
  const chosen = fitting.slice(0, limit !== undefined ? LISTED : by === 'popular' ? SUGGESTED : 3)
  if (by !== 'popular' && isOrdered(clause)) return take(talk, clause, chosen[0] as Candidate)
  const list = chosen.map((product) => `• ${offerText(product)}`).join('\n')
  const { say } = talk
  if (limit !== undefined) answer(talk, say.under(ringgit(Number(limit)), list))
  else if (by !== 'popular') answer(talk, say[by](list))
  else answer(talk, found.popular > 0 && words.length === 0 ? say.popular(list) : say.suggestions(list))
  talk.topic.shown = chosen
  talk.isWishing = true
  return true
}

const POINTS = /\b(?:yang|one|of them|of these|of those)\b/i

/** "Yang paling murah satu", of what was just listed. */
async function ofList(talk: Talk, clause: Clause, by: 'cheapest' | 'dearest'): Promise<boolean> {
  const priced = talk.topic.shown.flatMap((product) => {
    const price = lowest({ product, variants: product.variants })
    return price === null || product.available === 0 ? [] : { product, price }
  })
  const [best] = priced.sort((a, b) => (by === 'cheapest' ? a.price - b.price : b.price - a.price))
  if (!best || talk.topic.shown.length < 2) return false
  if (isOrdered(clause)) return take(talk, clause, best.product)
  answer(talk, talk.say[by](`• ${offerText(best.product)}`))
  talk.topic.shown = [best.product]
  return true
}

async function take(talk: Talk, { tokens }: Clause, product: Candidate): Promise<true> {
  const count = tokens.find(({ kind, weak }) => kind === 'number' && !weak)?.value
  const { variants } = product
  const meeting = { product, variants, quantity: count ?? 1, counted: count !== undefined, note: '' }
  await order(talk, { meetings: [meeting], guessed: false })
  return true
}

/** With a number, or with the words that put something into an order. */
function isOrdered({ tokens, meant, question }: Clause): boolean {
  const isCounted = tokens.some(({ kind, weak }) => kind === 'number' && !weak)
  return isCounted || (!question && meant.some(({ phrase }) => PUTTING.has(phrase)))
}

// biome-ignore format: a list
const PUTTING = new Set(['add', 'tambah', 'bagi', 'nak', 'i want', 'want', 'give me', 'i will take', 'i take', 'i will have', 'ambil', 'take', 'get me', 'can i have', 'can i get', 'can i order', 'minta', 'order', 'pesan'])

/** Of what has any of the words, what has something of each wish; food is what is no drink. */
function fittingOf(products: Candidate[], words: string[]): Candidate[] {
  const wishes = words.filter((word) => moodOf(word) !== undefined && !isFood(word))
  const all = products.filter((product) => {
    const { name, category, description, variants } = product
    const text = ` ${[name, category, description, ...variants.map((one) => one.name)].join(' ').toLowerCase()} `
    const isOf = (word: string) =>
      (moodOf(word) ?? '').split(' ').some((one) => new RegExp(`\\b${one}\\b`).test(text))
    if (words.some(isFood) && isDrink(product)) return false
    if (words.some((word) => isKind(word) && !isFood(word)) && NOT_DRUNK.test(name)) return false
    return wishes.every(isOf)
  })
  return all.length > 0 || words.some(isFood) ? all : products
}

function isDrink({ name, category }: Candidate): boolean {
  return nameWords(`${category ?? ''} ${name}`).some((word) => DRINKS.has(word))
}

/** Of a drink, but to take home. */
const NOT_DRUNK = /\b(?:serbuk|powder|beans?|uncang|jar|balang)\b/i
const DRINKS = new Set('minuman kopi teh milo jus air sirap cham coffee tea'.split(' ').map(canon))

function isFood(word: string): boolean {
  return ['makanan', 'makan', 'food', 'eat'].includes(canon(word)) || word === 'food'
}

/** A kind of thing, not what it is like. */
function isKind(word: string): boolean {
  return isFood(word) || ['minuman', 'minum', 'air', 'drink'].includes(canon(word))
}

const COMPARE = [
  /(?:difference|different|beza|bezanya|perbezaan|differ)\s*(?:between|antara|of)?\s+(?<a>.{2,60}?)\s+(?:and|dan|dengan|with|vs|&)\s+(?<b>.{2,60}?)(?:\s+(?:tu|apa|ya|ah))?\W*$/i,
  /(?:which|mana|yang mana)(?: one)?(?: is| lagi| lebih| yang)*\s+(?<how>cheaper|murah|mahal|more expensive|expensive|better|best|sedap)\W+(?<a>.{2,60}?)\s+(?:or|atau|ke|dengan)\s+(?<b>.{2,60}?)\W*$/i,
  /^\W*(?<a>.{2,60}?)\s+(?:or|atau|ke|dengan|vs|dan|and)\s+(?<b>.{2,60}?)\W+(?:which|mana|yang mana)(?: one)?(?: is| lagi| lebih| yang)*\s+(?<how>cheaper|murah|mahal|more expensive|expensive|better|best|sedap)\W*$/i,
]

/** "What is the difference between A and B", "which is cheaper, A or B"; false when one of them is nothing we know. */
export async function comparing(talk: Talk, text: string): Promise<boolean> {
  const said = COMPARE.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!said) return false
  const [a, b] = [await meant(talk, said.a ?? ''), await meant(talk, said.b ?? '')]
  if (!a || !b || a.product.id === b.product.id) return false
  const { say } = talk
  for (const one of [a, b]) {
    const { description } = one.product
    answer(talk, `• ${nameOf(one)}: ${priceOf(one)}${description ? `. ${description}` : ''}`)
  }
  const [low, high] = [lowest(a), lowest(b)]
  if (/cheap|murah|mahal|expensive/i.test(said.how ?? '') && low !== null && high !== null)
    answer(talk, low === high ? say.samePrice : say.isCheaper(nameOf(low < high ? a : b)))
  else if (a.product.description === null && b.product.description === null) answer(talk, say.noMoreKnown)
  talk.topic.shown = [a, b].map(({ product }) => product)
  return true
}

async function meant(talk: Talk, said: string): Promise<Meeting | undefined> {
  const [clause] = clausesOf(said.replace(/^\W*(?:the|your)\s+/i, ''))
  const [mention] = clause ? mentionsOf(clause, []) : []
  if (!mention || mention.words.length === 0) return undefined
  const verdict = await find(talk, mention)
  return verdict.kind === 'one' ? verdict.meeting : undefined
}

function nameOf({ product, variants }: Meeting): string {
  const [variant, ...others] = variants
  return variant && others.length === 0 && product.variants.length > 1
    ? `${product.name} (${variant.name})`
    : product.name
}

function priceOf({ product, variants }: Meeting): string {
  return offerText({ ...product, variants, name: '' }).replace(/^ \(|\)$/g, '')
}

function lowest({ product, variants }: Pick<Meeting, 'product' | 'variants'>): number | null {
  const prices = (
    variants.length > 0 ? variants.map(({ price }) => price ?? product.price) : [product.price]
  ).filter((price) => price !== null)
  return prices.length === 0 ? null : Math.min(...prices)
}

/** What it is to be, without the words that ask for it. */
function aboutWords(clause: Clause): string[] {
  const money = clause.tokens.map((token) =>
    token.kind === 'number' ? { ...token, kind: 'amount' as const } : token,
  )
  const asking = phrasesOf(clause).filter((phrase) => !phrase.split(' ').some((word) => moodOf(word)))
  const mentions = mentionsOf({ ...clause, tokens: money }, asking)
  const words = mentions.flatMap(({ words, made, goal }) => [
    ...words,
    ...made.map(({ word }) => word),
    ...goal,
  ])
  return namingWords(words).filter((word) => !ASKING_WORDS.has(canon(word)))
}

const ASKING_WORDS = new Set(
  'cheapest murah expensive mahal termurah termahal under below less than max budget bawah kurang dari lebih something anything yang paling most sell seller jual dalam affordable item thing today untuk nak rm ringgit cheap option options'
    .split(' ')
    .map(canon),
)

function wordsFor(word: string): string[] {
  return moodOf(word)?.split(' ') ?? [word, canon(word), ...otherWords(word)]
}

function moodOf(word: string): string | undefined {
  return MOODS[canon(word)] ?? MOODS[word]
}
