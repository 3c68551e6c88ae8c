import { describe, expect, it } from 'vitest'
import { forPeople } from './print.ts'
import { fitted } from './table.ts'

const id = '01a1dd51-f493-7000-8f7c-1bebd054d0b0'
const at = '2026-11-15T03:48:18.197Z'
const long = 'The receiver did not answer in time, and the connection was closed before it could'
const names = ['id', 'event', 'attempts', 'last_error', 'created_at']
const rows = [
  [id, 'message.created', '3', long, at],
  [id, 'order.paid', '1', '–', at],
]
const widthOf = (text: string) => Math.max(...text.split('\n').map((line) => [...line].length))

describe('a table', () => {
  it('is whole where nobody looks, whatever its width', () => {
    const text = fitted(names, rows, undefined) as string
    expect(text).toContain(long)
    expect(text.split('\n')).toHaveLength(3)
  })

  it('is left alone where it fits', () => {
    expect(fitted(names, rows, 400)).toBe(fitted(names, rows, undefined))
  })

  it.each([150, 120, 110])('is no wider than a terminal of %i, and only texts are shortened', (columns) => {
    const text = fitted(names, rows, columns) as string
    expect(widthOf(text)).toBe(columns)
    expect(text).toContain(id)
    expect(text).toContain(at)
    expect(text).toContain('…')
  })

  it('shortens the longest text first', () => {
    expect(fitted(['a', 'b'], [['x'.repeat(20), 'y'.repeat(60)]], 52)).toBe(
      `${'a'.padEnd(20)}  b\n${'x'.repeat(20)}  ${'y'.repeat(29)}…`,
    )
  })

  it('shortens names above values that are shorter', () => {
    expect(fitted(['payment_window_seconds', 'plan'], [['900', 'free']], 18)).toBe(
      'payment_win…  plan\n900           free',
    )
  })

  it('never cuts a character, and keeps a row on its line', () => {
    const text = fitted(['welcome'], [['🌶️ hot\nnoodles 🍜🍜🍜🍜🍜🍜🍜🍜']], 12) as string
    expect(text.isWellFormed()).toBe(true)
    expect(text.split('\n')).toHaveLength(2)
  })

  it('that does not fit all the same becomes lines of name and value, whole', () => {
    expect(fitted(names, rows, 80)).toBeUndefined()
    const json = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])))
    const text = forPeople({ json }, 80)
    expect(text).toContain(`id          ${id}\nevent       message.created`)
    expect(text).toContain(long)
    expect(text.split('\n\n')).toHaveLength(2)
  })
})
