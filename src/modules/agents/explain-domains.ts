import { isThisMachine, matches, parseAllowedDomain, type Site, siteOf } from './domains.ts'

/** Why an entry can be none of the allowed domains; programs go by it, people read the sentence. */
export const domainFaults = ['empty', 'everything', 'address', 'path', 'star', 'port', 'no_host'] as const
/** Why an entry does not let a page in. */
export const mismatches = ['other_port', 'only_subdomains', 'www', 'no_subdomains', 'other_host'] as const
/** Why no entry does. */
export const refusals = ['no_address', 'insecure', 'empty_list', 'near', 'other_host'] as const

interface Why<Code extends string> {
  why: Code
  reason: string
}
type EntryWhy = Why<(typeof domainFaults)[number] | (typeof mismatches)[number]>

/** Why an entry cannot be one of the allowed domains, with what to write instead; undefined for a good one. */
export function faultOfDomain(entry: string): string | undefined {
  return faultIn(entry)?.reason
}

function faultIn(entry: string): Why<(typeof domainFaults)[number]> | undefined {
  const text = entry.trim()
  if (parseAllowedDomain(text) !== undefined) return undefined
  if (text === '') return { why: 'empty', reason: 'must not be empty' }
  if (text === '*') {
    const reason = 'would allow every website; name the host of your shop, such as shop.example.com'
    return { why: 'everything', reason }
  }
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    return { why: 'address', reason: `must be the host alone: write ${new URL(text).host}` }
  }
  if (/[/?#]/.test(text)) {
    return { why: 'path', reason: `must be the host alone, without a path: ${hostIn(text)}` }
  }
  if (text.includes('*')) {
    const reason = 'may have a star only at its beginning, for all subdomains: *.example.com'
    return { why: 'star', reason }
  }
  if (/:\d+$/.test(text)) return { why: 'port', reason: 'must have a port from 1 to 65535' }
  return {
    why: 'no_host',
    reason: 'must be a host such as shop.example.com, *.example.com or localhost:5173',
  }
}

function hostIn(text: string): string {
  const host = text.split(/[/?#]/)[0] ?? ''
  return parseAllowedDomain(host) === undefined ? 'shop.example.com' : `write ${host}`
}

export interface Explanation {
  /** As browsers send it for pages there; null when it is no address. */
  origin: string | null
  allowed: boolean
  /** The entry that lets it in. */
  entry: string | null
  why: (typeof refusals)[number] | null
  /** Why none does, in a sentence. */
  reason: string | null
  /** What could be added to let it in; null when nothing could. */
  suggestion: string | null
  /** Each entry, and why it does not match. */
  entries: Judged[]
}

interface Judged {
  entry: string
  matches: boolean
  why: EntryWhy['why'] | null
  reason: string | null
}

/** Whether pages of an address may show the chat, and which entry says so, or why none does. */
export function explainOrigin(entries: readonly string[], address: string): Explanation {
  const origin = originIn(address)
  const site = origin === undefined ? undefined : siteOf(origin)
  const judged = entries.map((entry) => judge(entry, site))
  if (!origin || !site) {
    const because = origin === undefined ? NO_ADDRESS : INSECURE
    const nothing = { allowed: false, entry: null, suggestion: null }
    return { ...nothing, ...because, origin: origin ?? null, entries: judged }
  }
  const entry = judged.find((one) => one.matches)?.entry ?? null
  const suggestion = site.port === site.defaultPort ? site.host : `${site.host}:${site.port}`
  if (entry !== null) {
    return { origin, allowed: true, entry, why: null, reason: null, suggestion: null, entries: judged }
  }
  return { origin, allowed: false, entry, ...noneOf(judged, suggestion), suggestion, entries: judged }
}

const NO_ADDRESS = {
  why: 'no_address',
  reason: 'This is no address of a web page. Copy it from the browser, such as https://shop.example.com.',
} as const
const INSECURE = {
  why: 'insecure',
  reason: 'The chat works on https pages only; plain http is for localhost.',
} as const

/** People paste what the browser shows: a whole address, or a host alone. */
function originIn(address: string): string | undefined {
  const text = address.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : undefined
}

function schemeFor(host: string): 'http' | 'https' {
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  return url && isThisMachine(url.hostname) ? 'http' : 'https'
}

/** An entry may be one that somebody is still writing. */
function judge(written: string, site: Site | undefined): Judged {
  const entry = parseAllowedDomain(written)
  const fault = entry === undefined ? faultIn(written) : undefined
  if (fault) return { entry: written, matches: false, ...fault }
  if (entry === undefined || !site) return { entry: written, matches: false, why: null, reason: null }
  if (matches(entry, site)) return { entry, matches: true, why: null, reason: null }
  return { entry, matches: false, ...whyNot(entry, site) }
}

function noneOf(judged: Judged[], suggestion: string): Why<(typeof refusals)[number]> {
  if (judged.length === 0)
    return { why: 'empty_list', reason: `No domain is allowed yet. Add ${suggestion}.` }
  const near = judged.find(({ why }) => why !== OTHER.why)
  return near
    ? { why: 'near', reason: `${near.entry} does not match: ${near.reason}.` }
    : { why: 'other_host', reason: `No entry names this host. Add ${suggestion}.` }
}

const OTHER = { why: 'other_host', reason: 'it names another host' } as const

function whyNot(entry: string, site: Site): EntryWhy {
  const [, name = '', port] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? []
  const isWildcard = name.startsWith('*.')
  const bare = isWildcard ? name.slice(2) : name
  const onSite = isWildcard ? site.host.endsWith(`.${bare}`) : site.host === bare
  if (onSite) {
    const wanted = port === undefined ? `the usual port ${site.defaultPort}` : `port ${port}`
    return { why: 'other_port', reason: `it means ${wanted}, and the page is on port ${site.port}` }
  }
  if (isWildcard && site.host === bare) {
    const reason = `it means the subdomains of ${bare}, not ${bare} itself, which needs an entry of its own`
    return { why: 'only_subdomains', reason }
  }
  if (!isWildcard && (site.host === `www.${bare}` || bare === `www.${site.host}`)) {
    const reason = `${site.host} is another host than ${bare} and needs an entry of its own`
    return { why: 'www', reason }
  }
  if (!isWildcard && site.host.endsWith(`.${bare}`)) {
    return { why: 'no_subdomains', reason: `it does not include subdomains; *.${bare} does` }
  }
  return OTHER
}
