import { texts } from '../i18n.ts'

/** How a call stands, and what it came to. */
export const useCallWords = texts({
  en: {
    status: {
      dialing: 'Ringing',
      in_progress: 'Talking',
      completed: 'Talked',
      no_answer: 'No answer',
      busy: 'Busy',
      failed: 'Not connected',
      cancelled: 'Cancelled',
    },
    ended: {
      completed: 'They talked, and the call ended.',
      no_answer: 'It rang, and nobody answered.',
      busy: 'The line was busy.',
      failed: 'The call could not be connected.',
      cancelled: 'The call was cancelled before anybody answered.',
    },
    machine: 'An answering machine took the call.',
    direction: { outbound: 'Placed', inbound: 'Received' },
    outcome: {
      order_placed: 'Order placed',
      answered: 'Answered',
      handed_over: 'Handed over',
      no_reply: 'No reply',
    },
    simulated: 'Simulated: no real phone rings',
    credits: (count: string) => `${count} credits`,
  },
  ms: {
    status: {
      dialing: 'Berdering',
      in_progress: 'Bercakap',
      completed: 'Selesai',
      no_answer: 'Tiada jawapan',
      busy: 'Talian sibuk',
      failed: 'Tidak bersambung',
      cancelled: 'Dibatalkan',
    },
    ended: {
      completed: 'Mereka bercakap, dan panggilan tamat.',
      no_answer: 'Telefon berdering tetapi tiada siapa menjawab.',
      busy: 'Talian sibuk.',
      failed: 'Panggilan tidak dapat disambungkan.',
      cancelled: 'Panggilan dibatalkan sebelum dijawab.',
    },
    machine: 'Mesin penjawab yang menyambut panggilan.',
    direction: { outbound: 'Dibuat', inbound: 'Diterima' },
    outcome: {
      order_placed: 'Pesanan dibuat',
      answered: 'Dijawab',
      handed_over: 'Diserahkan',
      no_reply: 'Tiada balasan',
    },
    simulated: 'Simulasi: tiada telefon sebenar berdering',
    credits: (count: string) => `${count} kredit`,
  },
})
