import { type Meeting, usualVariant } from './match.ts'
import { order, together } from './order.ts'
import { answer, type Talk } from './talk.ts'

/** Whole sentences that leave the choice to us, or take the thing back. */
const ENDING = String.raw`(?:\s+(?:la|lah|je|saja|please|pls|boss|bos|bang|kak|ok|okay|then|pun|boleh|fine|is|will|do|ya|ye|eh|thanks|tq|also|can|good))*`
export const ANY = phrase(
  `either|either one|any|anyone|any one|any of them|whichever|whatever|anything|up to you|you choose|you pick|you decide|surprise me|(?:it )?(?:doesn't|doesnt|does not) matter|(?:i )?(?:don't|dont|do not) mind|no preference|apa ?-?apa|apa ?2|mana ?-?mana|mana ?2|tak kisah|takkisah|x ?kisah|tak kesah|ikut suka|ikut awak|suka hati|bebas|bagi apa`,
)
export const DROP = phrase(
  `never ?mind|nvm|takpe|tak pe|takpa|tak pa|xpe|x pe|tak apa|takapa|takpayah|tak payah|tak jadi|x jadi|takyah|no need|forget it|forget that|skip|skip it|skip that|leave it|lupakan|cancel that|cancel it|cancel this|cancel yang itu|batalkan itu`,
)

function phrase(words: string): RegExp {
  return new RegExp(`^(?:(?:ok|oh|eh|hmm|ah|ya|yes|no|tak) )*(?:${words})${ENDING}$`)
}

/** What was asked about is not wanted after all. */
export function drop(talk: Talk): void {
  for (const one of together(talk.topic.waiting))
    talk.topic.waiting.splice(talk.topic.waiting.indexOf(one), 1)
  answer(talk, talk.say.dropped)
  talk.isOrdering = true
}

/** "Any", "tak kisah": what is there and costs least, and the customer is told which. */
export async function pickAny(talk: Talk): Promise<void> {
  for (const one of together(talk.topic.waiting)) {
    talk.topic.waiting.splice(talk.topic.waiting.indexOf(one), 1)
    const [meeting] = [...one.meetings].sort((a, b) => cheapness(a) - cheapness(b))
    if (!meeting) continue
    const variant = usualVariant(meeting.variants) ?? cheapest(meeting.variants)
    const chosen = { ...meeting, variants: variant ? [variant] : [] }
    const name = variant ? `${meeting.product.name} (${variant.name})` : meeting.product.name
    answer(talk, talk.say.picked(name))
    await order(talk, { ...one, meetings: [chosen], guessed: false })
  }
}

function cheapest<Offer extends { price: number | null; available: number | null }>(
  offers: Offer[],
): Offer | undefined {
  const cost = ({ price, available }: Offer) => (available === 0 ? Infinity : (price ?? Number.MAX_VALUE))
  return [...offers].sort((a, b) => cost(a) - cost(b))[0]
}

function cheapness({ product, variants }: Meeting): number {
  const { price, available } = cheapest(variants.length > 0 ? variants : [product]) ?? product
  return available === 0 ? Infinity : (price ?? product.price ?? Number.MAX_VALUE)
}
