import { isDelivery } from '../fulfilment.ts'
import { tellKnowledge } from './answers.ts'
import { type Clause, means } from './clauses.ts'
import { deliveryProduct, tellDelivery } from './delivering.ts'
import { lineText } from './lines.ts'
import { isQuestion } from './questions.ts'
import { ringgit } from './say.ts'
import { tellEmpty } from './status.ts'
import { answer, cartOf, offerPerson, type Talk } from './talk.ts'

const WHERE = /\b(?:where|mana|location|lokasi|address|alamat)\b/
const OF_SHOP =
  /\b(?:pick ?up|collect|ambil|kedai|shop|store|you|korang|awak|located|location|lokasi|tempat|branch|cawangan|outlet|restoran|kafe|cafe)\b/
const NOT_SHOP =
  /\b(?:order|pesanan|my food|makanan saya|deliver|hantar|rider|runner|sampai mana|yang mana|mana satu)\b/
const FEE = /\b(?:caj|charge|charges|fee|fees|delivery cost|kos penghantaran|kos hantar|upah)\b/
const BRING = /\b(?:delivery|deliver|delivers|penghantaran|hantar|antar|postage|shipping)\b/
const READY =
  /\b(?:how long (?:to |does it |will it |do i )?(?:prepare|take|wait|make)|when can i (?:collect|pick|get|take)|berapa lama (?:nak |perlu )?(?:tunggu|siap|masak))\b/
const PLACED = /\b(?:order|pesanan|tempahan)\b.*\b(?:tadi|just now|earlier|placed|saya)\b|\bmy order\b/

/** What is asked of the shop and not of a product: where it is, what bringing costs, what all of it comes to. */
export async function askedOfShop(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  for (const tell of [tellWhere, tellSum, tellFee, tellReady, tellPlaced])
    if (await tell(talk, clause, text)) return true
  return false
}

async function tellWhere(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  if (!WHERE.test(text) || !OF_SHOP.test(text) || NOT_SHOP.test(text) || means(clause, 'want', 'price')) {
    const isFetched = /\bwhere\b.*\b(?:pick ?up|collect)\b/.test(text)
    if (!isFetched) return false
  }
  if (!(await tellKnowledge(talk, 'where we are location address lokasi alamat', ['where', 'located'])))
    offerPerson(talk, talk.say.unknownAnswer)
  return true
}

/** "How much in total including delivery?" */
async function tellSum(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  if (
    !means(clause, 'total', 'price') ||
    !BRING.test(text) ||
    !/total|jumlah|semua|including|termasuk|with|sekali/.test(text)
  )
    return false
  const { lines, total } = await cartOf(talk)
  if (lines.length === 0) return false
  const fee = lines.some(({ name }) => isDelivery(name)) ? undefined : await deliveryProduct(talk)
  const told = lines.map(lineText)
  if (fee?.price != null) told.push(`${fee.name} – ${ringgit(fee.price)}`)
  answer(talk, `${talk.say.cart(told.join('\n'))}\n${talk.say.total(ringgit(total + (fee?.price ?? 0)))}`)
  if (fee === undefined && !lines.some(({ name }) => isDelivery(name))) await tellDelivery(talk)
  return true
}

async function tellFee(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  const isFee = FEE.test(text) && (means(clause, 'price') || isQuestion(clause) || BRING.test(text))
  if (!isFee || means(clause, 'want', 'more', 'remove')) return false
  if (!(await tellDelivery(talk))) offerPerson(talk, talk.say.unknownAnswer)
  return true
}

/** "How long to prepare?", "when can I collect?": as far as it is written. */
async function tellReady(talk: Talk, _clause: Clause, text: string): Promise<boolean> {
  return READY.test(text) && (await tellKnowledge(talk, 'orders ready siap', ['ready', 'siap']))
}

/** "Boleh tukar order saya tadi?": of what is placed already. */
async function tellPlaced(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  const isChange = means(clause, 'replace') || /\bedit\b/.test(text)
  if (!isChange || !PLACED.test(text) || talk.turn.memory.cart.length > 0) return false
  await tellEmpty(talk, true)
  return true
}
