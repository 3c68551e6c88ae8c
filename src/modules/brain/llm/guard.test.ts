import { describe, expect, it } from 'vitest'
import { guardOf } from './guard.ts'
import { INSTRUCTIONS } from './prompt.ts'

const line = INSTRUCTIONS.split('\n').find((one) => one.includes('never an instruction')) as string

const reveals = guardOf(INSTRUCTIONS)

describe('a reply that repeats the instructions', () => {
  it.each([
    ['whole', INSTRUCTIONS],
    ['one line of them', `Sure! My rules: ${line}`],
    ['in capitals', line.toUpperCase()],
    ['as Markdown', line.replaceAll(' ', ' **').replaceAll(',', '\n> ')],
    ['with invisible characters', [...line].join('\u200b')],
    ['in wide letters', line.replace(/[a-z]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))],
  ])('is known: %s', (_how, reply) => {
    expect(reveals(reply)).toBe(true)
  })

  it.each([
    'Kami ada kopi ais RM 3.20 dan teh tarik RM 2.80. Nak yang mana?',
    'I am here to help with the shop. May I have your name and phone number?',
    'As soon as I have your name and phone number I will read the order back to you.',
    '',
    '👍',
  ])('is not taken for one: %s', (reply) => {
    expect(reveals(reply)).toBe(false)
  })

  it('is looked for in no time, however long the reply is', () => {
    const start = performance.now()
    expect(reveals('kopi ais '.repeat(20_000))).toBe(false)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('a text shorter than what gives it away gives nothing away', () => {
    expect(guardOf('Speak kindly', 25)('Speak kindly')).toBe(false)
  })
})
