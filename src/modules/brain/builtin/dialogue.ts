import { heardText, type Thought, type Turn } from '../brain.ts'
import { isRefused, use } from '../tool.ts'
import { setCustomer } from '../tools/index.ts'
import { isAllergic, noteAllergy } from './allergy.ts'
import { browse, tellCategory, tellMenu } from './answers.ts'
import { complaining } from './chat.ts'
import { act, type Course } from './clause-acts.ts'
import { type Clause, clausesOf, means, partsOf, priced } from './clauses.ts'
import { compose } from './compose.ts'
import { type Contact, capitalised, mayBeName, readContact } from './contact.ts'
import { chargeDelivery } from './delivering.ts'
import { find } from './find.ts'
import { intentsOf } from './intents.ts'
import { languageAtFirst, languageOf } from './language.ts'
import { canon } from './lexicon.ts'
import { mentionsOf, namingWords } from './mentions.ts'
import { order, settle } from './order.ts'
import { answerPlainly, takeFewer } from './plain-answers.ts'
import { receive } from './receiving.ts'
import { comparing } from './recommend.ts'
import { isRestating } from './restate.ts'
import { isOnlyShares, noteShares, shareKept, shareLine, sharesIn } from './sharing.ts'
import { answer, awaitsYes, beginTalk, endTalk, giveToPerson, offerPerson, type Talk } from './talk.ts'
import { isReadable, tidy } from './tokens.ts'
import { answerWaiting } from './waiting.ts'

/** One turn: understand, act through tools, and say what was done and what is missing. */
export async function converse(turn: Turn): Promise<Thought> {
  const text = tidy(heardText(turn))
  const { memory, agent } = turn
  memory.language =
    languageOf(text, memory.language) ?? languageAtFirst(text) ?? languageOf(agent.welcome, null)
  const talk = beginTalk(turn)
  await understand(talk, text)
  await noteContact(talk)
  await settle(talk)
  await chargeDelivery(talk)
  if (!talk.understood) await lost(talk, text)
  else talk.topic.misses = 0
  const thought = await compose(talk)
  endTalk(talk)
  return thought
}

async function understand(talk: Talk, text: string): Promise<void> {
  if (!isReadable(text)) return
  noteAllergy(talk, text)
  const whole = talk.asked?.kind === 'again' && text.length < 40 ? `${talk.asked.text} ${text}` : text
  if (ONE_WORD_PERSON.test(whole) || TALK_TO_PERSON.test(whole))
    return giveToPerson(talk, 'The customer would like a person:', talk.say.handedOver)
  if (await answerPlainly(talk, whole)) return
  if (await answerCategoryName(talk, whole)) return
  const shared = sharesIn(whole)
  if (shared && isOnlyShares(shared.before) && (await shareLine(talk, shared.shares))) return
  const said = shared && !isOnlyShares(shared.before) ? shared.before : whole
  const clauses = priced(clausesOf(await introduce(talk, await receive(talk, said.replace(IF_NONE, '')))))
  if (clauses.some((clause) => means(clause, 'person'))) {
    return giveToPerson(talk, 'The customer would like a person:', talk.say.handedOver)
  }
  const complaint = clauses.find((clause) => means(clause, 'complaint'))
  if (complaint) return complaining(talk, complaint)
  if (await comparing(talk, whole)) return
  if (await answerCount(talk, clauses)) return
  if (talk.asked?.kind === 'category' && (await answerCategory(talk, clauses))) return
  talk.isLong = clauses.length > 1
  talk.isMore = clauses.some((clause) => means(clause, 'more'))
  talk.restates = !talk.isMore && isRestating(talk, whole)
  const course: Course = { act: undefined, skip: false }
  const guessed = talk.topic.waiting.filter((one) => one.guessed)
  for (const [i, clause] of clauses.entries()) {
    if (clause.joiner === 'sentence') Object.assign(course, { act: undefined, ask: undefined })
    if (course.skip) {
      course.skip = false
      continue
    }
    const parts = talk.topic.waiting.length > 0 ? partsOf(clause) : [clause]
    for (const part of parts) {
      if (!(await answerWaiting(talk, part))) await act(talk, part, clauses[i + 1], course)
    }
    if (talk.turn.handOver || talk.turn.signal.aborted) return
  }
  if (shared && said !== whole && !shareKept(talk, shared.shares)) noteShares(talk, shared.shares)
  quieten(talk)
  // Who goes on with something else did not mean it.
  if (talk.understood && clauses.length > 0)
    talk.topic.waiting = talk.topic.waiting.filter((one) => !guessed.includes(one))
}

/** "I do not know that" and "what would you like?" are for messages that say nothing else. */
function quieten(talk: Talk): void {
  const { say, topic } = talk
  const isOrder = topic.kept.length + talk.waitedNow.length + talk.touched.length > 0
  const idle = [...(isOrder ? [say.whatToOrder] : []), say.unknownAnswer]
  const telling = talk.answers.filter((text) => !idle.includes(text))
  if (telling.length === talk.answers.length || (telling.length === 0 && !isOrder)) return
  if (talk.answers.includes(say.unknownAnswer) && topic.asked?.kind === 'person') topic.asked = undefined
  talk.answers = telling
}

/** What to do if there is none is nothing to order. */
const IF_NONE =
  /[\s,]*\b(?:kalau|klu|kalo|if)\s+(?:tak ?de|tak ?ada|takda|tiada|xde|x ?ada|habis|dah habis|sold ?out|none|no more|not available|(?:you )?(?:don'?t|do not) have|out of stock|it'?s sold out)\b[^.!?\n]*/gi
const GLAD = /[👍👌🙏❤😊🥰😍✅]/u
const TALK_TO_PERSON =
  /\b(?:talk|speak|chat|cakap|bercakap|sembang|jumpa)\s+(?:to|with|dengan|ngan|dgn)\s+(?:(?:the|your|a|an|real|kedai)\s+)*(?:manager|boss|bos|owner|staff|staf|person|human|someone|somebody|admin|agent|supervisor|orang|manusia|tokey|tauke)\b/iu
const ONE_WORD_PERSON =
  /^\W*(?:person|orang|human|manusia|staff|staf|agent|admin|manager|owner|tokey|tauke)\W*$/iu

/** Notes who the customer is; what else the message says. */
async function introduce(talk: Talk, text: string): Promise<string> {
  const { turn, say } = talk
  const { memory } = turn
  if (isAllergic(text) && !/\d{7}/.test(text)) return text
  const isAwaited =
    talk.asked?.kind === 'contact' || (memory.cart.length > 0 && talk.topic.waiting.length === 0)
  const isNameless = memory.name === null && talk.topic.contact?.name === undefined
  const contact = readContact(text, isAwaited && isNameless, isAwaited && memory.phone === null)
  if (contact.isBare && (await isSomethingElse(talk, text))) return text
  if (contact.restWithName !== undefined && (await isSomethingElse(talk, contact.name ?? ''))) {
    delete contact.name
    contact.rest = contact.restWithName
  }
  if (contact.phone !== undefined && contact.name === undefined && isNameless) await nameGlued(talk, contact)
  if (contact.wrongPhone !== undefined) {
    answer(talk, say.wrongPhone)
    talk.topic.asked = { kind: 'contact' }
  }
  const { name, phone } = contact
  if (name === undefined && phone === undefined) return contact.rest
  talk.topic.contact = {
    ...talk.topic.contact,
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
  }
  talk.understood = true
  talk.isOrdering = true
  talk.introduced = true
  return contact.rest
}

/** "2 karipap ali 0123456789": the last words before the number, when nothing here is called so. */
async function nameGlued(talk: Talk, contact: Contact): Promise<void> {
  const [before = ''] = contact.rest.split('\n')
  const words = before.trim().split(/\s+/)
  const name: string[] = []
  for (let word = words.pop(); word !== undefined && name.length < 3; word = words.pop()) {
    if (!mayBeName(word) || (await isSold(talk, word))) break
    name.unshift(word)
  }
  // What would be left must be something to order.
  const left = before.trim().slice(0, before.trim().length - name.join(' ').length)
  if (name.length === 0 || !/[\p{L}]/u.test(left)) return
  contact.name = capitalised(name.join(' '))
  contact.rest = `${left}${contact.rest.slice(before.length)}`
}

async function isSold(talk: Talk, word: string): Promise<boolean> {
  return (await find(talk, { words: [word.toLowerCase()], made: [], goal: [] })).kind !== 'none'
}

/** Not while something is unclear: the order would be read back without it. */
async function noteContact(talk: Talk): Promise<void> {
  const { turn, topic, say } = talk
  if (topic.contact === undefined || (topic.waiting.length > 0 && turn.memory.cart.length > 0)) return
  const noted = await use(turn, setCustomer, topic.contact)
  if (isRefused(noted)) answer(talk, say.wrongPhone)
  topic.contact = undefined
}

/** A bare word where a name was asked for may still be an order or a question. */
async function isSomethingElse(talk: Talk, text: string): Promise<boolean> {
  // The stroke of "a/p" parts no sentences.
  const [clause, ...others] = clausesOf(text.replace(/\b(?:[as]\/[pl]|[sd]\/o)\b/gi, ''))
  if (!clause || others.length > 0 || intentsOf(clause.tokens.map(({ word }) => word)).length > 0) return true
  const [mention] = mentionsOf(clause, [])
  if (!mention) return true
  const verdict = await find(talk, mention)
  return verdict.kind === 'one' || (verdict.kind === 'maybe' && !verdict.guessed)
}

/** A number by itself when "how many?" was asked. */
async function answerCount(talk: Talk, [clause, ...others]: Clause[]): Promise<boolean> {
  const { asked } = talk
  if ((asked?.kind !== 'quantity' && asked?.kind !== 'fewer') || !clause || others.length > 0) return false
  const [mention] = mentionsOf(
    clause,
    clause.meant.map(({ phrase }) => phrase),
  )
  if (!mention?.count || mention.words.length > 0) return false
  if (asked.kind === 'fewer') return takeFewer(talk, asked, mention.count.value)
  await order(talk, {
    meetings: [{ ...asked.meeting, quantity: mention.count.value, counted: true }],
    guessed: false,
  })
  return true
}

/** Which part of the menu they would like to see. */
async function answerCategory(talk: Talk, clauses: Clause[]): Promise<boolean> {
  const tokens = clauses.flatMap((clause) => clause.tokens)
  if (tokens.some(({ kind, weak }) => kind === 'number' && !weak)) return false
  return tellCategory(talk, namingWords(tokens.map(({ word }) => word)))
}

/** A message that is nothing but the name of a category asks for it. */
async function answerCategoryName(talk: Talk, text: string): Promise<boolean> {
  const words = (said: string) =>
    said
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  const said = words(text)
  if (said === '' || said.length > 60 || /\d/.test(said) || talk.topic.waiting.length > 0) return false
  const clauses = clausesOf(text)
  if (clauses.some(({ meant }) => meant.length > 0)) return false
  const { categories } = await browse(talk)
  const named = categories.find(({ category }) => category !== null && isCategory(words(category), said))
  return named?.category ? tellMenu(talk, namingWords(words(named.category).split(' '))) : false
}

/** "Kuih & Extras", or the first word of it where that is a kind of things: "kuih". */
function isCategory(category: string, said: string): boolean {
  return category === said || (category.startsWith(`${said} `) && canon(said) === 'kuih')
}

/** Nothing was understood: helps, then offers a person, then hands over. */
async function lost(talk: Talk, text: string): Promise<void> {
  const { topic, say } = talk
  if (!isReadable(text)) {
    if (!GLAD.test(text)) return answer(talk, say.unreadable)
    talk.isOrdering = true
    return answer(talk, say.okay)
  }
  topic.misses++
  const { misses } = topic
  const { memory } = talk.turn
  // Whatever else was written, it was no phone number.
  if (talk.asked?.kind === 'contact' && memory.name !== null && memory.phone === null && misses < 3) {
    topic.asked = { kind: 'contact' }
    return answer(talk, say.wrongPhone)
  }
  if (misses >= 3)
    return giveToPerson(talk, 'The agent did not understand:', `${say.helpAgain} ${say.handedOver}`)
  if (misses === 1) answer(talk, say.help)
  else if (awaitsYes(talk)) answer(talk, `${say.helpAgain} ${say.writePerson}`)
  else offerPerson(talk, `${say.helpAgain} ${say.offerPerson}`)
}
