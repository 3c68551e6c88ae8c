import { describe, expect, it } from 'vitest'
import { filtersOf, readSearch } from './filters.ts'

describe('what the inbox is narrowed to', () => {
  it('says of every part that is unfit or not there that it is not, so that the address cannot bring it back', () => {
    const read = readSearch({ status: 'nonsense', handler: 1, q: ['x'], details: 'yes' })
    expect(read).toStrictEqual({
      ...{ status: undefined, handler: undefined, details: undefined, q: undefined },
      ...{ channel: undefined, label: undefined, agent_id: undefined },
    })
  })

  it('is nothing at all where nothing was chosen', () => {
    expect(filtersOf(readSearch({ details: true }))).toStrictEqual({})
    expect(filtersOf(readSearch({ status: 'open', q: 42 }))).toStrictEqual({ status: 'open', q: '42' })
  })
})
