import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Said } from '../brain.ts'
import { messagesOf, shorten } from './messages.ts'

describe('the conversation as a model gets it', () => {
  it('is what was said, with those in a row as one', () => {
    const [a, b, c, d] = said(['user', 'Hi'], ['assistant', 'Hello!'], ['user', 'nak kopi'], ['user', 'ais'])
    expect(messagesOf({ history: [a, b, c, d], heard: [c, d] })).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'nak kopi\nais' },
    ])
  })

  it('ends with what is to be answered, whether the history holds it or not, whatever came after', () => {
    const [a, b, c] = said(['user', 'Hi'], ['user', 'nak kopi'], ['assistant', 'One moment'])
    const expected = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'One moment' },
      { role: 'user', content: 'nak kopi' },
    ]
    expect(messagesOf({ history: [a, b, c], heard: [b] })).toEqual(expected)
    expect(messagesOf({ history: [a, c], heard: [b] })).toEqual(expected)
  })

  it('begins with a user', () => {
    const [a, b] = said(['assistant', 'Welcome!'], ['user', 'Hi'])
    expect(messagesOf({ history: [a, b], heard: [b] }).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
  })

  it('is bounded, keeps the newest, and of a long message both ends', () => {
    const long = `start ${'x'.repeat(100_000)} 012-3456789`
    const history = said(
      ...Array.from({ length: 40 }, (_, i) => [i % 2 ? 'assistant' : 'user', long] as const),
    )
    history.push(...said(['user', `${long} end`]))
    const messages = messagesOf({ history, heard: history.slice(-1) })
    expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(25_000)
    expect(messages.at(-1)?.content).toMatch(/^start x+[\s\S]*characters left out[\s\S]*012-3456789 end$/)
  })

  it('holds for anything that was ever said', () => {
    const one = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.string({ unit: 'binary', maxLength: 6_000, size: 'max' }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.string({ unit: 'binary' }), (before, last) => {
        const history = said(...before.map(({ role, content }) => [role, content] as const), ['user', last])
        const messages = messagesOf({ history, heard: history.slice(-1) })
        expect(messages[0]?.role).toBe('user')
        expect(messages.at(-1)?.role).toBe('user')
        for (const [i, { role, content }] of messages.entries()) {
          expect(role).not.toBe(messages[i - 1]?.role)
          expect(content.trim()).not.toBe('')
          expect(content.isWellFormed() && !content.includes('\0')).toBe(true)
        }
        expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(25_000)
      }),
      { numRuns: 50 },
    )
  })
})

it('no half of a character is left at a cut', () => {
  expect(shorten('😀'.repeat(5_000), 999).isWellFormed()).toBe(true)
})

function said<T extends readonly (readonly [Said['role'], string])[]>(...words: T): { [I in keyof T]: Said } {
  count += words.length
  return words.map(([role, content], i) => ({
    role,
    content,
    at: new Date(1_700_000_000_000 + (count + i) * 1_000).toISOString(),
  })) as unknown as { [I in keyof T]: Said }
}

let count = 0
