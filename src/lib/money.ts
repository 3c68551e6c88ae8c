/** The whole number of sen; ringgit only appear where JSON meets the outside. */
export type Sen = number

/**
 * Rounded half-up to the sen on the number's decimal text, so that `1.005` is 101 although its binary neighbour lies below.
 * Undefined for what is no amount: negative, not finite.
 */
export function toSen(ringgit: number): Sen | undefined {
  if (!Number.isFinite(ringgit) || ringgit < 0) return undefined
  const [digits = '', exponent = '0'] = String(ringgit).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  // The point moves two places to the right for sen, and by the exponent.
  const point = whole.length + 2 + Number(exponent)
  const all = (whole + fraction).padEnd(point, '0')
  if (point < 0) return 0
  const sen = Number(all.slice(0, point) || '0')
  return (all[point] ?? '0') >= '5' ? sen + 1 : sen
}

export function toRinggit(sen: Sen): number {
  return sen / 100
}

/** As people read it: `6.40`. */
export function formatRinggit(sen: Sen): string {
  return (sen / 100).toFixed(2)
}
