import { texts } from '../i18n.ts'
import type { Order } from './status.tsx'

type Attention = NonNullable<Order['attention']>
type Stock = Order['lines'][number]['stock']

export const useDetailTexts = texts({
  en: {
    title: (number: string) => `Order ${number}`,
    loading: 'Order',
    missing: 'There is no such order',
    missingAbout: 'The address may be mistyped, or the order belongs to another workspace.',
    back: 'All orders',
    items: 'Items',
    item: 'Item',
    price: 'Price',
    amount: 'Amount',
    quantity: 'Quantity',
    subtotal: 'Subtotal',
    total: 'Total',
    customer: 'Customer',
    allOfThem: 'All about this customer',
    conversation: 'Open the conversation',
    placedBy: (channel: string) => `Channel: ${channel}`,
    stock: 'Stock',
    stockIs: {
      held: 'Held: set aside for this order, so nobody else can buy it.',
      taken: 'Taken: off the shelf. The shop has the order.',
      free: 'Free: back on sale.',
    } as Record<Stock, string>,
    stockNote: 'Products whose stock is not tracked are not counted.',
    payment: 'Payment',
    payBefore: 'Can be paid until',
    copyLink: 'Copy payment link',
    openLink: 'Open',
    whatsapp: 'Send by WhatsApp',
    whatsappText: (number: string, total: string, url: string) =>
      `Order ${number}, ${total}. Pay here: ${url}`,
    noLink: 'Online payment is switched off, so there is no link. The order is marked paid by your store.',
    paid: 'Paid',
    notPaid: 'Not paid in time. The order was cancelled by itself.',
    neverPaid: 'It was never paid.',
    cancelledPaid: 'It was paid before it was cancelled. The money stays with you until you refund it.',
    refundedNote: 'The money went back. Banks and wallets can take days to show it.',
    store: 'Your store',
    storeId: 'Order id in the store',
    storeStatus: 'Status in the store',
    attention: {
      stock_short: 'Paid late, and the stock was gone by then',
      paid_twice: 'Paid twice',
      paid_after_refund: 'Paid again after it was refunded',
      wrong_amount: 'Another amount came than was asked for',
      refund_failed: 'The refund did not arrive',
    } as Record<Attention, string>,
    advice: {
      stock_short:
        'The customer paid after the order had lapsed, and somebody else had bought the goods. Get them some other way and mark the order as handled, or refund it.',
      paid_twice:
        'The customer’s money came twice. A refund returns both payments. To return only one, do it at your payment provider, then mark this as dealt with.',
      paid_after_refund:
        'Money came after the order was refunded. Refund returns what came since; or settle it with the customer and mark this as dealt with.',
      wrong_amount:
        'The payment was not taken as paid, because amount or currency differ. Look it up at your payment provider, return or accept it there, then mark this as dealt with.',
      refund_failed:
        'The bank or the payment provider sent the refund back. Return the money another way, such as a bank transfer, then mark this as dealt with.',
    } as Record<Attention, string>,
  },
  ms: {
    title: (number: string) => `Pesanan ${number}`,
    loading: 'Pesanan',
    missing: 'Pesanan ini tiada',
    missingAbout: 'Alamat mungkin tersilap taip, atau pesanan ini milik ruang kerja lain.',
    back: 'Semua pesanan',
    items: 'Barang',
    item: 'Barang',
    price: 'Harga',
    amount: 'Amaun',
    quantity: 'Kuantiti',
    subtotal: 'Subjumlah',
    total: 'Jumlah',
    customer: 'Pelanggan',
    allOfThem: 'Semua tentang pelanggan ini',
    conversation: 'Buka perbualan',
    placedBy: (channel: string) => `Saluran: ${channel}`,
    stock: 'Stok',
    stockIs: {
      held: 'Ditahan: disimpan untuk pesanan ini, orang lain tidak boleh membelinya.',
      taken: 'Diambil: sudah keluar dari rak. Kedai mengurus pesanan ini.',
      free: 'Bebas: dijual semula.',
    } as Record<Stock, string>,
    stockNote: 'Produk yang stoknya tidak dijejak tidak dikira.',
    payment: 'Bayaran',
    payBefore: 'Boleh dibayar sehingga',
    copyLink: 'Salin pautan bayaran',
    openLink: 'Buka',
    whatsapp: 'Hantar melalui WhatsApp',
    whatsappText: (number: string, total: string, url: string) =>
      `Pesanan ${number}, ${total}. Bayar di sini: ${url}`,
    noLink:
      'Bayaran dalam talian dimatikan, jadi tiada pautan. Kedai anda menandakan pesanan sebagai dibayar.',
    paid: 'Dibayar',
    notPaid: 'Tidak dibayar dalam masa. Pesanan terbatal sendiri.',
    neverPaid: 'Tidak pernah dibayar.',
    cancelledPaid: 'Ia dibayar sebelum dibatalkan. Wang kekal pada anda sehingga anda memulangkannya.',
    refundedNote: 'Wang sudah dipulangkan. Bank dan e-dompet mungkin mengambil beberapa hari.',
    store: 'Kedai anda',
    storeId: 'ID pesanan di kedai',
    storeStatus: 'Status di kedai',
    attention: {
      stock_short: 'Dibayar lewat, dan stok sudah habis',
      paid_twice: 'Dibayar dua kali',
      paid_after_refund: 'Dibayar lagi selepas dipulangkan',
      wrong_amount: 'Amaun yang masuk lain daripada yang diminta',
      refund_failed: 'Wang pulangan tidak sampai',
    } as Record<Attention, string>,
    advice: {
      stock_short:
        'Pelanggan membayar selepas pesanan tamat tempoh, dan orang lain sudah membeli barang itu. Dapatkannya dengan cara lain dan tandakan sebagai diuruskan, atau pulangkan wang.',
      paid_twice:
        'Wang pelanggan masuk dua kali. Pulangan wang mengembalikan kedua-duanya. Untuk memulangkan satu sahaja, buat di penyedia bayaran anda, kemudian tandakan sebagai selesai.',
      paid_after_refund:
        'Wang masuk selepas pesanan dipulangkan. Pulangkan wang yang masuk selepas itu, atau selesaikan dengan pelanggan dan tandakan sebagai selesai.',
      wrong_amount:
        'Bayaran tidak diterima sebagai dibayar kerana amaun atau mata wang berbeza. Semak di penyedia bayaran anda, pulangkan atau terima di sana, kemudian tandakan sebagai selesai.',
      refund_failed:
        'Bank atau penyedia bayaran menolak pulangan wang. Pulangkan dengan cara lain, seperti pindahan bank, kemudian tandakan sebagai selesai.',
    } as Record<Attention, string>,
  },
})
