import { BlockList, isIP } from 'node:net'

/** What an operator opens by name or by address. */
export interface AllowList {
  hasName(host: string): boolean
  hasAddress(address: string): boolean
}

const RANGE = /^(.+)\/(\d{1,3})$/

/** Addresses that lead to this machine, into a private network, or to no single host. */
const INTERNAL_IPV4 = subnets(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
)
/** All that is handed out for the public network: mapped, translated, local and multicast addresses lie outside. */
const GLOBAL_IPV6 = subnets('2000::/3')
/** Tunnels inside it that carry an IPv4 address of anybody's choice: Teredo with its neighbours, 6to4. */
const TUNNELS_IPV6 = subnets('2001::/23', '2002::/16')

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/
const NUMERIC = /(^|\.)(\d+|0x[0-9a-f]*)$/

/** True for an address on the public network; false for everything else, also for what is no address. */
export function isPublicAddress(address: string): boolean {
  const version = versionOf(address)
  if (version === 4) return !INTERNAL_IPV4.check(address, 'ipv4')
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !TUNNELS_IPV6.check(address, 'ipv6')
}

/** Whose it is, for limits: who has one IPv6 address has the 2⁶⁴ of its network, and could come from each once. */
export function networkOf(address: string): string {
  if (versionOf(address) !== 6 || address.includes('.')) return address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

/** Reads hosts, addresses and CIDR ranges separated by commas. Throws an Error that completes the sentence "NAME …". */
export function parseAllowList(text: string): AllowList {
  const names = new Set<string>()
  // One list for each version: a common one would find an IPv4 range also under its mapped IPv6 spelling.
  const ranges = { 4: new BlockList(), 6: new BlockList() }
  for (const entry of text.toLowerCase().split(',')) {
    const trimmed = entry.trim()
    if (trimmed === '') continue
    const range = rangeOf(trimmed)
    const name = withoutDot(trimmed)
    if (range) ranges[range.version].addSubnet(range.network, range.prefix, `ipv${range.version}`)
    else if (NAME.test(name) && !NUMERIC.test(name)) names.add(name)
    else throw new Error('must be hosts, addresses or CIDR ranges separated by commas')
  }
  return {
    hasName: (host) => names.has(withoutDot(host.toLowerCase())),
    hasAddress(address) {
      const version = versionOf(address)
      return version !== undefined && ranges[version].check(address, `ipv${version}`)
    },
  }
}

interface Range {
  version: 4 | 6
  network: string
  prefix: number
}

function subnets(...texts: string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const range = rangeOf(text)
    if (!range) throw new Error(`${text} is no range`)
    list.addSubnet(range.network, range.prefix, `ipv${range.version}`)
  }
  return list
}

function rangeOf(text: string): Range | undefined {
  const [, written = text, prefix] = RANGE.exec(text) ?? []
  const network = /^\[(.+)\]$/.exec(written)?.[1] ?? written
  const version = versionOf(network)
  if (!version) return undefined
  const bits = version === 4 ? 32 : 128
  const length = Number(prefix ?? bits)
  return length <= bits ? { version, network, prefix: length } : undefined
}

/** An address with a scope (`fe80::1%eth0`) belongs to one link of one machine, and lists do not understand it. */
function versionOf(address: string): 4 | 6 | undefined {
  const version = address.includes('%') ? 0 : isIP(address)
  return version === 4 || version === 6 ? version : undefined
}

function withoutDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name
}
