import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readable, sentences, spoken, utterances } from './index.ts'
import { words } from './numbers.ts'

describe('what is read aloud', () => {
  it.each([
    ['Pay here: https://shop.example.com/pay/abc?x=1', 'Pay here'],
    ['Bayar di https://shop.example.com/pay/abc. Terima kasih!', 'Bayar di. Terima kasih!'],
    ['See [our menu](https://x.example/menu) (https://x.example).', 'See our menu.'],
    ['www.example.com is ours', 'is ours'],
    ['shop.example.com/menu', ''],
    ['**Kopi O Ais** — _cold_ and `sweet`', 'Kopi O Ais — cold and sweet'],
    ['Thanks 😀👍🏽🇲🇾!', 'Thanks!'],
    ['- Kopi\n- Teh\n\n# Menu', 'Kopi\nTeh\nMenu'],
    ['Total: RM 6.40', 'Total: RM 6.40'],
    ['snake_case stays readable', 'snakecase stays readable'],
    ['Order K7M2.', 'Order K7M2.'],
    ['Write to shop@example.com', 'Write to shop@example.com'],
    ['谢谢 😀', '谢谢'],
    ['😀', ''],
  ])('of %j is %j', (text, heard) => {
    expect(readable(text)).toBe(heard)
  })
})

describe('sentences', () => {
  it.each([
    ['Hi! What can I get you?', ['Hi!', 'What can I get you?']],
    ['It is RM 6.40. Thank you.', ['It is RM 6.40.', 'Thank you.']],
    ['Ask Dr. Lim at No. 5 Jln. Besar.', ['Ask Dr. Lim at No. 5 Jln. Besar.']],
    ['1. Kopi\n2. Teh', ['1. Kopi', '2. Teh']],
    ['We open at 8.30 a.m. daily', ['We open at 8.30 a.m. daily']],
    ['你好。你要什么?', ['你好。', '你要什么?']],
    ['வணக்கம். நன்றி.', ['வணக்கம்.', 'நன்றி.']],
    ['... !!! \n\n', []],
    ['', []],
  ])('of %j', (text, wanted) => {
    expect(sentences(text)).toEqual(wanted)
  })

  it('a very long one is cut at its commas, and nothing is lost', () => {
    const text = `${'two Kopi O Ais, '.repeat(60)}thank you.`
    const parts = sentences(text)
    expect(parts.every((part) => part.length <= 220)).toBe(true)
    expect(parts.slice(0, -1).every((part) => part.endsWith(','))).toBe(true)
    expect(parts.join(' ')).toBe(text)
  })

  it('no letter or digit is lost, and no character is cut in two, whatever the text is', () => {
    const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
        const parts = sentences(text)
        expect(parts.every((part) => part.isWellFormed() && part.length <= 220)).toBe(true)
        expect(plain(parts.join(' '))).toBe(plain(text))
      }),
    )
  })
})

describe('in English', () => {
  it.each([
    ['That is RM 6.40.', 'That is six ringgit forty.'],
    ['RM6', 'six ringgit'],
    ['RM 6.00 only', 'six ringgit only'],
    ['RM 6.05', 'six ringgit five sen'],
    ['RM 0.50', 'fifty sen'],
    ['RM 6.5', 'six ringgit fifty'],
    ['RM 1,234.50', 'one thousand two hundred thirty four ringgit fifty'],
    ['MYR 12.90 each', 'twelve ringgit ninety each'],
    ['Call 012-345 6789.', 'Call zero one two, three four five, six seven eight nine.'],
    ['Call +60123456789', 'Call plus six zero one two three four five six seven eight nine'],
    ['03-5555 0100', 'zero three, five five five five, zero one zero zero'],
    ['1300 88 2525', 'one three zero zero, eight eight, two five two five'],
    ['Order K7M2 is ready', 'Order K, seven, M, two is ready'],
    ['Order CDFH is ready', 'Order C, D, F, H is ready'],
    ['A4B', 'ay, four, B'],
    ['2 x Kopi O Ais', 'two Kopi O Ais'],
    ['2× Teh Tarik', 'two Teh Tarik'],
    ['08:00', 'eight a m'],
    ['18:30', 'six thirty p m'],
    ['9:05am', 'nine oh five a m'],
    ['from 8am to 10.30pm', 'from eight a m to ten thirty p m'],
    ['12:00', 'twelve p m'],
    ['10-15 minutes', 'ten to fifteen minutes'],
    ['10% off 500g', 'ten percent off five hundred grams'],
    ['2.5 kg', 'two point five kilograms'],
    ['-3 degrees', 'minus three degrees'],
    ['Kopi & Teh', 'Kopi and Teh'],
    ['order #12', 'order number twelve'],
    ['me@shop.example', 'me at shop dot example'],
    ['1234567890123', 'one two three four five six seven eight nine zero one two three'],
    ['100,000', 'one hundred thousand'],
    ['no numbers', 'no numbers'],
    ['Milo3in1', 'Milo3in1'],
  ])('%j is said as %j', (written, said) => {
    expect(spoken(written, 'en')).toBe(said)
  })
})

describe('in Malay', () => {
  it.each([
    ['Semuanya RM 6.40.', 'Semuanya enam ringgit empat puluh sen.'],
    ['RM 15', 'lima belas ringgit'],
    ['RM 0.90', 'sembilan puluh sen'],
    ['RM 1,150.10', 'seribu seratus lima puluh ringgit sepuluh sen'],
    ['011-2233 4455', 'kosong satu satu, dua dua tiga tiga, empat empat lima lima'],
    ['Pesanan K7M2', 'Pesanan K, tujuh, M, dua'],
    ['buka 08:00 hingga 22:00', 'buka lapan pagi hingga sepuluh malam'],
    ['pukul 13:15', 'pukul satu lima belas minit tengah hari'],
    ['3 x Roti Bakar', 'tiga Roti Bakar'],
    ['20-30 minit', 'dua puluh hingga tiga puluh minit'],
    ['diskaun 5%', 'diskaun lima peratus'],
    ['1,000,000', 'sejuta'],
  ])('%j is said as %j', (written, said) => {
    expect(spoken(written, 'ms')).toBe(said)
  })
})

it.each([
  ['zh', 'RM 6.40', '6令吉40仙'],
  ['zh', '一共RM 6', '一共6令吉'],
  ['ta', 'RM 0.50', '50 சென்'],
  ['xx', 'RM 6.40', 'RM 6.40'],
])('%s: %j is said as %j', (language, written, said) => {
  expect(spoken(written, language)).toBe(said)
})

it.each(['en', 'ms'])('%s: no digit is left of any number, and no two numbers sound alike', (language) => {
  const say = words[language]
  if (!say) throw new Error(language)
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(999_999_999), (a, b) => {
      expect(say.number(a)).toMatch(/^[a-z ]+$/)
      expect(say.number(a) === say.number(b)).toBe(a === b)
    }),
  )
})

it('a whole reply', () => {
  const reply =
    '**Order K7M2** — 2 × Kopi O Ais: RM 6.40.\nPay here: https://shop.example.com/pay/x\nQuestions? 012-345 6789 😀'
  expect(utterances(reply).map((sentence) => spoken(sentence, 'en'))).toEqual([
    'Order K, seven, M, two — two Kopi O Ais: six ringgit forty.',
    'Pay here',
    'Questions?',
    'zero one two, three four five, six seven eight nine',
  ])
})
