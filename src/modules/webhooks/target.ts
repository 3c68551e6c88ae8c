import { isIP } from 'node:net'
import { type AllowList, isPublicAddress } from '../../lib/addresses.ts'
import { type Resolve, resolveHost } from './resolve.ts'

/** Where webhooks may go: to the public network over https, and wherever the operator allows. */
export interface Targets {
  /** The address as it is kept, when it may be saved; throws TargetRefused with a sentence for people. */
  check(text: string): Promise<string>
  /** What is wrong with an address as far as it can be seen without asking name servers. */
  inspect(url: URL): string | undefined
  /** Every address behind a host; throws TargetRefused when one of them is not allowed. */
  addressesOf(url: URL, signal?: AbortSignal): Promise<string[]>
}

/** Its message is a sentence for whoever set the URL. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

const LONGEST = 2_000
const SAVE_TIMEOUT_MS = 5_000
const UNREADABLE = 'The URL must be a web address such as https://shop.example.com/webhooks.'
const TOO_LONG = 'The URL must not be longer than 2,000 characters.'
const NOT_HTTPS = 'The URL must start with https://.'
const CREDENTIALS = 'The URL must not contain a user name or password.'
const FRAGMENT = 'The URL must not contain a fragment (#).'
/** Names the host, never the address found behind it: what internal names stand for is nobody's business. */
const internal = (host: string) => `The URL leads to a private or internal address (${host}).`

export function createTargets({
  allow,
  resolve = resolveHost,
}: {
  allow: AllowList
  resolve?: Resolve
}): Targets {
  function inspect(url: URL): string | undefined {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return NOT_HTTPS
    if (url.username !== '' || url.password !== '') return CREDENTIALS
    if (url.href.includes('#')) return FRAGMENT
    const host = hostOf(url)
    if (isIP(host)) return judge(url, [host])
    return isLocal(host) && !allow.hasName(host) ? internal(host) : undefined
  }

  function judge(url: URL, addresses: string[]): string | undefined {
    const host = hostOf(url)
    if (allow.hasName(host)) return undefined
    const unlisted = addresses.filter((address) => !allow.hasAddress(address))
    if (!unlisted.every(isPublicAddress)) return internal(host)
    return unlisted.length > 0 && url.protocol !== 'https:' ? NOT_HTTPS : undefined
  }

  async function addressesOf(url: URL, signal?: AbortSignal): Promise<string[]> {
    refuseFor(inspect(url))
    const host = hostOf(url)
    if (isIP(host)) return [host]
    const addresses = await resolve(host, signal)
    if (addresses.length === 0) throw Object.assign(new Error(`no address of ${host}`), { code: 'ENOTFOUND' })
    refuseFor(judge(url, addresses))
    return addresses
  }

  return {
    inspect,
    addressesOf,

    async check(text) {
      if (text.length > LONGEST) throw new TargetRefused(TOO_LONG)
      if (!URL.canParse(text)) throw new TargetRefused(UNREADABLE)
      const url = new URL(text)
      // Reading it encodes what is not ASCII, which makes it longer.
      if (url.href.length > LONGEST) throw new TargetRefused(TOO_LONG)
      try {
        await addressesOf(url, AbortSignal.timeout(SAVE_TIMEOUT_MS))
      } catch (error) {
        if (error instanceof TargetRefused) throw error
        // A name that nobody knows yet may come; it is judged again whenever a connection is opened.
        if (url.protocol !== 'https:' && !allow.hasName(hostOf(url))) throw new TargetRefused(NOT_HTTPS)
      }
      return url.href
    },
  }
}

/** The host as sockets want it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** These names mean this machine, whatever a name server says. */
function isLocal(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host)
}

function refuseFor(fault: string | undefined): void {
  if (fault !== undefined) throw new TargetRefused(fault)
}
