import { describe, expect, it } from 'vitest'
import { allowsOrigin } from './domains.ts'

describe('a page may show the widget', () => {
  it.each([
    ['shop.example', 'https://shop.example'],
    ['shop.example:443', 'https://shop.example'],
    ['shop.example:8443', 'https://shop.example:8443'],
    ['*.shop.example', 'https://www.shop.example'],
    ['*.shop.example', 'https://a.b.shop.example'],
    ['*.shop.example:8443', 'https://www.shop.example:8443'],
    ['xn--kopi-2na.example', 'https://xn--kopi-2na.example'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost', 'http://localhost'],
    ['localhost', 'https://localhost'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['*.localhost:3000', 'http://shop.localhost:3000'],
  ])('entry %s, page %s', (entry, origin) => {
    expect(allowsOrigin(['other.example', entry], origin)).toBe(true)
  })

  it.each([
    ['shop.example', 'http://shop.example', 'is not encrypted'],
    ['shop.example', 'https://shop.example:8443', 'has another port'],
    ['shop.example:8443', 'https://shop.example', 'has the default port'],
    ['shop.example', 'https://www.shop.example', 'is a subdomain'],
    ['*.shop.example', 'https://shop.example', 'is the bare domain'],
    ['*.shop.example', 'https://evilshop.example', 'only ends alike'],
    ['*.shop.example', 'https://.shop.example', 'has an empty label'],
    ['shop.example', 'https://shop.example.evil.example', 'only begins alike'],
    ['shop.example', 'https://shop.example@evil.example', 'hides its host'],
    ['shop.example', 'https://shop.example/', 'is no origin'],
    ['shop.example', 'https://shop.example.', 'ends with a dot'],
    ['shop.example', 'HTTPS://SHOP.EXAMPLE', 'is not written as browsers do'],
    ['shop.example', 'null', 'has no origin'],
    ['shop.example', '', 'says nothing'],
    ['shop.example', 'file://shop.example', 'is a file'],
    ['shop.example', 'ws://shop.example', 'is no page'],
    ['localhost:3000', 'http://localhost:3001', 'is another program on this machine'],
    ['localhost.evil.example', 'http://localhost.evil.example', 'only begins with localhost'],
  ])('not so with entry %s, page %s: it %s', (entry, origin) => {
    expect(allowsOrigin([entry], origin)).toBe(false)
  })

  it('nowhere without entries', () => {
    expect(allowsOrigin([], 'https://shop.example')).toBe(false)
  })
})
