import { describe, expect, it } from 'vitest'
import { parseAllowList } from '../../lib/addresses.ts'
import { createTargets, TargetRefused } from './target.ts'

const PUBLIC = ['203.0.113.7', '2606:4700::7']

/** Spellings of addresses that lead inside, with what the URL parser makes of them. */
const INSIDE = [
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['%31%32%37.0.0.1', '127.0.0.1'],
  ['１２７.０.０.１', '127.0.0.1'],
  ['①②⑦.⓪.⓪.①', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['0', '0.0.0.0'],
  ['10.0.0.5', '10.0.0.5'],
  ['172.16.0.1', '172.16.0.1'],
  ['192.168.1.1', '192.168.1.1'],
  ['169.254.169.254', '169.254.169.254'],
  ['100.64.0.1', '100.64.0.1'],
  ['198.18.0.1', '198.18.0.1'],
  ['224.0.0.1', '224.0.0.1'],
  ['255.255.255.255', '255.255.255.255'],
  ['[::1]', '::1'],
  ['[0:0:0:0:0:0:0:1]', '::1'],
  ['[::]', '::'],
  ['[::127.0.0.1]', '::7f00:1'],
  ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ['[::ffff:8.8.8.8]', '::ffff:808:808'],
  ['[64:ff9b::7f00:1]', '64:ff9b::7f00:1'],
  ['[2002:7f00:1::]', '2002:7f00:1::'],
  ['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['[fe80::1]', 'fe80::1'],
  ['[fd00:ec2::254]', 'fd00:ec2::254'],
  ['[ff02::1]', 'ff02::1'],
  ['localhost', 'localhost'],
  ['LOCALHOST.', 'localhost.'],
  ['foo.localhost', 'foo.localhost'],
  ['ｌｏｃａｌｈｏｓｔ', 'localhost'],
] as const

describe('where a webhook may go', () => {
  it.each(INSIDE)('not to %s', async (spelling, host) => {
    const targets = openTargets()
    const message = `The URL leads to a private or internal address (${host}).`
    for (const protocol of ['https', 'http']) {
      const url = new URL(`${protocol}://${spelling}:8443/hook`)
      await expect(targets.check(url.href)).rejects.toThrow(new TargetRefused(message))
      await expect(targets.check(`${protocol}://${spelling}:8443/hook`)).rejects.toThrow(TargetRefused)
      await expect(targets.addressesOf(url)).rejects.toThrow(TargetRefused)
      expect(targets.inspect(url)).toBe(message)
    }
  })

  it.each([
    ['https://shop.example.com/hook', 'https://shop.example.com/hook'],
    ['https://Shop.Example.com', 'https://shop.example.com/'],
    ['  https://shop.example.com:443/a b?c=d ', 'https://shop.example.com/a%20b?c=d'],
    ['https://shop.example.com:8443/', 'https://shop.example.com:8443/'],
    ['https://shop.example.com:22/', 'https://shop.example.com:22/'],
    ['https://203.0.113.9/hook', 'https://203.0.113.9/hook'],
    ['https://[2606:4700::1]:444/hook', 'https://[2606:4700::1]:444/hook'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://notlocalhost/', 'https://notlocalhost/'],
  ])('to %s, kept as %s', async (text, kept) => expect(await openTargets().check(text)).toBe(kept))

  it.each([
    ['', 'must be a web address'],
    ['shop.example.com/hook', 'must be a web address'],
    ['https://', 'must be a web address'],
    ['https://1.2.3.4.5/', 'must be a web address'],
    ['https://[::1%25eth0]/', 'must be a web address'],
    ['http://shop.example.com/hook', 'must start with https://'],
    ['http://203.0.113.9/hook', 'must start with https://'],
    ['ftp://shop.example.com/', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['shop.example.com:8080', 'must start with https://'],
    ['https://user@shop.example.com/', 'user name or password'],
    ['https://:secret@shop.example.com/', 'user name or password'],
    ['https://shop.example.com@127.0.0.1/', 'user name or password'],
    ['https://shop.example.com/#top', 'fragment'],
    ['https://shop.example.com/#', 'fragment'],
    [`https://shop.example.com/${'a'.repeat(1_976)}`, 'longer than 2,000'],
    [`https://shop.example.com/${'é'.repeat(400)}`, 'longer than 2,000'],
  ])('not to %s: %s', async (text, fault) => {
    const checked = openTargets().check(text)
    await expect(checked).rejects.toThrow(TargetRefused)
    await expect(checked).rejects.toThrow(fault)
  })

  it('to an address of 2,000 characters', async () => {
    const text = `https://shop.example.com/${'a'.repeat(1_975)}`
    expect(await openTargets().check(text)).toBe(text)
  })
})

describe('names', () => {
  it.each([
    [['10.0.0.5']],
    [['203.0.113.7', '10.0.0.5']],
    [['203.0.113.7', '2606:4700::7', '::1']],
    [['::ffff:203.0.113.7']],
    [['not an address']],
  ])('are refused when they answer %j: one bad address is enough', async (answer) => {
    const targets = openTargets({ answer })
    const url = new URL('https://shop.example.com/')
    const refusal = 'The URL leads to a private or internal address (shop.example.com).'
    await expect(targets.check(url.href)).rejects.toThrow(new TargetRefused(refusal))
    await expect(targets.addressesOf(url)).rejects.toThrow(new TargetRefused(refusal))
  })

  it('of the public network lead to every address they answer', async () => {
    const url = new URL('https://shop.example.com/')
    expect(await openTargets().addressesOf(url)).toEqual(PUBLIC)
  })

  it('are judged anew each time: an answer that changes after saving does not help', async () => {
    const answer = ['203.0.113.7']
    const targets = openTargets({ answer })
    const saved = new URL(await targets.check('https://shop.example.com/'))
    expect(await targets.addressesOf(saved)).toEqual(['203.0.113.7'])
    answer[0] = '127.0.0.1'
    await expect(targets.addressesOf(saved)).rejects.toThrow(TargetRefused)
  })

  it.each([{ answer: 'ENOTFOUND' }, { answer: 'ETIMEOUT' }, { answer: [] }])(
    'that cannot be resolved now ($answer) may be saved over https only',
    async (options) => {
      const targets = openTargets(options)
      expect(await targets.check('https://later.example.com/')).toBe('https://later.example.com/')
      await expect(targets.check('http://later.example.com/')).rejects.toThrow('must start with https://')
      const trouble = targets.addressesOf(new URL('https://later.example.com/'))
      await expect(trouble).rejects.not.toThrow(TargetRefused)
      await expect(trouble).rejects.toHaveProperty('code')
    },
  )

  it('are not looked up when they mean this machine', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return PUBLIC
    }
    const targets = createTargets({ allow: parseAllowList(''), resolve })
    await expect(targets.check('https://foo.localhost/')).rejects.toThrow(TargetRefused)
    expect(asked).toBe(0)
  })
})

describe('what the operator allows', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:4000/'],
    ['127.0.0.1', 'https://127.0.0.1:4000/'],
    ['127.0.0.1', 'http://2130706433:4000/'],
    ['::1', 'http://[::1]:4000/'],
    ['10.0.0.0/8', 'http://10.9.8.7/'],
    ['203.0.113.0/24', 'http://203.0.113.9/'],
    ['localhost', 'http://localhost:4000/'],
    ['localhost', 'http://LOCALHOST.:4000/'],
    ['foo.localhost', 'https://foo.localhost/'],
    ['store.internal', 'http://store.internal/'],
  ])('%s opens %s', async (allow, text) => {
    const targets = openTargets({ allow, answer: ['127.0.0.1'] })
    expect(await targets.check(text)).toBe(new URL(text).href)
    expect(targets.inspect(new URL(text))).toBeUndefined()
    expect(await targets.addressesOf(new URL(text))).toHaveLength(1)
  })

  it.each([
    ['127.0.0.1', 'http://127.0.0.2/'],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/'],
    ['127.0.0.1', 'http://localhost/'],
    ['127.0.0.1', 'http://169.254.169.254/'],
    ['localhost', 'http://127.0.0.1/'],
    ['localhost', 'http://foo.localhost/'],
    ['store.internal', 'http://other.internal/'],
  ])('%s does not open %s', async (allow, text) => {
    await expect(openTargets({ allow }).check(text)).rejects.toThrow(TargetRefused)
  })

  it('by address opens names, over http only when every answer lies inside', async () => {
    const url = new URL('http://store.internal/')
    const inside = openTargets({ allow: '10.0.0.0/8', answer: ['10.0.0.1', '10.0.0.2'] })
    expect(await inside.addressesOf(url)).toEqual(['10.0.0.1', '10.0.0.2'])
    const half = openTargets({ allow: '10.0.0.0/8', answer: ['10.0.0.1', '203.0.113.7'] })
    await expect(half.addressesOf(url)).rejects.toThrow('must start with https://')
    expect(await half.check('https://store.internal/')).toBe('https://store.internal/')
    const beyond = openTargets({ allow: '10.0.0.0/8', answer: ['10.0.0.1', '192.168.0.1'] })
    await expect(beyond.check('https://store.internal/')).rejects.toThrow('private or internal')
  })

  it('by name may be saved over http before the name exists', async () => {
    const targets = openTargets({ allow: 'store.internal', answer: 'ENOTFOUND' })
    expect(await targets.check('http://store.internal/')).toBe('http://store.internal/')
  })

  it('does not lift the other rules', async () => {
    const targets = openTargets({ allow: 'store.internal' })
    await expect(targets.check('http://user@store.internal/')).rejects.toThrow('user name')
    await expect(targets.check('http://store.internal/#a')).rejects.toThrow('fragment')
    await expect(targets.check('ftp://store.internal/')).rejects.toThrow('https')
  })
})

/** `answer`: what every name resolves to, or the code with which it fails. */
function openTargets({ allow = '', answer = PUBLIC }: { allow?: string; answer?: string[] | string } = {}) {
  return createTargets({
    allow: parseAllowList(allow),
    async resolve() {
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
      return answer
    },
  })
}
