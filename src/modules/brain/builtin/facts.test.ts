import { describe, expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'
import { factsAsked } from './facts.ts'
import { textOf } from './questions.ts'

const asked = (text: string) => {
  const [clause] = clausesOf(text)
  return clause && factsAsked(clause, textOf(clause))
}

describe('a question of what is in something, or what it is like', () => {
  it.each([
    ['does the nasi lemak have peanuts?', ['nasi', 'lemak'], ['peanuts']],
    ['kopi ada susu tak', ['kopi'], ['susu']],
    ['ada susu tak dalam kopi?', ['kopi'], ['susu']],
    ['is there egg in the donut?', ['donut'], ['egg']],
    ['is the curry spicy?', ['curry'], ['spicy']],
    ['laksa pedas tak?', ['laksa'], ['pedas']],
    ['is it spicy?', [], ['spicy']],
    ['is the karipap gluten free?', ['karipap'], ['gluten']],
    ['how big is the mee kari?', ['mee', 'kari'], ['besar']],
    ['what is kopi c?', ['kopi', 'c'], []],
  ])('%s: %j, %j', (text, thing, facts) => {
    expect(asked(text)).toEqual({ thing, facts })
  })

  it.each([
    'ada kopi susu?',
    'ada susu?',
    'mee kari besar ada?',
    'baju kurung ada size XL?',
    'nak kopi kurang manis',
    'berapa harga mee kari besar?',
    '2 nasi lemak tak pedas',
    'nasi goreng kampung tak pedas',
  ])('%s is another question, or none', (text) => {
    expect(asked(text)).toBeUndefined()
  })
})
