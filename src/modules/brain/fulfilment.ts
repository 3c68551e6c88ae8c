import type { Fulfilment } from './memory.ts'

/*
 * Orders have no field for an address or a time. The shop prepares an order by its lines, so that is where it finds them:
 * beside what the customer said of the line itself.
 */

/** How the kinds are called. */
interface Received {
  delivery: string
  pickup: string
  time: string
  noAddress: string
}

export const received: Record<'en' | 'ms', Received> = {
  en: { delivery: 'Delivery', pickup: 'Pick-up', time: 'Time', noAddress: 'no address yet, please send it' },
  ms: {
    delivery: 'Penghantaran',
    pickup: 'Ambil sendiri',
    time: 'Masa',
    noAddress: 'belum ada alamat, sila hantar',
  },
}

/** For the shop, whatever language its customer writes. */
const ON_THE_ORDER: Received = { ...received.en, noAddress: 'address not given' }

export function fulfilmentText({ kind, address, time }: Fulfilment, names: Received): string {
  const where = kind === 'delivery' ? (address ?? names.noAddress) : null
  const told = [where, time].filter((part) => part !== null).join(', ')
  const name = names[kind ?? 'time']
  return told === '' ? name : `${name}: ${told}`
}

/** The lines with it written on the one that is the delivery, otherwise on the first. */
export function withFulfilment<Line extends { name: string; special_instructions: string | null }>(
  lines: Line[],
  fulfilment: Fulfilment | null,
): Line[] {
  if (fulfilment === null) return lines
  const delivery = fulfilment.kind === 'delivery' ? lines.findIndex(({ name }) => isDelivery(name)) : -1
  const at = Math.max(0, delivery)
  const text = fulfilmentText(fulfilment, ON_THE_ORDER)
  return lines.map((line, i) => {
    if (i !== at) return line
    return { ...line, special_instructions: [line.special_instructions, text].filter(Boolean).join('; ') }
  })
}

/** Whether what is sold is the bringing of it. */
export function isDelivery(name: string): boolean {
  return /\b(?:delivery|penghantaran|hantar|postage|pos|shipping|courier|kurier)\b/i.test(name)
}
