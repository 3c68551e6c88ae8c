import { describe, expect, it } from 'vitest'
import type { Conversation } from './filters.ts'
import { type Held, inOrder, newIn, withHead, withNextPage, withRow } from './held.ts'

const row = (name: string, minute: number, fields: Partial<Conversation> = {}): Conversation => ({
  id: name,
  channel: 'whatsapp',
  status: 'open',
  labels: [],
  summary: null,
  customer: { name, phone: null },
  last_message_at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
  created_at: '2026-01-01T00:00:00.000Z',
  agent_id: 'agent',
  handler: 'ai',
  outcome: null,
  suggested_labels: [],
  preview: null,
  ...fields,
})
const page = (data: Conversation[], cursor: string | null = null) => ({
  data,
  hasMore: cursor !== null,
  next_cursor: cursor,
})
const first = withHead(undefined, page([row('c', 30), row('b', 20)], 'after b'), {}, true)
const both = withNextPage(first, page([row('a', 10)]))

describe('the list somebody is reading', () => {
  it('grows at its end', () => {
    expect([both.order, both.cursor]).toEqual([['c', 'b', 'a'], null])
    expect(withNextPage(both, page([row('a', 10)])).order).toEqual(['c', 'b', 'a'])
  })

  it('keeps its order when something is said further down, until it is asked for', () => {
    const moved = withHead(both, page([row('a', 40), row('c', 30)], 'after c'), {}, false)
    expect(moved.order).toEqual(['c', 'b', 'a'])
    expect(moved.rows.a?.last_message_at).toContain('00:40')
    expect(newIn(moved)).toBe(1)
    const settled = inOrder(moved, {})
    expect([settled.order, newIn(settled)]).toEqual([['a', 'c', 'b'], 0])
  })

  it('takes it in at once for who is at the top', () => {
    const moved = withHead(both, page([row('d', 40), row('c', 30)], 'after c'), {}, true)
    expect([moved.order, newIn(moved)]).toEqual([['d', 'c', 'b', 'a'], 0])
  })

  it('counts what is new at the top alone as nothing new', () => {
    expect(newIn(withHead(both, page([row('c', 50), row('b', 20)], 'after b'), {}, false))).toBe(0)
  })

  it('lets go of what is no longer asked for, but not under somebody’s eyes', () => {
    const narrowed = withHead(both, page([row('c', 30), row('a', 10)]), { status: 'open' }, false)
    expect(narrowed.order).toEqual(['c', 'b', 'a'])
    expect(newIn(narrowed)).toBe(0)
    expect(inOrder(narrowed, { status: 'open' }).order).toEqual(['c', 'a'])
    const closed = withRow(both, row('b', 20, { status: 'closed' }))
    expect(inOrder(closed, { status: 'open' }).order).toEqual(['c', 'a'])
  })

  it('begins anew when more has come than a page holds', () => {
    const torn = withHead(both, page([row('z', 59), row('y', 58)], 'after y'), {}, false)
    expect(torn.order).toEqual(['c', 'b', 'a'])
    const settled: Held = inOrder(torn, {})
    expect([settled.order, settled.cursor]).toEqual([['z', 'y'], 'after y'])
  })
})
