import { tellKnowledge } from './answers.ts'
import { type Clause, means } from './clauses.ts'
import { order } from './order.ts'
import { decline } from './plain-answers.ts'
import { askingOfShown, isQuestion, questionWords, textOf } from './questions.ts'
import { tellEmpty } from './status.ts'
import { answer, giveToPerson, type Talk } from './talk.ts'
import { variantsShown } from './topic.ts'

const CANCEL = /^(?:cancel|batal|batalkan|cancelkan)$/

/** What is said without meaning a thing. */
export async function chatting(talk: Talk, clause: Clause): Promise<void> {
  const { say, turn } = talk
  const text = textOf(clause)
  if (means(clause, 'who')) answer(talk, say.who)
  else if (means(clause, 'wellbeing')) answer(talk, say.well)
  else if (means(clause, 'done')) {
    talk.isOrdering = true
    talk.understood = true
    if (turn.memory.cart.length === 0 && talk.topic.waiting.length === 0)
      answer(talk, `${say.emptyCart} ${say.whatToOrder}`)
  } else if (means(clause, 'greeting')) {
    answer(talk, /salam|askum/.test(text) ? say.salam : say.hello(turn.memory.name))
    talk.greeted = true
    talk.isOrdering = talk.isOrdering || turn.memory.cart.length > 0
  } else if (means(clause, 'thanks')) {
    // At the end of an order it only rounds it off.
    if (!talk.isOrdering) answer(talk, say.youAreWelcome)
  } else if (means(clause, 'bye')) answer(talk, say.bye)
  else if (clause.meant.some(({ phrase }) => CANCEL.test(phrase))) await decline(talk, 'cancel')
  else if (means(clause, 'want', 'more')) await wanting(talk)
  else if (means(clause, 'replace', 'remove', 'set')) {
    if (turn.memory.cart.length === 0) return tellEmpty(talk, true)
    answer(talk, say.whatToChange)
    talk.topic.asked = { kind: 'change' }
  } else if (means(clause, 'price', 'stock')) await askingOfShown(talk, clause, means(clause, 'price'), text)
}

/** "Ok nak": what was just spoken of, when it is clear what and how many. */
async function wanting(talk: Talk): Promise<void> {
  const { shown } = talk.topic
  const isClear =
    shown.length === 1 || (shown.length > 1 && shown.every(({ quantity }) => quantity !== undefined))
  if (!isClear) return answer(talk, talk.say.whatToOrder)
  for (const product of shown) {
    const { quantity = 1 } = product
    const meeting = { product, variants: variantsShown(product), quantity, counted: quantity > 1, note: '' }
    await order(talk, { meetings: [meeting], guessed: false })
  }
}

/** A complaint, unless it is a question that the shop has answered. */
export async function complaining(talk: Talk, clause: Clause): Promise<void> {
  if (isQuestion(clause) && (await tellKnowledge(talk, textOf(clause), questionWords(clause)))) return
  await giveToPerson(talk, 'A complaint:', talk.say.complaint)
}
