import { texts } from '../i18n.ts'
import type { Filter } from './filters.ts'

export const useListTexts = texts({
  en: {
    place: 'Place an order',
    show: 'Show',
    arrived: (count: number) => (count === 1 ? 'Show 1 new order' : `Show ${count} new orders`),
    filters: {
      all: 'All',
      to_handle: 'To handle',
      attention: 'Needs attention',
      pending_payment: 'Waiting for payment',
      paid: 'Paid',
      cancelled: 'Cancelled',
      refunded: 'Refunded',
    } as Record<Filter, string>,
    none: {
      all: 'No orders yet',
      to_handle: 'Nothing to handle. All paid orders are taken care of.',
      attention: 'Nothing needs your attention.',
      pending_payment: 'No order is waiting for payment.',
      paid: 'No paid orders.',
      cancelled: 'No cancelled orders.',
      refunded: 'No refunded orders.',
    } as Record<Filter, string>,
    firstOrder:
      'Orders that your agent takes in chats and calls appear here by themselves. You can also place one by hand.',
    order: 'Order',
    customer: 'Customer',
    items: 'Items',
    status: 'Status',
    channel: 'Channel',
    total: 'Total',
    time: 'Time',
  },
  ms: {
    place: 'Buat pesanan',
    show: 'Tunjuk',
    arrived: (count: number) => `Tunjuk ${count} pesanan baharu`,
    filters: {
      all: 'Semua',
      to_handle: 'Perlu diurus',
      attention: 'Perlu perhatian',
      pending_payment: 'Menunggu bayaran',
      paid: 'Dibayar',
      cancelled: 'Dibatalkan',
      refunded: 'Dipulangkan',
    } as Record<Filter, string>,
    none: {
      all: 'Belum ada pesanan',
      to_handle: 'Tiada yang perlu diurus. Semua pesanan berbayar sudah diuruskan.',
      attention: 'Tiada yang perlu perhatian anda.',
      pending_payment: 'Tiada pesanan menunggu bayaran.',
      paid: 'Tiada pesanan yang dibayar.',
      cancelled: 'Tiada pesanan yang dibatalkan.',
      refunded: 'Tiada pesanan yang dipulangkan.',
    } as Record<Filter, string>,
    firstOrder:
      'Pesanan yang diambil oleh ejen anda dalam sembang dan panggilan muncul di sini sendiri. Anda juga boleh membuatnya secara manual.',
    order: 'Pesanan',
    customer: 'Pelanggan',
    items: 'Barang',
    status: 'Status',
    channel: 'Saluran',
    total: 'Jumlah',
    time: 'Masa',
  },
})
