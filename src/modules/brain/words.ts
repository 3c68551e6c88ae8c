import { formatRinggit } from '../../lib/money.ts'
import type { Day } from '../agents/index.ts'
import type { Order } from '../orders/index.ts'
import type { Cart, ShownLine } from './cart.ts'
import { fulfilmentText, received } from './fulfilment.ts'
import type { Fulfilment, Language, Memory } from './memory.ts'

// biome-ignore format: a table
const dayNames: Record<Language, Record<Day, string>> = {
  en: { mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday', sat: 'Saturday', sun: 'Sunday' },
  ms: { mon: 'Isnin', tue: 'Selasa', wed: 'Rabu', thu: 'Khamis', fri: 'Jumaat', sat: 'Sabtu', sun: 'Ahad' },
}

/** What the desk says, word for word the same whichever brain is at work. */
export const words: Record<Language, DeskWords> = {
  en: {
    readBack: ({ cart, name, phone, fulfilment, isClosed }) =>
      `Let me check your order:\n${linesOf(cart)}\nTotal: RM ${formatRinggit(cart.total_sen)}\nName: ${name}\nPhone: ${phone}\n${fulfilment ? `${fulfilmentText(fulfilment, received.en)}\n` : ''}${isClosed ? 'We are closed right now; we will prepare it once we open.\n' : ''}\nIs that correct? Reply YES to confirm.`,
    placed: (order) =>
      `Thank you, ${order.customer_name}! Your order ${order.order_number} is placed. Total: RM ${formatRinggit(order.total_sen)}.${order.payment_url ? `\nPlease pay here: ${order.payment_url}` : ' You can pay when you collect it.'}`,
    changed: 'Something has changed since I asked you.',
    soldOut: (short) => short.map((one) => shortOf(one, 'Sorry,', 'only', 'left', 'is sold out')).join('\n'),
    confirm: 'Shall I place your order? Reply YES to confirm.',
    handedOver: 'I have told our team. Somebody will reply to you here as soon as possible.',
    closedNow: (opens) =>
      opens === null
        ? 'We are closed now; somebody will reply once we open.'
        : `We are closed now and open ${opens.day ? `on ${dayNames.en[opens.day]} ` : ''}at ${opens.time}; somebody will reply then.`,
    outOfCredits: 'Thank you for your message. Our team will reply to you as soon as possible.',
    failed: 'Sorry, I cannot answer right now. Our team will reply to you as soon as possible.',
  },
  ms: {
    readBack: ({ cart, name, phone, fulfilment, isClosed }) =>
      `Saya semak pesanan anda:\n${linesOf(cart)}\nJumlah: RM ${formatRinggit(cart.total_sen)}\nNama: ${name}\nTelefon: ${phone}\n${fulfilment ? `${fulfilmentText(fulfilment, received.ms)}\n` : ''}${isClosed ? 'Kami tutup sekarang; kami akan sediakannya selepas buka.\n' : ''}\nBetul? Balas YA untuk sahkan.`,
    placed: (order) =>
      `Terima kasih, ${order.customer_name}! Pesanan ${order.order_number} sudah dibuat. Jumlah: RM ${formatRinggit(order.total_sen)}.${order.payment_url ? `\nSila bayar di sini: ${order.payment_url}` : ' Boleh bayar semasa ambil.'}`,
    changed: 'Ada perubahan sejak saya tanya tadi.',
    soldOut: (short) =>
      short.map((one) => shortOf(one, 'Maaf,', 'tinggal', 'sahaja', 'sudah habis')).join('\n'),
    confirm: 'Nak saya buat pesanan ini? Balas YA untuk sahkan.',
    handedOver: 'Saya sudah beritahu pasukan kami. Mereka akan membalas di sini secepat mungkin.',
    closedNow: (opens) =>
      opens === null
        ? 'Kami tutup sekarang; seseorang akan balas selepas kami buka.'
        : `Kami tutup sekarang dan buka ${opens.day ? `hari ${dayNames.ms[opens.day]} ` : ''}pukul ${opens.time}; seseorang akan balas waktu itu.`,
    outOfCredits: 'Terima kasih atas mesej anda. Pasukan kami akan membalas secepat mungkin.',
    failed: 'Maaf, saya tidak dapat menjawab sekarang. Pasukan kami akan membalas secepat mungkin.',
  },
}

interface DeskWords {
  readBack(order: {
    cart: Cart
    name: string
    phone: string
    fulfilment: Fulfilment | null
    isClosed: boolean
  }): string
  placed(order: Order): string
  changed: string
  soldOut(lines: Short[]): string
  /** Asked once more, in short, after something else was talked about. */
  confirm: string
  handedOver: string
  /** Said with a hand-over; the day is null when it is still today. */
  closedNow(opens: { day: Day | null; time: string } | null): string
  outOfCredits: string
  failed: string
}

/** What there is less of than was asked for. */
export interface Short {
  name: string
  available: number
}

export function languageOf({ language }: Memory): Language {
  return language ?? 'en'
}

export function linesOf({ lines }: Cart): string {
  return lines.map(lineOf).join('\n')
}

export function lineOf({ quantity, name, unit_price_sen, special_instructions }: ShownLine): string {
  const made = special_instructions === null ? '' : ` (${special_instructions})`
  return `${quantity} × ${name}${made} – RM ${formatRinggit(quantity * unit_price_sen)}`
}

function shortOf(
  { name, available }: Short,
  sorry: string,
  only: string,
  left: string,
  soldOut: string,
): string {
  return available > 0 ? `${sorry} ${name}: ${only} ${available} ${left}.` : `${sorry} ${name} ${soldOut}.`
}
