import { isThisMachine, matches, parseAllowedDomain, type Site, siteOf } from './domains.ts'

/** Why an entry cannot be one of the allowed domains, with what to write instead; undefined for a good one. */
export function faultOfDomain(entry: string): string | undefined {
  const text = entry.trim()
  if (parseAllowedDomain(text) !== undefined) return undefined
  if (text === '') return 'must not be empty'
  if (text === '*') return 'would allow every website; name the host of your shop, such as shop.example.com'
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    return `must be the host alone: write ${new URL(text).host}`
  }
  if (/[/?#]/.test(text)) return `must be the host alone, without a path: ${hostIn(text)}`
  if (text.includes('*')) return 'may have a star only at its beginning, for all subdomains: *.example.com'
  if (/:\d+$/.test(text)) return 'must have a port from 1 to 65535'
  return 'must be a host such as shop.example.com, *.example.com or localhost:5173'
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
  /** Why none does, in a sentence. */
  reason: string | null
  /** What could be added to let it in; null when nothing could. */
  suggestion: string | null
  /** Each entry, and why it does not match. */
  entries: { entry: string; matches: boolean; reason: string | null }[]
}

/** Whether pages of an address may show the chat, and which entry says so, or why none does. */
export function explainOrigin(entries: readonly string[], address: string): Explanation {
  const origin = originIn(address)
  const site = origin === undefined ? undefined : siteOf(origin)
  if (!origin || !site) {
    const reason = origin === undefined ? NO_ADDRESS : INSECURE
    return { origin: origin ?? null, allowed: false, entry: null, reason, suggestion: null, entries: [] }
  }
  const judged = entries.map((entry) => {
    const fits = matches(entry, site)
    return { entry, matches: fits, reason: fits ? null : whyNot(entry, site) }
  })
  const entry = judged.find((one) => one.matches)?.entry ?? null
  const suggestion = site.port === site.defaultPort ? site.host : `${site.host}:${site.port}`
  return {
    origin,
    allowed: entry !== null,
    entry,
    reason: entry === null ? noneOf(judged, suggestion) : null,
    suggestion: entry === null ? suggestion : null,
    entries: judged,
  }
}

const NO_ADDRESS =
  'This is no address of a web page. Copy it from the browser, such as https://shop.example.com.'
const INSECURE = 'The chat works on https pages only; plain http is for localhost.'

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

function noneOf(judged: { entry: string; reason: string | null }[], suggestion: string): string {
  if (judged.length === 0) return `No domain is allowed yet. Add ${suggestion}.`
  const near = judged.find(({ reason }) => reason !== OTHER)
  return near
    ? `${near.entry} does not match: ${near.reason}.`
    : `No entry names this host. Add ${suggestion}.`
}

const OTHER = 'it names another host'

function whyNot(entry: string, site: Site): string {
  const [, name = '', port] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? []
  const isWildcard = name.startsWith('*.')
  const bare = isWildcard ? name.slice(2) : name
  const onSite = isWildcard ? site.host.endsWith(`.${bare}`) : site.host === bare
  if (onSite) {
    const wanted = port === undefined ? `the usual port ${site.defaultPort}` : `port ${port}`
    return `it means ${wanted}, and the page is on port ${site.port}`
  }
  if (isWildcard && site.host === bare) {
    return `it means the subdomains of ${bare}, not ${bare} itself, which needs an entry of its own`
  }
  if (!isWildcard && (site.host === `www.${bare}` || bare === `www.${site.host}`)) {
    return `${site.host} is another host than ${bare} and needs an entry of its own`
  }
  if (!isWildcard && site.host.endsWith(`.${bare}`)) {
    return `it does not include subdomains; *.${bare} does`
  }
  return OTHER
}
