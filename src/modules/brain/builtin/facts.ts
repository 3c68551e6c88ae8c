import { browse } from './answers.ts'
import { type Clause, means } from './clauses.ts'
import { contained, isContent, isDiet, membersOf } from './contents.ts'
import { find } from './find.ts'
import { bestSentences, passagesFor, sentencesOf } from './knowledge.ts'
import { canon, isEmpty, otherWords } from './lexicon.ts'
import { names } from './lines.ts'
import { type Candidate, nameWords } from './match.ts'
import { namingWords } from './mentions.ts'
import { listed } from './say.ts'
import { answer, cartOf, offerPerson, type Talk } from './talk.ts'
import { tokensOf } from './tokens.ts'

/*
 * What a product is made of, how it tastes, how big it is. The answer is what the shop has written, word for word; where it
 * has written nothing the customer hears that, because a guess about peanuts may end in a hospital.
 */

/** What something may be like; behind the stroke, what a text that tells it may speak of instead. */
// biome-ignore format: a table
const QUALITIES = groups([
  'pedas spicy | sambal cili chili chilli', 'manis sweet | sugar gula', 'masam sour', 'masin salty', 'pahit bitter', 'halal', 'segar fresh', 'sihat healthy', 'homemade', 'organik organic', 'lembut soft', 'keras hard', 'garing crispy rangup',
  'selamat safe', 'sesuai suitable', 'kalori calorie calories', 'waterproof kalis', 'original ori genuine tulen', 'tahan last lasts durable', 'berat heavy weight', 'tebal thick', 'nipis thin', 'kuat strong', 'berlemak creamy', 'frozen beku', 'sedap nice tasty delicious', 'besar big large size saiz | cm inch inci kg ml people orang kecil', 'kecil small | cm inch inci',
])
const HAS = new Set(
  'ada have has contain contains containing mengandungi got include includes letak guna pakai use uses'.split(
    ' ',
  ),
)
const IN = new Set('dalam in inside'.split(' '))
const ASKING = new Set('is are does do adakah'.split(' '))
const ASKING_LAST = new Set('tak ke ka'.split(' '))
const DESCRIBE =
  /\b(?:what is in|what is inside|what does .* come with|what comes with|what is the|whats in|apa dalam|apa ada dalam|ada apa dalam|apa isi|isi apa|apa itu|itu apa|ini apa|macam mana rasa|how does .* taste|what is a|what is this|ingredients?|bahan|kandungan|made of|made from|diperbuat|how big|how large|how spicy|how sweet|berapa besar|besar mana|pedas mana|how many people|berapa orang|portion|tell me about|describe)\b/

const SIZE = /\b(?:how big|how large|berapa besar|besar mana|how many people|berapa orang|portion)\b/

interface Asked {
  /** Words that name the thing; none: what was spoken of before. */
  thing: string[]
  /** What is asked of it; none: everything that is known. */
  facts: string[]
}

/** Answers what a clause asks of a product's making; false when it asks nothing like that, or of nothing we sell. */
export async function tellFacts(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  const asked = ofAvoided(talk, factsAsked(clause, text)) ?? askedAgain(talk, clause)
  const products = asked ? await productsMeant(talk, asked.thing) : []
  if (!asked || products.length === 0) return false
  const facts = asked.facts.filter((fact) => !OPINION.has(fact))
  const contents = facts.filter(isContent)
  const described = products.filter((product) => speaksOf(product.description ?? '', facts))
  for (const product of described) describe(talk, product, contents)
  // One of several kinds that says it does not speak for the others.
  const isTold = described.length === products.length || (described.length > 0 && asked.facts.length === 0)
  const written = isTold ? undefined : await writtenOf(talk, asked, products)
  if (written) answer(talk, written.text)
  else if (!isTold && described.length > 0 && facts.length > 0) {
    const silent = products.filter((product) => !described.includes(product))
    answer(talk, talk.say.factUnknown(names(silent, talk.say.and)))
  }
  // How good it is, is in no book: the menu says what there is to say.
  if (described.length === 0 && !written && asked.facts.some((fact) => OPINION.has(fact))) return false
  // What holds for the whole kitchen does not say what is in this one.
  const isUnsure = written === undefined || (contents.length > 0 && !written.isOwn)
  if (described.length === 0 && isUnsure) {
    const [only, ...others] = products
    const isOne = only !== undefined && others.length === 0
    if (isOne && only.description) answer(talk, `${only.name}: ${only.description}`)
    answer(talk, talk.say.factUnknown(isOne ? only.name : asked.thing.join(' ')))
    offerPerson(talk, talk.say.offerPerson)
  }
  talk.topic.shown = products.slice(0, 3)
  talk.topic.contents = contents.length > 0 ? contents : ['ingredients']
  if (contents.length > 0) talk.turn.isBare = true
  return true
}

/** What is written of it, and what of the things asked for that names. */
function describe(talk: Talk, { name, description }: Candidate, contents: string[]): void {
  answer(talk, `${name}: ${description}`)
  const found = contained(description ?? '', contents)
  const diet = contents.find(isDiet)
  if (found.length > 0 && diet) answer(talk, talk.say.notForDiet(name, diet, listed(found, talk.say.and)))
  else if (found.length > 0) answer(talk, talk.say.hasIt(name, listed(found, talk.say.and)))
  else if (contents.length > 0) answer(talk, talk.say.onlyWritten)
}

/** Whether it is safe depends on what they must not eat. */
function ofAvoided({ topic }: Talk, asked: Asked | undefined): Asked | undefined {
  const isSafe = asked?.facts.some((fact) => ['safe', 'selamat', 'suitable', 'sesuai'].includes(fact))
  return asked && isSafe && topic.avoid.length > 0 ? { ...asked, facts: topic.avoid } : asked
}

const AND_THAT =
  /^(?:and|dan|what about|how about|how is|kalau|then|macam mana dengan|bagaimana dengan|the)\b|\b(?:pula|pulak|how|leh)$/

/** "And the laksa?", "is the laksa ok?", "any egg?": the same question of another thing, or another of the same. */
function askedAgain(talk: Talk, clause: Clause): Asked | undefined {
  const { asked, before, topic } = talk
  const words = clause.tokens.map(({ word }) => word)
  const text = words.join(' ')
  const isCounted = clause.tokens.some(({ kind, weak }) => kind === 'number' && !weak)
  const isOther = clause.meant.some(({ intent }) => !['greeting', 'thanks', 'stock'].includes(intent))
  if (isCounted || isOther) return undefined
  const isSafeAsked =
    SAFE.test(text) && topic.avoid.length > 0 && (clause.question || /\b(?:ke|tak)$/.test(text))
  // A name may follow where one was asked for.
  if (asked?.kind === 'contact' && !clause.question && !isSafeAsked) return undefined
  const contents = before.contents.length > 0 ? before.contents : isSafeAsked ? topic.avoid : []
  const thing = namingWords(words).filter((word) => !AGAIN_WORDS.has(word))
  if (isSafeAsked) return { facts: topic.avoid, thing }
  if (contents.length === 0) return undefined
  const hasThere = words.some((word) => word === 'ada' || word === 'got' || word === 'any')
  if (hasThere) return thing.length > 0 && thing.every(isContent) ? { facts: thing, thing: [] } : undefined
  const isAgain = clause.question || AND_THAT.test(text) || clause.joiner === 'and'
  return isAgain && thing.length > 0 ? { facts: contents.filter(isContent), thing } : undefined
}

const SAFE =
  /\b(?:ok|okay|okey|safe|selamat|suitable|sesuai|boleh (?:makan|minum|ke|tak)|can (?:i|he|she|they|we) (?:eat|have|take|drink))\b/
const AGAIN_WORDS = new Set([
  'pula',
  'pulak',
  'kalau',
  'how',
  'safe',
  'selamat',
  'suitable',
  'sesuai',
  'eat',
  'makan',
  'minum',
  'drink',
  'any',
  'he',
  'she',
])

/** Undefined when a clause is no question of this kind: "ada kopi susu?" asks whether it is there. */
export function factsAsked(clause: Clause, text: string): Asked | undefined {
  const words = clause.tokens.map(({ word }) => word)
  if (means(clause, 'remove', 'replace', 'more', 'hours', 'status', 'cancel', 'cart')) return undefined
  // Who says how many orders.
  if (clause.tokens.some(({ kind, weak }) => kind === 'number' && !weak)) return undefined
  const describes = DESCRIBE.test(text) || /^what is [a-z]/.test(text)
  if (means(clause, 'price', 'total') && !SIZE.test(text)) return undefined
  if (means(clause, 'want') && !describes) return undefined
  const has = words.findIndex((word) => HAS.has(word))
  const within = words.findIndex((word, i) => IN.has(word) && i > 0)
  const isAsked =
    clause.question || ASKING.has(words[0] ?? '') || ASKING_LAST.has(words.at(-1) ?? '') || has >= 0
  if (!isAsked && !describes) return undefined
  const isQuality = (word: string) => QUALITIES.has(word) || QUALITIES.has(canon(word)) || isDiet(word)
  const after = (from: number) => words.slice(from + 1)
  const naming = (list: string[]) => namingWords(list).filter((word) => !NO_THING.has(word))
  // "Ada susu tak dalam kopi", "is there milk in the kopi".
  if (within > 0 && words.slice(0, within).some(isContent)) {
    const facts = words.slice(0, within).filter(isContent)
    return { facts, thing: naming(after(within)) }
  }
  // "Does the nasi lemak have peanuts", "kopi ada susu tak".
  if (has > 0 && after(has).some(isContent)) {
    const thing = naming(words.slice(0, has))
    if (thing.length > 0 || words.slice(0, has).some((word) => POINTING.has(word)))
      return { facts: after(has).filter(isContent), thing }
  }
  // "Nut free", "without milk": said of the thing before it.
  const free = words.indexOf('free')
  if (free > 0 && isContent(words[free - 1] ?? ''))
    return { facts: [words[free - 1] as string], thing: naming(words.slice(0, free - 1)) }
  if (describes) {
    const facts = SIZE.test(text) ? ['besar'] : words.filter((word) => isQuality(word))
    return { facts, thing: naming(words).filter((word) => !isQuality(word) && !DESCRIBING.has(word)) }
  }
  // "Is the curry spicy", "laksa pedas tak".
  const at = words.findLastIndex(isQuality)
  // "Baju kurung ada size XL?": whether there is one.
  if (at > has && has >= 0) return undefined
  if (at < 0 || has === 0 || HAS.has(words.at(-1) ?? '') || means(clause, 'stock')) return undefined
  const thing = naming(words.slice(0, at)).filter((word) => !isQuality(word))
  const isPointed = words.some((word) => POINTING.has(word)) || naming(words).every((word) => isQuality(word))
  return thing.length > 0 || isPointed ? { facts: [words[at] as string], thing } : undefined
}

const OPINION = new Set(['sedap', 'nice', 'tasty', 'delicious'])
const NO_THING = new Set([
  'any',
  'very',
  'too',
  'inside',
  'really',
  'contain',
  'contains',
  'free',
  'son',
  'kid',
  'baby',
  'daughter',
  'anak',
])
const POINTING = new Set(['it', 'itu', 'ini', 'this', 'that', 'they', 'them', 'dia'])
const DESCRIBING = new Set(
  'ingredient ingredients bahan kandungan made from diperbuat portion describe taste come comes isi rasa spicy sweet'.split(
    ' ',
  ),
)

async function productsMeant(talk: Talk, thing: string[]): Promise<Candidate[]> {
  if (thing.length > 0) return called(talk, thing)
  const { lines } = await cartOf(talk)
  const last = lines.find(({ line }) => line === talk.topic.last.at(-1)) ?? lines.at(-1)
  const names =
    talk.topic.shown.length > 0 ? talk.topic.shown.map(({ name }) => name) : last ? [last.name] : []
  const found: Candidate[] = []
  for (const name of names.slice(0, 3)) {
    const [product, ...others] = await called(talk, nameWords(name.replace(/\s\([^)]*\)$/, '')))
    if (product && others.length === 0) found.push(product)
  }
  return found
}

async function called(talk: Talk, words: string[]): Promise<Candidate[]> {
  const verdict = await find(talk, { words, made: [], goal: [] })
  if (verdict.kind === 'one') return [verdict.meeting.product]
  return verdict.kind === 'maybe' && !verdict.guessed ? verdict.meetings.map(({ product }) => product) : []
}

/** What the documents say: of the thing itself, of its kind, or of everything that is sold. */
async function writtenOf(
  talk: Talk,
  { facts, thing }: Asked,
  products: Candidate[],
): Promise<{ text: string; isOwn: boolean } | undefined> {
  const own = products.flatMap(({ name }) => nameWords(name))
  const kindsOwn = products.flatMap(({ category }) => (facts.length > 0 ? literalWords(category ?? '') : []))
  const { categories } = await browse(talk)
  const kinds = categories
    .flatMap(({ category }) => nameWords(category ?? ''))
    .filter((word) => !own.includes(word) && !kindsOwn.includes(word))
  const asked = facts.length > 0 ? facts : ['ingredients']
  const found = await passagesFor(talk, [...thing, ...asked].join(' '))
  const passages = found.length > 0 ? found : await passagesFor(talk, asked.join(' '))
  const telling = passages.map((passage) => ({
    ...passage,
    text: sentencesOf(passage.text)
      .filter((sentence) => facts.length === 0 || speaksOf(sentence, facts))
      .filter((sentence) => isOf(sentence, products, kindsOwn) || isGeneral(sentence, kinds))
      .join('\n'),
  }))
  const words = facts.length > 0 ? facts.flatMap(groupOf) : own
  const all = telling.flatMap(({ text }) => sentencesOf(text)).join(' ')
  // Of what may be dangerous everything is told.
  const isEverything = facts.some(isContent) && all !== '' && all.length <= LONGEST
  const best = isEverything
    ? all
    : bestSentences(
        telling.filter(({ text }) => text !== ''),
        words,
        talk.turn.memory.language,
      )
  if (best === undefined) return undefined
  return {
    text: best,
    isOwn: sentencesOf(best).some((one) => !PERHAPS.test(one) && isOf(one, products, kindsOwn)),
  }
}

const LONGEST = 600
/** What is not said of one thing. */
export const PERHAPS = /\b(?:some|leave out|promise|traces|request|sesetengah|tak janji)\b/i
const GENERAL = /\b(?:semua|all|everything|every|our|kami|kitchen|dapur|we|makanan|food)\b/i
const VERBS = new Set(
  'contain contains mengandungi has have ada come comes is are made uses use guna pakai'.split(' '),
)
const SAYING = new Set(
  'contain contains come comes has have is are mengandungi made use uses guna pakai with kami kita or also'.split(
    ' ',
  ),
)

/** Of this very thing, or of its whole kind: what is written of "nasi lemak" says nothing of "nasi goreng". */
export function isOf(sentence: string, products: { name: string }[], kinds: string[]): boolean {
  const all = tokensOf(sentence.toLowerCase())
  // What comes behind "contains" is what is in there, and not what it is in.
  const verb = all.findIndex(({ word }) => VERBS.has(word))
  const tokens = verb > 0 ? all.slice(0, verb) : all
  const said = tokens.map(({ word }) => canon(word))
  if (tokens.some(({ raw }) => kinds.includes(raw.toLowerCase()))) return true
  return products.some(({ name }) => {
    const own = nameWords(name)
    const hits = new Set(said.filter((word) => own.includes(word)))
    if (hits.size >= Math.min(2, own.length)) return true
    return said.some((word, i) => {
      const next = tokens[i + 1]
      const goesOn = next?.kind === 'word' && !isEmpty(next.word) && !SAYING.has(next.word)
      return own.includes(word) && !goesOn
    })
  })
}

/** "All our cakes" says nothing of the bread. */
function isGeneral(sentence: string, otherKinds: string[]): boolean {
  const own = new Set(tokensOf(sentence.toLowerCase()).map(({ word }) => canon(word)))
  return GENERAL.test(sentence) && !otherKinds.some((word) => own.has(word))
}

function literalWords(text: string): string[] {
  return tokensOf(text.toLowerCase()).flatMap(({ kind, raw }) => (kind === 'word' ? raw : []))
}

/** Whether a text says anything of it; of a text that is asked for as such, whether there is one. */
function speaksOf(text: string, facts: string[]): boolean {
  if (facts.length === 0) return text.trim() !== ''
  // That it is not in there is said as well.
  if (facts.some(isContent)) return contained(text, facts.filter(isContent), true).length > 0
  const own = new Set(tokensOf(text.toLowerCase()).flatMap(({ word }) => [word, canon(word)]))
  return facts.some((fact) => groupOf(fact).some((word) => own.has(word)))
}

function groupOf(word: string): string[] {
  const group = isContent(word) ? membersOf(word) : (QUALITIES.get(word) ?? QUALITIES.get(canon(word)) ?? [])
  return [...group, word, ...otherWords(word)]
}

function groups(lines: string[]): Map<string, string[]> {
  return new Map(
    lines.flatMap((line) => {
      const [asked = '', told = ''] = line.split(' | ')
      const words = `${asked} ${told}`.trim().split(' ')
      return asked.split(' ').map((word) => [word, words] as const)
    }),
  )
}
