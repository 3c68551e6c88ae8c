const LABEL = '(?!-)[a-z0-9-]{1,63}(?<!-)'
const HOST = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`)

/**
 * An entry of the allowed domains: `host`, `host:port`, `*.host` or `*.host:port`, lower case. Undefined for anything
 * else, so that an entry that could never match is refused when it is written and not wondered about later.
 */
export function parseAllowedDomain(entry: string): string | undefined {
  const match = /^(.+?)(?::(\d{1,5}))?$/.exec(entry.trim().toLowerCase())
  if (!match) return undefined
  const [, host, port] = match as unknown as [string, string, string | undefined]
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined
  const ascii = host === '[::1]' ? host : toAscii(host)
  if (ascii === undefined) return undefined
  return port === undefined ? ascii : `${ascii}:${Number(port)}`
}

/** Browsers send international names in their ASCII form. */
function toAscii(host: string): string | undefined {
  const wildcard = host.startsWith('*.') ? '*.' : ''
  const url = `https://${host.slice(wildcard.length)}`
  if (/[/?#@\\%\s]/.test(host) || !URL.canParse(url)) return undefined
  const ascii = wildcard + new URL(url).hostname
  return HOST.test(ascii) ? ascii : undefined
}

/**
 * Whether a page of this origin may show the widget. The origin must be written exactly as browsers send it, and be https
 * unless it is this very machine. An entry without a port means the default one.
 */
export function allowsOrigin(entries: readonly string[], origin: string): boolean {
  const site = siteOf(origin)
  return site !== undefined && entries.some((entry) => matches(entry, site))
}

export interface Site {
  host: string
  port: string
  defaultPort: string
}

const DEFAULT_PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' }

export function siteOf(origin: string): Site | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? '']
  if (!url || url.origin !== origin || defaultPort === undefined) return undefined
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return undefined
  return { host: url.hostname, port: url.port || defaultPort, defaultPort }
}

export function isThisMachine(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost')
}

export function matches(entry: string, { host, port, defaultPort }: Site): boolean {
  const [, name = '', entryPort = defaultPort] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? []
  if (entryPort !== port) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
}
