import { describe, expect, it } from 'vitest'
import { withLine } from './talk-store.ts'

const user = (text: string, final = true) => ({ role: 'user' as const, text, final })
const agent = (text: string, final = true) => ({ role: 'agent' as const, text, final })

describe('the transcript', () => {
  it('a line that is being said is replaced until it is final', () => {
    const lines = [
      user('du', false),
      user('dua kopi', false),
      user('Dua kopi.'),
      agent('Baik', false),
      agent('Baik!'),
    ]
    expect(lines.reduce(withLine, [])).toEqual([user('Dua kopi.'), agent('Baik!')])
  })

  it('both may speak at once', () => {
    const lines = [
      agent('Kami buka dari', false),
      user('tunggu', false),
      agent('Kami buka…'),
      user('Tunggu!'),
    ]
    expect(lines.reduce(withLine, [])).toEqual([agent('Kami buka…'), user('Tunggu!')])
  })

  it('the same again is said again', () => {
    expect([user('Hai'), user('Hai')].reduce(withLine, [])).toHaveLength(2)
  })

  it('does not grow for ever', () => {
    const lines = Array.from({ length: 200 }, (_, i) => user(String(i)))
    expect(lines.reduce(withLine, [])).toHaveLength(50)
  })
})
