import type { CounterOrder } from './story.ts'

/** What the team took by phone and over the counter, paid through the link it sent. */
export const counterOrders: CounterOrder[] = [
  {
    customer: { name: 'Lee Kok Wai', phone: '+60175550120' },
    daysAgo: 0,
    at: '07:05',
    order: {
      lines: [
        { quantity: 3, item: 'nasi-lemak-biasa' },
        { quantity: 3, item: 'kopi-panas', note: 'One kurang manis' },
      ],
      payWithin: 30,
      steps: [
        [0, 'placed', 'team'],
        [4, 'paid', 'customer'],
      ],
    },
  },
  {
    customer: { name: 'Prakash', phone: '+60165550119' },
    daysAgo: 1,
    at: '13:20',
    order: {
      lines: [
        { quantity: 4, item: 'teh-tarik-ais' },
        { quantity: 4, item: 'karipap' },
        { quantity: 1, item: 'delivery', note: 'Level 3, leave at reception' },
      ],
      payWithin: 30,
      steps: [
        [0, 'placed', 'team'],
        [9, 'paid', 'customer'],
        [24, 'handled', 'team'],
      ],
    },
  },
  {
    customer: { name: 'Salmah Yusof', phone: '+60125550118' },
    daysAgo: 5,
    at: '16:05',
    order: {
      lines: [
        { quantity: 2, item: 'serbuk-kopi-500', note: 'Ground for the sock' },
        { quantity: 1, item: 'kaya-250' },
      ],
      payWithin: 30,
      steps: [
        [0, 'placed', 'team'],
        [6, 'paid', 'customer'],
        [18, 'handled', 'team'],
      ],
    },
  },
]
