const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** “5 min ago”; after a week the date. */
export function relativeTime(iso: string, now: number, lang: string, justNow: string): string {
  const then = Date.parse(iso)
  if (Number.isNaN(then)) return ''
  const ago = now - then
  if (ago < MINUTE_MS) return justNow
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' })
  if (ago < HOUR_MS) return words.format(-Math.floor(ago / MINUTE_MS), 'minute')
  if (ago < DAY_MS) return words.format(-Math.floor(ago / HOUR_MS), 'hour')
  if (ago < 7 * DAY_MS) return words.format(-Math.floor(ago / DAY_MS), 'day')
  return new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short' }).format(then)
}

export function exactTime(iso: string, lang: string): string {
  const then = Date.parse(iso)
  if (Number.isNaN(then)) return ''
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(then)
}

/** The day of a message where it begins a new one: “yesterday”, “12 Jan”; undefined within a day. */
export function dayBetween(
  before: string | undefined,
  iso: string,
  now: number,
  lang: string,
): string | undefined {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  const then = midnight(Date.parse(iso))
  // A conversation that began today needs no date.
  if (then === midnight(before === undefined ? now : Date.parse(before))) return undefined
  // A device whose clock is slow has messages from tomorrow.
  const days = Math.max(0, Math.round((midnight(now) - then) / DAY_MS))
  if (days < 2) return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-days, 'day')
  return new Intl.DateTimeFormat(lang, { weekday: 'short', day: 'numeric', month: 'short' }).format(then)
}

/** “RM 1,234.50” */
export function ringgit(amount: number): string {
  const figures = amount.toLocaleString('en-MY', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `RM\u00a0${figures}`
}
