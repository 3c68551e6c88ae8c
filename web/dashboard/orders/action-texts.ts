import { texts } from '../i18n.ts'

export const useActionTexts = texts({
  en: {
    handle: 'Mark as handled',
    settle: 'Mark as dealt with',
    handled: 'Marked as handled.',
    handledUnpaid: 'Marked as handled. It still waits for its payment.',
    cancel: 'Cancel order',
    cancelled: 'Order cancelled. Its stock is back on sale.',
    cancelTitle: (number: string) => `Cancel order ${number}?`,
    cancelStock: 'Its stock goes back on sale at once.',
    cancelUnpaid: 'The payment link stops working. No money has come yet.',
    cancelPaid: (total: string) => `The ${total} that was paid stays with you until you refund it.`,
    keep: 'Keep order',
    refund: 'Refund',
    refunded: 'Refunded. The money is on its way back.',
    refundTitle: (total: string) => `Refund ${total}?`,
    refundMoney: 'Everything the customer paid for this order goes back to them. This cannot be undone.',
    refundStock: 'The order then counts as refunded, and its stock goes back on sale.',
    refundElsewhere:
      'If it was paid another way, such as cash, it is only marked: return the money yourself.',
    refundProblems: {
      refund_declined:
        'The refund was declined. The order is unchanged; try again later or return the money another way.',
      refund_unknown:
        'The payment provider did not answer. The refund is tried again by itself, once and not twice: do not press again. The order turns to refunded when it is done.',
      'refund under way': 'This order is being refunded already. Look again in a minute.',
    } as Record<string, string>,
  },
  ms: {
    handle: 'Tanda sebagai diuruskan',
    settle: 'Tanda sebagai selesai',
    handled: 'Ditanda sebagai diuruskan.',
    handledUnpaid: 'Ditanda sebagai diuruskan. Ia masih menunggu bayaran.',
    cancel: 'Batalkan pesanan',
    cancelled: 'Pesanan dibatalkan. Stoknya dijual semula.',
    cancelTitle: (number: string) => `Batalkan pesanan ${number}?`,
    cancelStock: 'Stoknya dijual semula serta-merta.',
    cancelUnpaid: 'Pautan bayaran tidak lagi berfungsi. Belum ada wang masuk.',
    cancelPaid: (total: string) => `${total} yang dibayar kekal pada anda sehingga anda memulangkannya.`,
    keep: 'Kekalkan pesanan',
    refund: 'Pulangkan wang',
    refunded: 'Dipulangkan. Wang dalam perjalanan.',
    refundTitle: (total: string) => `Pulangkan ${total}?`,
    refundMoney: 'Semua yang dibayar pelanggan untuk pesanan ini dipulangkan. Ini tidak boleh diundur.',
    refundStock: 'Pesanan kemudian dikira sebagai dipulangkan, dan stoknya dijual semula.',
    refundElsewhere: 'Jika dibayar cara lain, seperti tunai, ia hanya ditanda: pulangkan wang itu sendiri.',
    refundProblems: {
      refund_declined:
        'Pulangan wang ditolak. Pesanan tidak berubah; cuba lagi kemudian atau pulangkan dengan cara lain.',
      refund_unknown:
        'Penyedia bayaran tidak menjawab. Pulangan dicuba semula sendiri, sekali sahaja: jangan tekan lagi. Pesanan bertukar kepada dipulangkan apabila selesai.',
      'refund under way': 'Pesanan ini sedang dipulangkan. Lihat semula sebentar lagi.',
    } as Record<string, string>,
  },
})
