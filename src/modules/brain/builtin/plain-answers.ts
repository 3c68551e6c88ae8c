import type { CartLine } from '../memory.ts'
import { isRefused, use } from '../tool.ts'
import { addToCart } from '../tools/index.ts'
import { isPlainNo, isPlainYes } from '../yes.ts'
import { clear } from './changes.ts'
import { clausesOf, means } from './clauses.ts'
import { keyOf } from './lines.ts'
import { order } from './order.ts'
import { askCancel, cancel } from './status.ts'
import { answer, awaitsYes, giveToPerson, type Talk } from './talk.ts'
import type { Asked } from './topic.ts'
import { answerGuess } from './waiting.ts'

const CANCEL =
  /^\W*(?:(?:please|pls|tolong|boleh|can you|just)\s+)*(?:cancel|cancelkan|batal|batalkan)(?:\s+(?:it|that|this|itu|tu|ini|please|pls|lah|la|je))*\W*$/i
/** "yes cancel": to the question whether to cancel. */
const YES_CANCEL =
  /^\W*(?:(?:yes|ya|ye|ok|okay|betul|please|sure)\W+)+(?:cancel|cancelkan|batal|batalkan)\b[\w\s]{0,20}\W*$/i
const NOT_NOW = /^\W*(?:nanti|later|wait|tunggu|kejap|not yet|belum)\W*$/i

/** A message that is nothing but a yes or a no; false when it is something else. */
export async function answerPlainly(talk: Talk, text: string): Promise<boolean> {
  if (talk.asked?.kind === 'cancel' && (YES_CANCEL.test(text) || CANCEL.test(text))) {
    talk.understood = true
    await cancel(talk, talk.asked.order)
    return true
  }
  const [yes, no] = [isPlainYes(text), isPlainNo(text)]
  if (!yes && !no) return false
  if (no && clausesOf(text).some((clause) => means(clause, 'cancel', 'clear'))) return false
  if (await answerGuess(talk, text)) return true
  talk.understood = true
  return yes ? agree(talk) : decline(talk, text)
}

async function agree(talk: Talk): Promise<true> {
  const { asked, say, turn, topic } = talk
  if (asked?.kind === 'person') await giveToPerson(talk, 'The customer would like a person:', say.handedOver)
  else if (asked?.kind === 'clear') await clear(talk)
  else if (asked?.kind === 'cancel') await cancel(talk, asked.order)
  else if (asked?.kind === 'quantity') await order(talk, { meetings: [asked.meeting], guessed: false })
  else if (asked?.kind === 'fewer') await takeFewer(talk, asked, asked.quantity)
  else if (turn.memory.cart.length > 0 || topic.waiting.length > 0) talk.isOrdering = true
  else answer(talk, `${say.okay} ${say.anythingElse}`)
  return true
}

/** Of what is left, so many; false when that is more. */
export async function takeFewer(
  talk: Talk,
  asked: Asked & { kind: 'fewer' },
  quantity: number,
): Promise<boolean> {
  const { item, note } = asked
  if (!(quantity >= 1 && quantity <= asked.quantity)) return false
  const given = { item, quantity, ...(note ? { special_instructions: note } : {}) }
  const { cart } = talk.turn.memory
  const before = cart.length
  if (isRefused(await use(talk.turn, addToCart, given))) return false
  const line = cart.length > before ? cart.length : 0
  const at = line || cart.findIndex((one) => talk.topic.items[keyOf(one)] === item) + 1
  if (line) talk.topic.items[keyOf(cart[line - 1] as CartLine)] = item
  talk.touched.push(at)
  talk.isOrdering = true
  talk.understood = true
  return true
}

/** A no, or a "cancel" by itself: asks what is meant before anything is thrown away. */
export async function decline(talk: Talk, text: string): Promise<true> {
  const { asked, say, turn, topic } = talk
  const hasCart = turn.memory.cart.length > 0
  if (NOT_NOW.test(text)) answer(talk, say.okay)
  else if (CANCEL.test(text) && hasCart) {
    if (awaitsYes(talk)) answer(talk, `${say.whatToChange} ${say.writeClear}`)
    else {
      answer(talk, say.confirmClear)
      topic.asked = { kind: 'clear' }
    }
  } else if (CANCEL.test(text) && (await askCancel(talk))) return true
  else if (turn.memory.readBack !== null) {
    answer(talk, say.whatToChange)
    topic.asked = { kind: 'change' }
  } else if (asked && asked.kind !== 'contact') answer(talk, `${say.okay} ${say.anythingElse}`)
  else if (hasCart) talk.isOrdering = true
  else answer(talk, say.okay)
  return true
}
