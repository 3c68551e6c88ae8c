/**
 * A key's allowed origin in the form browsers send it, or undefined when no browser could ever send it. Compared as
 * text afterwards: one form, one comparison.
 */
export function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isBare && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : undefined
}

/** Specification, section 5: a key without origins works from anywhere; otherwise a present Origin must be listed. */
export function originAllowed(allowed: readonly string[], origin: string | undefined): boolean {
  return allowed.length === 0 || origin === undefined || allowed.includes(origin)
}
