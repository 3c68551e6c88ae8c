import { texts } from '../i18n.ts'

/** What the agent did, in the words of a person who watched. */
export const useDeeds = texts<Record<string, string>>({
  en: {
    search_catalogue: 'Searched the catalogue',
    browse_catalogue: 'Looked through the catalogue',
    recommend_products: 'Chose what to recommend',
    add_to_cart: 'Put into the order',
    change_cart_line: 'Changed the order',
    remove_cart_line: 'Took out of the order',
    show_cart: 'Looked at the order',
    set_customer: 'Noted who it is for',
    set_fulfilment: 'Noted delivery or pick-up',
    order_status: 'Looked up an order',
    cancel_order: 'Cancelled an order',
    search_knowledge: 'Looked up what the shop knows',
    opening_hours: 'Checked the opening hours',
    hand_over: 'Asked for a person',
    set_language: 'Noted the language',
  },
  ms: {
    search_catalogue: 'Mencari dalam katalog',
    browse_catalogue: 'Melihat katalog',
    recommend_products: 'Memilih cadangan',
    add_to_cart: 'Menambah ke pesanan',
    change_cart_line: 'Mengubah pesanan',
    remove_cart_line: 'Mengeluarkan daripada pesanan',
    show_cart: 'Melihat pesanan',
    set_customer: 'Mencatat nama pelanggan',
    set_fulfilment: 'Mencatat penghantaran atau ambil sendiri',
    order_status: 'Menyemak pesanan',
    cancel_order: 'Membatalkan pesanan',
    search_knowledge: 'Mencari maklumat kedai',
    opening_hours: 'Menyemak waktu buka',
    hand_over: 'Meminta bantuan seseorang',
    set_language: 'Mencatat bahasa',
  },
})
