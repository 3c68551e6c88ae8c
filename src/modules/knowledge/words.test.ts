import { describe, expect, it } from 'vitest'
import { formsOf, mayBe, wordsIn } from './words.ts'

describe('words', () => {
  it.each([
    ['Kopi O, ais!', ['kopi', 'o', 'ais']],
    ['Café  CRÈME', ['cafe', 'creme']],
    ["we don't", ['we', 'don', 't']],
    ['காபி 珍珠 3in1', ['காபி', '珍珠', '3in1']],
    ["' \\ & | :* \0 \ud800", []],
  ])('of %j are %j', (text, words) => {
    expect(wordsIn(text)).toEqual(words)
  })

  it.each([
    ['deliver', 'delivering'],
    ['deliveries', 'delivery'],
    ['delivery', 'deliveries'],
    ['closed', 'close'],
    ['close', 'closing'],
    ['booked', 'book'],
    ['shipped', 'ship'],
    ['cakes', 'cake'],
    ['hantar', 'menghantar'],
    ['penghantaran', 'hantar'],
    ['tutup', 'ditutup'],
    ['menutup', 'tutup'],
    ['pesan', 'pemesanan'],
    ['memesan', 'pesan'],
    ['menyewa', 'sewa'],
    ['pembayaran', 'bayar'],
    ['bayar', 'membayar'],
    ['harganya', 'harga'],
    ['bukakah', 'buka'],
  ])('%s finds %s', (asked, written) => {
    expect(formsOf(asked)).toContain(written)
  })

  it.each([
    ['delvery', 'delivery', true],
    ['parkng', 'parking', true],
    ['halall', 'halal', true],
    ['haall', 'halal', true],
    ['resevation', 'reservation', true],
    ['care', 'cake', false],
    ['house', 'hours', false],
    ['weather', 'leather', false],
    ['tea', 'teh', false],
  ])('%s for %s: %s', (asked, known, expected) => {
    expect(mayBe(asked, known)).toBe(expected)
  })
})
