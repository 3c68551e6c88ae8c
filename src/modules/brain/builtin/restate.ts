import { keyOf, lineText, setQuantity } from './lines.ts'
import type { Meeting } from './match.ts'
import { ringgit } from './say.ts'
import { cartOf, type Talk } from './talk.ts'

/** "So that's 2 kopi and 1 nasi lemak", "jadi 2 kopi ais ya": begins what is said once more. */
const AGAIN =
  /^\W*(?:(?:ok|okay|alright|right|baik|eh|hi)\W+)*(?:so|jadi|jd|maksudnya|just to confirm|to confirm|confirm|confirmkan|kiranya|total|totalnya|my order is|order saya|that's|thats|itu)\b(?=[^?]*(?:\d|\b(?:satu|dua|tiga|one|two|three|a)\b))/i

export function isRestating(talk: Talk, text: string): boolean {
  return talk.turn.memory.cart.length > 0 && AGAIN.test(text)
}

/** Of several that may be meant, those that are in the order already. */
export function inOrder(talk: Talk, meetings: Meeting[]): Meeting[] {
  const items = new Set(talk.turn.memory.cart.map((line) => talk.topic.items[keyOf(line)]))
  const there = meetings.flatMap((meeting) => {
    if (meeting.product.variants.length === 0) return items.has(meeting.product.id) ? [meeting] : []
    const variants = meeting.variants.filter(({ id }) => items.has(id))
    return variants.length > 0 ? [{ ...meeting, variants }] : []
  })
  return there.length > 0 ? there : meetings
}

/** Says of what is in the order already how many there are to be; the rest is new, and comes back. */
export async function restate(talk: Talk, kept: Meeting[]): Promise<Meeting[]> {
  if (!talk.restates && !(await isWholeOrder(talk, kept))) return kept
  const fresh: Meeting[] = []
  for (const meeting of kept) {
    const { lines } = await cartOf(talk)
    const same = linesOf(talk, meeting)
    const line = lines.find(({ line }) => line === same[0])
    const there = lines.filter((one) => same.includes(one.line)).reduce((sum, one) => sum + one.quantity, 0)
    if (!line) fresh.push(meeting)
    else if (meeting.counted && meeting.quantity !== there && same.length === 1)
      await setQuantity(talk, line, meeting.quantity)
  }
  talk.understood = true
  talk.isOrdering = true
  if (fresh.length === 0 && talk.touched.length === 0) {
    const { lines, total } = await cartOf(talk)
    talk.notes.push(`${talk.say.cart(lines.map(lineText).join('\n'))}\n${talk.say.total(ringgit(total))}`)
  }
  return fresh
}

/** Several things, exactly as they all are in the order: nobody orders that twice in one breath. */
async function isWholeOrder(talk: Talk, kept: Meeting[]): Promise<boolean> {
  const { cart } = talk.turn.memory
  if (kept.length < 2 || kept.length !== cart.length || talk.touched.length > 0 || talk.isMore) return false
  const { lines } = await cartOf(talk)
  return kept.every((meeting) => {
    const [at, ...others] = linesOf(talk, meeting)
    const line = lines.find((one) => one.line === at)
    return others.length === 0 && line?.quantity === meeting.quantity && meeting.counted
  })
}

function linesOf({ turn, topic }: Talk, { product, variants }: Meeting): number[] {
  const item = variants[0]?.id ?? product.id
  return turn.memory.cart.flatMap((line, i) => (topic.items[keyOf(line)] === item ? [i + 1] : []))
}
