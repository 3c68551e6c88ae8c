import { expect, it } from 'vitest'
import type { WidgetMessage } from '../client/wire.ts'
import { withMessages } from './state.ts'
import { textsFor } from './texts.ts'
import { dayBetween, relativeTime, ringgit } from './time.ts'

const message = (id: string, second: number, content = ''): WidgetMessage => ({
  id,
  role: 'user',
  content,
  channel: 'website',
  created_at: `2026-01-01T00:00:0${second}.000Z`,
  author: 'visitor',
  client_id: null,
})

it('a message that comes twice is there once, as it came last, in its place', () => {
  const first = withMessages([], [message('b', 2), message('a', 1)])
  const then = withMessages(first, [message('a', 1, 'changed'), message('c', 3), message('b', 2)])
  expect(then.map(({ id, content }) => id + content)).toEqual(['achanged', 'b', 'c'])
})

it.each([
  [['ms-MY', 'en'], 'ms'],
  [['zh-Hans', 'en'], 'zh'],
  [['', 'zh-CN'], 'zh'],
  [['ta', 'ms'], 'ms'],
  [['fr', undefined], 'en'],
  [['id', 'en'], 'ms'],
])('the languages %j are answered in %s', (languages, expected) => {
  expect(textsFor(...languages).lang).toBe(expected)
})

it('every language has every word', () => {
  const [en, ...others] = [textsFor('en'), textsFor('ms'), textsFor('zh')]
  for (const texts of others) expect(Object.keys(texts)).toEqual(Object.keys(en ?? {}))
})

it.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [5 * 60_000, '5 min. ago'],
  [3 * 3_600_000, '3 hr. ago'],
  [86_400_000, 'yesterday'],
  [30 * 86_400_000, '1 Jan'],
])('%d ms ago is %s', (ago, expected) => {
  const at = '2026-01-01T12:00:00.000Z'
  expect(relativeTime(at, Date.parse(at) + ago, 'en-GB', 'just now')).toMatch(
    new RegExp(`^${expected.replace(/\.? ago/, '\\.? ago')}$`),
  )
})

it('amounts are ringgit with sen', () => {
  expect([6.4, 0, 1234.5].map(ringgit)).toEqual(['RM\u00a06.40', 'RM\u00a00.00', 'RM\u00a01,234.50'])
})

it.each([
  ['2026-03-10T09:00:00', '2026-03-10T10:00:00', undefined],
  [undefined, '2026-03-12T10:00:00', undefined],
  [undefined, '2026-03-11T23:59:00', 'yesterday'],
  ['2026-03-11T10:00:00', '2026-03-12T00:01:00', 'today'],
  [undefined, '2026-03-02T10:00:00', 'Mon, 2 Mar'],
])('after %j, a message of %j begins the day %j', (before, at, expected) => {
  const now = Date.parse('2026-03-12T12:00:00')
  expect(dayBetween(before, at, now, 'en-GB')?.replace(/^Mon 2/, 'Mon, 2')).toBe(expected)
})
