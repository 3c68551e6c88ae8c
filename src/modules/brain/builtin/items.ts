import { isDelivery } from '../fulfilment.ts'
import { lineMeant, makeIt, noteApart } from './changes.ts'
import { type Clause, means } from './clauses.ts'
import { find, joined, readMentions, search } from './find.ts'
import { canon, MADE_WORDS } from './lexicon.ts'
import { linesSaid, MOST, setQuantity } from './lines.ts'
import { type Meeting, nameWords, sameness, variantsSaid } from './match.ts'
import { type Mention, madeText, mentionsOf } from './mentions.ts'
import { isCountable, ORDINALS } from './numbers.ts'
import { order } from './order.ts'
import { cartOf, type Talk } from './talk.ts'
import { variantsShown } from './topic.ts'
import { type Act, saidOf, strippedOf } from './wording.ts'

/** What is ordered. Returns what could not be made out. */
export async function ordering(
  talk: Talk,
  clause: Clause,
  next: Clause | undefined,
  act: Act,
): Promise<{ joinedNext: boolean; strange: Mention[] }> {
  const strange: Mention[] = []
  const mentions = await readMentions(talk, clause, strippedOf(clause))
  const isWanted = act !== undefined || means(clause, 'want', 'more')
  if (isWanted && (await theOneShown(talk, clause))) return { joinedNext: false, strange }
  let joinedNext = false
  for (const [i, given] of mentions.entries()) {
    let mention = given
    if (i === mentions.length - 1 && next && isContinued(next)) {
      const [first] = mentionsOf(next, strippedOf(next))
      const both = first && (await joined(talk, mention, first))
      if (both) [mention, joinedNext] = [both, true]
    }
    if (!(await orderOne(talk, clause, mention, isWanted, act))) strange.push(mention)
  }
  return { joinedNext, strange }
}

async function orderOne(
  talk: Talk,
  clause: Clause,
  mention: Mention,
  isWanted: boolean,
  act: Act,
): Promise<boolean> {
  const isCounted = mention.count !== undefined && !mention.count.weak
  const apart = madeApart(talk, clause, mention)
  if (apart && (await noteApart(talk, apart, clause))) return true
  if ((act === 'more' || means(clause, 'more')) && (await increase(talk, clause, mention))) return true
  if (mention.words.length === 0 && mention.made.length > 0) {
    const isThing = isCounted || isWanted
    const verdict = isThing ? await find(talk, mention) : undefined
    if (verdict?.kind === 'one') {
      await order(talk, { meetings: [verdict.meeting], guessed: false })
      return true
    }
    return noteApart(talk, mention, clause)
  }
  if (mention.words.length === 0) return countOnly(talk, clause, mention)
  if (!isWanted && !isCounted && !talk.isLong && (await isOfLine(talk, mention)))
    return noteApart(talk, { ...mention, goal: mention.words }, clause)
  if ((isCounted || isWanted) && (await inVariant(talk, mention))) return true
  const verdict = await find(talk, mention)
  if (verdict.kind === 'one') {
    await order(talk, { meetings: [verdict.meeting], guessed: false, said: saidOf(mention) })
    return true
  }
  const isMeant = isWanted || isCounted || !talk.isLong
  if (isMeant && talk.topic.shown.length > 0 && (await ofShown(talk, mention))) return true
  if (verdict.kind === 'none' || (verdict.guessed && !isWanted && !isCounted)) return false
  await order(talk, { meetings: verdict.meetings, guessed: verdict.guessed, said: saidOf(mention) })
  return true
}

/** "3 kopi ais, 2 kurang manis 1 kosong": how some of what was just ordered are made, and no other thing. */
function madeApart({ topic }: Talk, { tokens }: Clause, mention: Mention): Mention | undefined {
  const { words, made, count } = mention
  if (topic.kept.length === 0 || !count || words.length === 0 || made.length > 0) return undefined
  if (!words.every((word) => MADE_WORDS.has(word))) return undefined
  return { ...mention, words: [], made: tokens.filter(({ word }) => words.includes(word)) }
}

/** "Teh kurang manis", when there is one tea in the order: how that one is to be made. */
async function isOfLine(talk: Talk, { words, made }: Mention): Promise<boolean> {
  if (made.length === 0 || talk.topic.waiting.length + talk.topic.kept.length > 0) return false
  return linesSaid((await cartOf(talk)).lines, words).length === 1
}

/** "2 kopi panas", and then "1 lagi ais": the same thing in another variant. */
async function inVariant(talk: Talk, { words, count, made }: Mention): Promise<boolean> {
  const line = (await cartOf(talk)).lines.find(({ line }) => line === talk.topic.last.at(-1))
  if (!line || talk.topic.kept.length > 0 || talk.topic.shown.length > 0) return false
  const base = line.name.replace(/\s\([^)]*\)$/, '')
  if (base === line.name) return false
  const product = (await search(talk, nameWords(base))).find(({ name }) => name === base)
  const said = words.map(canon)
  const own = product?.variants.flatMap(({ name }) => nameWords(name)) ?? []
  if (!product || !said.every((word) => own.includes(word))) return false
  const variants = variantsSaid(product, said)
  if (variants.length === product.variants.length) return false
  const meeting = {
    product,
    variants,
    quantity: count?.value ?? 1,
    counted: count !== undefined,
    note: madeText(made),
  }
  await order(talk, { meetings: [meeting], guessed: false })
  return true
}

/** "Satu lagi", "yang ais tu tambah satu", "tambah kopi": more of what is in the order. */
async function increase(talk: Talk, clause: Clause, mention: Mention): Promise<boolean> {
  const { lines } = await cartOf(talk)
  if (lines.length === 0) return false
  const said = linesSaid(lines, mention.words)
  const isVague = mention.words.length === 0 && mention.made.length === 0
  if (isVague && talk.topic.shown.length === 1 && talk.topic.last.length === 0) return false
  if (!isVague && said.length !== 1) return false
  const line = isVague ? await lineMeant(talk, [], clause) : said[0]
  if (!line || mention.made.length > 0) return false
  // "Tambah nasi lemak" may be another one than the one that is there.
  if (!isVague && !coversName(line.name, mention.words)) return false
  // It is brought once.
  if (isDelivery(line.name) && !mention.count) return false
  const more = mention.count?.value ?? 1
  if (!Number.isInteger(more) || more < 1) return false
  return setQuantity(talk, line, line.quantity + more).then(() => true)
}

function coversName(name: string, words: string[]): boolean {
  const [, base = name, variant = ''] = /^(.*?)(?:\s\(([^)]*)\))?$/.exec(name) ?? []
  const said = words.map(canon)
  const isAll = (own: string[]) =>
    own.length > 0 && own.every((word) => said.some((one) => sameness(one, word) > 0))
  return isAll(nameWords(base)) || isAll(nameWords(variant))
}

/** How many of what was just said, spoken of, or ordered. */
async function countOnly(talk: Talk, clause: Clause, mention: Mention): Promise<boolean> {
  if (countAfter(talk, clause, mention) || (await ofShown(talk, mention))) return true
  if (!mention.count || mention.count.weak || talk.topic.last.length === 0 || talk.isLong) return false
  const line = await lineMeant(talk, [], clause)
  if (line) await makeIt(talk, line, mention.count.value)
  return line !== undefined
}

/** "Screen protector, 2 pcs": how many of what was said just before. */
function countAfter(talk: Talk, { joiner }: Clause, { count }: Mention): boolean {
  const last = talk.waitedNow.at(-1)?.meetings ?? talk.topic.kept.slice(-1)
  if (joiner === 'sentence' || !count || last.length === 0 || last.some(({ counted }) => counted))
    return false
  for (const meeting of last) Object.assign(meeting, { quantity: count.value, counted: true })
  return isCountable(count.value, MOST)
}

/** "I'll take the second one", of a list that was told. */
async function theOneShown(talk: Talk, { tokens }: Clause): Promise<boolean> {
  const at = tokens.map(({ word }) => ORDINALS[word]).find((ordinal) => ordinal !== undefined)
  const product = at === undefined || talk.topic.shown.length < 2 ? undefined : talk.topic.shown.at(at)
  if (!product) return false
  const count = tokens.find(({ kind, weak }) => kind === 'number' && !weak)?.value
  const meeting = {
    product,
    variants: variantsShown(product),
    quantity: count ?? 1,
    counted: count !== undefined,
    note: '',
  }
  await order(talk, { meetings: [meeting], guessed: false })
  return true
}

/** "Nak 2", "yang ais satu": of what was just spoken of. */
async function ofShown(talk: Talk, mention: Mention): Promise<boolean> {
  const { shown } = talk.topic
  const [only] = shown
  if (!only) return false
  const quantity = mention.count?.value ?? 1
  const counted = mention.count !== undefined
  const words = mention.words.map(canon)
  const meetings: Meeting[] = shown.map((product) => {
    return {
      product,
      variants: words.length > 0 ? variantsSaid(product, words) : variantsShown(product),
      quantity,
      counted,
      note: '',
    }
  })
  if (words.length > 0) {
    const fitting = meetings.filter(({ variants, product }) => {
      const known = [...nameWords(product.name), ...variants.flatMap(({ name }) => nameWords(name))]
      return words.every((word) => known.some((one) => sameness(one, word) > 0))
    })
    if (fitting.length !== 1) return false
    await order(talk, { meetings: fitting, guessed: false })
    return true
  }
  if (!counted && mention.made.length === 0) return false
  await order(talk, { meetings, guessed: false, said: '' })
  return true
}

function isContinued({ joiner, tokens, meant }: Clause): boolean {
  return (joiner === 'and' || joiner === 'with') && meant.length === 0 && tokens[0]?.kind === 'word'
}
