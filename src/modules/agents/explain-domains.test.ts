import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowsOrigin, parseAllowedDomain } from './domains.ts'
import { explainOrigin, faultOfDomain } from './explain-domains.ts'

describe('an entry that cannot be used', () => {
  it.each([
    ['https://shop.example.com/', 'write shop.example.com'],
    ['http://localhost:5173', 'write localhost:5173'],
    ['shop.example.com/menu', 'write shop.example.com'],
    ['*', 'every website'],
    ['shop.*.com', 'only at its beginning'],
    ['shop.example.com:99999', 'port from 1 to 65535'],
    ['my shop', 'must be a host such as'],
    [' ', 'must not be empty'],
  ])('%s: is told what to write instead', (entry, words) => {
    expect(faultOfDomain(entry)).toContain(words)
  })

  it('has a fault exactly when it is refused', () => {
    const words = fc.stringMatching(/^[a-z*.:/ 0-9-]{0,20}$/)
    fc.assert(
      fc.property(words, (entry) => {
        expect(faultOfDomain(entry) === undefined).toBe(parseAllowedDomain(entry) !== undefined)
      }),
    )
  })
})

describe('whether an address may show the chat', () => {
  it.each([
    [['shop.my'], 'https://shop.my', 'shop.my'],
    [['shop.my'], 'https://shop.my/menu?x=1', 'shop.my'],
    [['shop.my'], 'shop.my', 'shop.my'],
    [['a.my', '*.shop.my'], 'https://www.shop.my', '*.shop.my'],
    [['localhost:5173'], 'localhost:5173', 'localhost:5173'],
    [['shop.my:8443'], 'https://shop.my:8443', 'shop.my:8443'],
  ])('%j lets %s in by %s', (entries, address, entry) => {
    expect(explainOrigin(entries, address)).toMatchObject({ allowed: true, entry, reason: null })
  })

  it.each([
    [[], 'https://shop.my', 'No domain is allowed yet. Add shop.my.', 'shop.my'],
    [['shop.my'], 'http://shop.my', 'https pages only', null],
    [['shop.my'], 'not an address', 'no address', null],
    [['shop.my'], 'https://www.shop.my', 'www.shop.my is another host than shop.my', 'www.shop.my'],
    [['www.shop.my'], 'https://shop.my', 'shop.my is another host than www.shop.my', 'shop.my'],
    [['*.shop.my'], 'https://shop.my', 'not shop.my itself', 'shop.my'],
    [['shop.my'], 'https://order.shop.my', '*.shop.my does', 'order.shop.my'],
    [['shop.my'], 'https://shop.my:8443', 'the page is on port 8443', 'shop.my:8443'],
    [['shop.my:8443'], 'https://shop.my', 'it means port 8443', 'shop.my'],
    [['a.my', 'b.my'], 'https://shop.my', 'No entry names this host. Add shop.my.', 'shop.my'],
  ])('%j and %s: %s', (entries, address, reason, suggestion) => {
    const explained = explainOrigin(entries, address)
    expect(explained).toMatchObject({ allowed: false, entry: null, suggestion })
    expect(explained.reason).toContain(reason)
    if (suggestion) expect(explainOrigin([...entries, suggestion], address).allowed).toBe(true)
  })

  it('says the same as the door does', () => {
    const host = fc.constantFrom('shop.my', 'www.shop.my', 'localhost', 'a.b.shop.my', 'other.my')
    const port = fc.constantFrom('', ':8443', ':443', ':80')
    const entry = fc.tuple(fc.constantFrom('', '*.'), host, port).map((parts) => parts.join(''))
    const origin = fc.tuple(fc.constantFrom('https://', 'http://'), host, port).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), origin, (entries, address) => {
        const { origin: sent, allowed } = explainOrigin(entries, address)
        expect(allowed).toBe(allowsOrigin(entries, sent ?? ''))
      }),
    )
  })
})
