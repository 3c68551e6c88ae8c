import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, networkOf, parseAllowList } from './addresses.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['no address', 'no address'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('public addresses', () => {
  it.each([
    ['1.1.1.1', true],
    ['9.255.255.255', true],
    ['11.0.0.0', true],
    ['100.63.255.255', true],
    ['100.128.0.0', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['192.0.1.0', true],
    ['192.0.2.1', true],
    ['198.17.255.255', true],
    ['198.20.0.0', true],
    ['198.51.100.1', true],
    ['203.0.113.1', true],
    ['223.255.255.255', true],
    ['0.0.0.0', false],
    ['0.255.255.255', false],
    ['10.0.0.1', false],
    ['100.64.0.0', false],
    ['100.127.255.255', false],
    ['127.0.0.1', false],
    ['127.255.255.255', false],
    ['169.254.169.254', false],
    ['172.16.0.0', false],
    ['172.31.255.255', false],
    ['192.0.0.8', false],
    ['192.88.99.1', false],
    ['192.168.0.1', false],
    ['198.18.0.0', false],
    ['198.19.255.255', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
  ])('IPv4 %s: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

  it.each([
    ['2001:200::1', true],
    ['2001:4860:4860::8888', true],
    ['2003::1', true],
    ['2606:4700:4700::1111', true],
    ['2A00:1450:4001:800::200E', true],
    ['3fff:ffff::1', true],
    ['::', false],
    ['::1', false],
    ['::7f00:1', false],
    ['::8.8.8.8', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['::ffff:0:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::8.8.8.8', false],
    ['64:ff9b:1::1', false],
    ['100::1', false],
    ['1fff:ffff::1', false],
    ['2001::1', false],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false],
    ['2001:1ff:ffff::1', false],
    ['2002:7f00:1::', false],
    ['2002:808:808::1', false],
    ['4000::1', false],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['2606:4700:4700::1111%eth0', false],
    ['fec0::1', false],
    ['ff02::1', false],
  ])('IPv6 %s: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

  it.each([
    '',
    ' ',
    'example.com',
    '127.1',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '[2606:4700::1]',
    '2606:4700',
    '8.8.8.8/32',
  ])('"%s" is no address, so it is not public', (text) => expect(isPublicAddress(text)).toBe(false))

  it('no address with an internal network in front is public, whatever follows', () => {
    const heads = ['10', '127', '169.254', '192.168', '172.16', '172.31', '100.64', '198.19', '224', '255']
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.array(byte, { minLength: 3, maxLength: 3 }), (head, rest) => {
        expect(isPublicAddress([...head.split('.'), ...rest].slice(0, 4).join('.'))).toBe(false)
      }),
    )
  })

  it('of all IPv6 only what begins with 2 or 3 can be public', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const [first = '', second = ''] = groups
        const isTunnel = first === '2002' || (first === '2001' && Number.parseInt(second, 16) < 0x200)
        expect(isPublicAddress(groups.join(':'))).toBe(/^[23]...$/.test(first) && !isTunnel)
      }),
    )
  })
})

const byte = fc.integer({ min: 0, max: 255 })

describe('an allow list', () => {
  const allow = parseAllowList(
    ' 127.0.0.1, 10.1.2.3/8 ,[::1],fd00::/8,[2001:DB8::]/32, localhost,Store.Internal.,my_box ,,',
  )

  it.each([
    ['127.0.0.1', true],
    ['127.0.0.2', false],
    ['10.0.0.0', true],
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['::2', false],
    ['fd12:3456::1', true],
    ['fc00::1', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::1%lo', false],
    ['localhost', false],
    ['', false],
  ])('address %s: %s', (address, isAllowed) => expect(allow.hasAddress(address)).toBe(isAllowed))

  it('does not take the mapped spelling of an allowed IPv4 address for that address', () => {
    expect(allow.hasAddress('::ffff:127.0.0.1')).toBe(false)
    expect(allow.hasAddress('::ffff:7f00:1')).toBe(false)
    expect(parseAllowList('::ffff:127.0.0.1').hasAddress('127.0.0.1')).toBe(false)
  })

  it.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['localhost.', true],
    ['foo.localhost', false],
    ['store.internal', true],
    ['Store.Internal.', true],
    ['my_box', true],
    ['internal', false],
    ['a.store.internal', false],
    ['127.0.0.1', false],
    ['', false],
    ['.', false],
  ])('name %s: %s', (host, isAllowed) => expect(allow.hasName(host)).toBe(isAllowed))

  it.each(['', ' ', ' , '])('of "%s" is empty', (text) => {
    const empty = parseAllowList(text)
    expect([empty.hasName(''), empty.hasName('localhost'), empty.hasAddress('127.0.0.1')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('of every address has every address of its version', () => {
    const all = parseAllowList('0.0.0.0/0')
    expect([all.hasAddress('0.0.0.0'), all.hasAddress('255.255.255.255'), all.hasAddress('::1')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each([
    '10.0.0.0/40',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0',
    '127.1',
    '256.0.0.1',
    '0x7f000001',
    '::1/129',
    '[::1',
    'fe80::1%eth0',
    'localhost/8',
    'localhost:3000',
    'http://x',
    'a b',
    'a..b',
    '.',
    '-a',
    '*',
    '*.example.com',
    '127.0.0.1;10.0.0.1',
    '127.0.0.1, *',
  ])('refuses "%s"', (text) => {
    expect(() => parseAllowList(text)).toThrow('must be hosts, addresses or CIDR ranges separated by commas')
  })
})
