/** Amounts and counts as people type them. Undefined: it is none. */

const MOST_RINGGIT = 1_000_000
const MOST_STOCK = 2 ** 31 - 1

/** `4.50`, `RM 1,234.50`, and `4,50` where the comma parts the sen. */
export function amountIn(text: string): number | undefined {
  const amount = text.trim().replace(/^rm\s*/i, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(amount)
    ? amount.replaceAll(',', '')
    : amount.replace(/,(?=\d{1,2}$)/, '.')
  const value = /^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(plain) ? Number(plain) : undefined
  return value === undefined || value > MOST_RINGGIT ? undefined : value
}

export function stockIn(text: string): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : undefined
  return value === undefined || value > MOST_STOCK ? undefined : value
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** `Kopi O (Ais)` → `kopi-o-ais`: an id that people and spreadsheets can live with. */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
}
