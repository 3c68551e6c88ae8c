import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcomes.ts'
import { createScript } from './script.ts'

const wishes = { item: 'Iced Coffee', phone: '+60123456789' }

describe('the simulated person', () => {
  it('answers what it is asked, in whatever order', () => {
    const script = createScript(wishes)
    const talk: [heard: string, said: string | undefined][] = [
      ['Hello, this is Aina.', 'I would like one Iced Coffee, please.'],
      ['Will you pick it up, or shall we deliver?', 'I will pick it up.'],
      ['Anything else?', 'No, that is all.'],
      ['May I have your name?', 'My name is Aina. My phone number is 0 1 2 3 4 5 6 7 8 9.'],
      ['Name: Aina. Is that correct? Reply YES to confirm.', 'Yes please.'],
      ['Is that correct?', 'Yes please.'],
      ['Your order K7M2 is placed. Please pay here: https://…', 'Thank you. Goodbye.'],
      ['Goodbye!', undefined],
    ]
    for (const [heard, said] of talk) expect([heard, script.next(heard)]).toEqual([heard, said])
  })

  it('says all it has to say to an agent it does not understand, and comes to an end', () => {
    const script = createScript(wishes)
    const said = Array.from({ length: 6 }, () => script.next(undefined))
    expect(said).toEqual([
      'I would like one Iced Coffee, please.',
      'No, that is all.',
      'My name is Aina. My phone number is 0 1 2 3 4 5 6 7 8 9.',
      'Yes please.',
      'Thank you. Goodbye.',
      undefined,
    ])
  })

  it('asks for the hours where there is nothing to buy', () => {
    expect(createScript({ phone: '+60123456789' }).next('Hello.')).toBe('When are you open today?')
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
