import { describe, expect, it } from 'vitest'
import { hoursText } from './answers.ts'
import { intentsOf } from './intents.ts'
import { bestSentences } from './knowledge.ts'
import { languageAtFirst, languageOf } from './language.ts'
import { phrases } from './phrases.ts'
import { claimedNumberIn, orderNumberIn } from './status.ts'
import { isReadable, tidy, tokensOf } from './tokens.ts'

describe('the language of a message', () => {
  it.each([
    ['nak 2 kopi ais', null, 'ms'],
    ['I want two iced coffee kurang manis', null, 'en'],
    ['boleh bagi saya one coffee', null, 'ms'],
    ['ok', 'ms', 'ms'],
    ['thanks', 'ms', 'ms'],
    ['2 karipap', null, null],
    ['make it 3', 'ms', 'en'],
    ['珍珠奶茶', 'en', 'en'],
  ] as const)('%s after %s: %s', (text, before, language) => {
    expect(languageOf(text, before)).toBe(language)
  })
})

describe('the language of a first message', () => {
  it.each([
    ['hi', 'en'],
    ['hello', 'en'],
    ['2 black coffee', 'en'],
    ['hai', 'ms'],
    ['donut 2 keping', 'ms'],
    ['2 kopi ais', null],
    ['2 karipap', null],
  ] as const)('%s: %s', (text, language) => {
    expect(languageAtFirst(text)).toBe(language)
  })
})

describe('what a clause is about', () => {
  it.each([
    ['nak cakap dengan orang', 'person'],
    ['can i talk to a person', 'person'],
    ['cancel my order', 'cancel'],
    ['cancel the milo', 'remove'],
    ['batal semua', 'clear'],
    ['berapa semua', 'total'],
    ['berapa harga kopi', 'price'],
    ['ada lagi tak rendang', 'stock'],
    ['buka tak sekarang', 'hours'],
    ['ada apa', 'menu'],
    ['tukar kopi jadi teh', 'replace'],
    ['tambah satu', 'more'],
    ['nak 2 kopi', 'want'],
    ['where is my order', 'status'],
    ['dah siap ke order saya', 'status'],
    ['tempah meja untuk 4', 'beyond'],
    ['the cheapest drink', 'recommend'],
    ['itu je', 'done'],
  ])('%s: %s', (text, intent) => {
    expect(intentsOf(tokensOf(text).map(({ word }) => word))[0]?.intent).toBe(intent)
  })
})

describe('small readings', () => {
  it('order numbers are found, words are not taken for them', () => {
    expect(orderNumberIn('status k7m3')).toBe('K7M3')
    expect(orderNumberIn('mana order WFJH saya')).toBe('WFJH')
    expect(orderNumberIn('nak kopi ais')).toBeUndefined()
    expect(claimedNumberIn('status order A1234')).toBe('A1234')
  })

  it('days with the same hours are told together', () => {
    const hours = 'mon 08:00-18:00, tue 08:00-18:00, wed 08:00-18:00, thu closed, fri 08:00-12:00 14:00-18:00'
    expect(hoursText(hours, phrases.en)).toBe(
      'Monday–Wednesday 08:00–18:00; Thursday closed; Friday 08:00–12:00, 14:00–18:00',
    )
  })

  it('of a passage only what answers is said', () => {
    const text = 'We deliver within 5 km. Delivery costs RM 5. Our cat is called Tompok. It sleeps all day.'
    const passage = { title: 'About us', heading: null, text }
    expect(bestSentences([passage], ['hantar'])).toBe('We deliver within 5 km. Delivery costs RM 5.')
    expect(bestSentences([passage], ['parking'])).toBeUndefined()
  })

  it('invisible signs are no text', () => {
    expect(tidy('nak\u0007 2 \u200bkarip\u200dap\u202e')).toBe('nak 2 karipap')
    expect(isReadable(tidy('😂🔥'))).toBe(false)
    expect(tidy('a'.repeat(100_000)).length).toBeLessThanOrEqual(3_000)
  })
})

describe('the sentences', () => {
  it('are there in both languages, and none is empty', () => {
    const texts = (sentences: object): string[] =>
      Object.values(sentences).flatMap((one) =>
        typeof one === 'object' ? texts(one) : typeof one === 'string' ? [one] : [],
      )
    expect(texts(phrases.en).length).toBe(texts(phrases.ms).length)
    expect([...texts(phrases.en), ...texts(phrases.ms)].filter((text) => text.trim() === '')).toEqual([])
  })
})
