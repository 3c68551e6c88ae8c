import type { Turn } from '../brain.ts'

/** Words and marks whose full stop rarely ends a sentence ("no. 5", "1. Kopi"). */
const NO_END = /(?:^|\s)(?:\p{L}{1,2}|\d{1,3})[.)]\s*$/u

/** Lets whole sentences of a growing text out to who listens, as long as the desk would leave them as they are. */
export function openLips(turn: Turn, isLeak: (text: string) => boolean): (soFar: string) => void {
  const { early, memory } = turn
  const atFirst = orderIn(turn)
  let told = ''
  let isShut = early === undefined

  /** With everything known the order is read back instead, unless it was, and is still the same. */
  const isDesks = () =>
    !turn.handOver &&
    memory.cart.length > 0 &&
    memory.name !== null &&
    memory.phone !== null &&
    (memory.readBack === null || orderIn(turn) !== atFirst)

  return (soFar) => {
    if (isShut || isDesks()) return
    const whole = wholeSentences(soFar)
    if (whole === '' || whole === told) return
    isShut = isLeak(soFar)
    if (isShut) return
    told = whole
    early?.(whole)
  }
}

function orderIn({ memory: { cart, name, phone, fulfilment } }: Turn): string {
  return JSON.stringify([cart, name, phone, fulfilment])
}

/** Made with the first sentence: it takes a while, and a start has no time for it. */
let segmenter: Intl.Segmenter | undefined

/** Up to the first question: what a step asks before it uses a tool is not what it asks in the end. */
function wholeSentences(text: string): string {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  let length = 0
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length
    // Only what is followed by something is known to be at its end.
    if (end === text.length || /[?？]/.test(segment)) break
    if (!NO_END.test(segment)) length = end
  }
  return text.slice(0, length).trimEnd()
}
