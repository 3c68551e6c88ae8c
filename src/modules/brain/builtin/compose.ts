import type { Thought } from '../brain.ts'
import { isDelivery } from '../fulfilment.ts'
import { type Line, lineText } from './lines.ts'
import { askWaiting } from './order.ts'
import { ringgit } from './say.ts'
import { cartOf, type Talk } from './talk.ts'

/** The reply: answers, what happened to the order with its prices, and the one question that comes next. */
export async function compose(talk: Talk): Promise<Thought> {
  const { turn, answers, done, notes, say } = talk
  const aside = answers.join('\n')
  if (turn.handOver) return { replies: [aside] }
  const changes = await changesText(talk)
  const question = nextQuestion(talk)
  const parts = [aside, ...done, changes, ...notes, question].filter((part) => part !== '')
  if (parts.length === 0) parts.push(`${say.okay} ${say.anythingElse}`)
  return { replies: [parts.join('\n')], ...(aside === '' ? {} : { aside: [...answers, ...done].join('\n') }) }
}

async function changesText(talk: Talk): Promise<string> {
  const { touched, topic, say, done } = talk
  const kept = topic.kept.map(({ quantity, product, variants }) => {
    const variant = variants[0] && product.variants.length > 1 ? ` (${variants[0].name})` : ''
    return `${quantity} × ${product.name}${variant}`
  })
  const parts = kept.length > 0 ? [say.kept(kept.join(', '))] : []
  if (touched.length === 0 && done.length === 0 && !talk.isFeeAdded) return parts.join('\n')
  const { lines, total } = await cartOf(talk)
  const isShown = ({ line, name }: Line) => touched.includes(line) || (talk.isFeeAdded && isDelivery(name))
  const shown = lines.filter(isShown).map(lineText)
  if (shown.length > 0) parts.push((talk.changed ? say.changed : say.added)(shown.join('\n')))
  parts.push(lines.length > 0 ? say.total(ringgit(total)) : say.cleared)
  return parts.join('\n')
}

/** First what is unclear in the order, then who it is for. */
function nextQuestion(talk: Talk): string {
  const { turn, topic, say } = talk
  const { name, phone, cart, readBack } = turn.memory
  const thanks = talk.introduced ? `${say.thanksName(name ?? topic.contact?.name ?? null)} ` : ''
  if (topic.waiting.length > 0) return thanks + askWaiting(talk)
  const asksAlready = topic.asked !== undefined && topic.asked.kind !== 'contact'
  if (asksAlready) return ''
  if (cart.length === 0) {
    if (talk.introduced) return thanks + say.whatToOrder
    if (talk.greeted) return say.welcomeBack
    return talk.notes.length > 0 ? say.whatToOrder : ''
  }
  if (name === null || phone === null) {
    if (!talk.isOrdering || topic.asked?.kind === 'contact') return ''
    topic.asked = { kind: 'contact' }
    return thanks + say.askContact(name === null, phone === null)
  }
  return readBack === null ? '' : say.remindYes
}
