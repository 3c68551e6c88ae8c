import { describe, expect, it } from 'vitest'
import { type Call, entriesOf, type Order } from './entries.ts'
import { type Thread, withNewest } from './use-thread.ts'

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 0, 1, 4, 0, second, ms)).toISOString()
const said = (id: string, created_at: string, kind: 'customer' | 'agent' = 'customer') => ({
  id,
  role: kind === 'customer' ? ('user' as const) : ('assistant' as const),
  content: id,
  channel: 'whatsapp',
  created_at,
  author: { kind, id: null },
})
const did = (id: string, created_at: string) => ({ id, tool: 'show_cart', input: {}, result: {}, created_at })
const order = (id: string, created_at: string) => ({ id, created_at }) as Order
const thread = (fields: Partial<Thread>): Thread => ({
  messages: [],
  notes: [],
  actions: [],
  earlier: null,
  ...fields,
})
const shown = (held: Thread, orders: Order[] = [], calls: Call[] = []) =>
  entriesOf(held, orders, calls).map(({ kind, id }) => (kind === 'day' ? 'day' : id))

describe('a thread', () => {
  it('has what was done before the reply, also when it was written in the same moment', () => {
    const held = thread({
      messages: [said('asked', at(1)), said('replied', at(2), 'agent')],
      actions: [did('did', at(2, 1)), did('did too', at(2, 1))],
    })
    expect(shown(held, [order('ordered', at(2))])).toEqual(['day', 'asked', 'did', 'ordered', 'replied'])
    expect(entriesOf(held, [], [])[2]).toMatchObject({
      kind: 'actions',
      actions: [{ id: 'did' }, { id: 'did too' }],
    })
  })

  it('shows no order from before what is loaded', () => {
    const held = thread({ messages: [said('m', at(10))], earlier: at(10) })
    expect(shown(held, [order('old', at(1)), order('new', at(11))])).toEqual(['day', 'm', 'new'])
  })

  it('names who speaks once for words said in a row', () => {
    const held = thread({ messages: [said('a', at(1)), said('b', at(2)), said('c', at(3), 'agent')] })
    expect(entriesOf(held, [], []).map((entry) => entry.kind === 'message' && entry.isFollowing)).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  it('takes the newest page in, and begins anew where it would leave a gap', () => {
    const held = thread({ messages: [said('a', at(1)), said('b', at(2))], earlier: at(1) })
    const next = withNewest(held, thread({ messages: [said('b', at(2)), said('c', at(3))], earlier: at(2) }))
    expect([next.messages.map(({ id }) => id), next.earlier]).toEqual([['a', 'b', 'c'], at(1)])
    const torn = withNewest(held, thread({ messages: [said('z', at(9))], earlier: at(9) }))
    expect([torn.messages.map(({ id }) => id), torn.earlier]).toEqual([['z'], at(9)])
  })
})
