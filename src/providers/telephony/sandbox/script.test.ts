import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcomes.ts'
import { createScript } from './script.ts'

const wishes = { items: ['Iced Coffee', 'Kaya Toast'], phone: '+60123456789' }
type Talk = [heard: string | undefined, said: string | undefined][]

function plays(talk: Talk, given = wishes): void {
  const script = createScript(given)
  for (const [heard, said] of talk) expect([heard, script.next(heard)]).toEqual([heard, said])
}

describe('the simulated person', () => {
  it('answers what it is asked, in whatever order', () => {
    plays([
      ['Hello, this is Aina.', 'I want to order one Iced Coffee.'],
      ['Will you pick it up, or shall we deliver?', 'I will pick it up.'],
      ['Anything else?', 'No, that is all.'],
      ['May I have your name?', 'My name is Daniel.'],
      ['May I have your phone number?', 'My phone number is 0 1 2 3 4 5 6 7 8 9.'],
      ['Name: Daniel. Is that correct? Reply YES to confirm.', 'Yes please.'],
      ['Is that correct?', 'Yes, that is right.'],
      ['Your order K7M2 is placed. Please pay here: https://…', 'Thank you. Goodbye.'],
      ['Goodbye!', undefined],
    ])
  })

  it('says yes to a guess that names its wish, and asks again after one that does not', () => {
    plays([
      ['Hai! Nak order apa?', 'I want to order one Iced Coffee.'],
      ['I do not find “a nice toffee”. Did you mean Toffee Cake (RM 4.20)?', 'Can I have one Iced Coffee?'],
      ['I do not find “ice coffin”. Did you mean Iced Coffee (RM 3.20)?', 'Yes please.'],
      ['Added:\n1 × Iced Coffee – RM 3.20. May I have your name for the order?', 'My name is Daniel.'],
    ])
  })

  it('says its wish in other words, then another wish, before it gives up', () => {
    const sorry = 'Sorry, I did not understand that. You can ask for the menu.'
    plays([
      ['Hello.', 'I want to order one Iced Coffee.'],
      [sorry, 'Can I have one Iced Coffee?'],
      [sorry, 'Iced Coffee.'],
      ['Sorry, I do not find “heist coffee” here.', 'I want to order one Kaya Toast.'],
      [sorry, 'Can I have one Kaya Toast?'],
      [sorry, 'Kaya Toast.'],
      [sorry, 'Thank you. Goodbye.'],
      [sorry, undefined],
    ])
  })

  it('repeats what was not understood, and orders nothing twice', () => {
    plays([
      ['Hello.', 'I want to order one Iced Coffee.'],
      [
        'Added: 1 × Iced Coffee. Total so far: RM 3.20. May I have your name and phone number for the order?',
        'My name is Daniel. My phone number is 0 1 2 3 4 5 6 7 8 9.',
      ],
      [
        'Sorry, I did not get that. Could you say it again?',
        'My name is Daniel. My phone number is 0 1 2 3 4 5 6 7 8 9.',
      ],
      [
        'That does not look like a phone number. Could you send it again?',
        'My phone number is 0 1 2 3 4 5 6 7 8 9.',
      ],
      ['What would you like to order?', 'No, that is all.'],
    ])
  })

  it('wants no person, and takes the first of several', () => {
    plays([
      ['Hello.', 'I want to order one Iced Coffee.'],
      ['Shall I ask a person from our team to help you?', 'No, thank you.'],
      ['Okay! What would you like to order?', 'Can I have one Iced Coffee?'],
      ['Which coffee would you like: small or large?', 'The first one, please.'],
    ])
  })

  it('gets by in Malay', () => {
    plays([
      ['Hai! Selamat datang. Nak order apa hari ini?', 'I want to order one Iced Coffee.'],
      ['Saya tak jumpa “ais kofi”. Maksud anda Iced Coffee (RM 3.20)?', 'Yes please.'],
      ['Boleh saya dapatkan nama anda untuk pesanan ini?', 'My name is Daniel.'],
      [
        'Saya semak pesanan anda: 1 × Iced Coffee. Nama: Daniel. Betul? Balas YA untuk sahkan.',
        'Yes, that is right.',
      ],
      ['Terima kasih, Daniel! Pesanan K7M2 sudah dibuat. Sila bayar di sini: …', 'Thank you. Goodbye.'],
    ])
  })

  it('lets an agent go that hands over or says goodbye', () => {
    plays([
      ['Hello.', 'I want to order one Iced Coffee.'],
      ['I have told our team. Somebody will reply to you.', 'Thank you. Goodbye.'],
      [undefined, undefined],
    ])
  })

  it('says all it has to say to an agent it does not understand, and comes to an end', () => {
    plays([
      [undefined, 'I want to order one Iced Coffee.'],
      [undefined, 'No, that is all.'],
      [undefined, 'My name is Daniel. My phone number is 0 1 2 3 4 5 6 7 8 9.'],
      [undefined, 'Yes please.'],
      [undefined, 'Thank you. Goodbye.'],
      [undefined, undefined],
    ])
  })

  it('asks nobody the same for ever', () => {
    const script = createScript(wishes)
    let turns = 0
    while (script.next('Is that correct?') !== undefined) turns++
    expect(turns).toBeLessThan(8)
  })

  it('asks for the hours where there is nothing to buy', () => {
    plays([['Hello.', 'When are you open today?']], { items: [], phone: '+60123456789' })
  })
})

describe('the number’s last four digits', () => {
  it.each([
    ['+60123450000', 'declined'],
    ['+60123450001', 'unanswered'],
    ['+60123450002', 'unanswered'],
    ['+60123450003', 'answered'],
    ['+60123450004', 'unanswered'],
    ['+60123450005', 'answered'],
    ['+60100001234', 'answered'],
  ])('%s is %s', (number, kind) => {
    expect(outcomeOf(number).kind).toBe(kind)
  })
})
