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
