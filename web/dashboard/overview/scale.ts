import { locale } from '../ui/format.tsx'

/** Steps that people count in: 1, 2, 5 and their tens. */
export function niceSteps(most: number, isWhole: boolean): number[] {
  if (most <= 0) return [0]
  const rough = most / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= rough) ?? rough
  const step = isWhole ? Math.max(1, nice) : nice
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step)
}

/** A number with as few letters as an axis has room for: 1.2K, 3M. */
export function short(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

export function percent(part: number, whole: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent' }).format(whole === 0 ? 0 : part / whole)
}

/** A day such as 2026-01-31 in words; it is the shop's own day, whatever the clock here says. */
export function dayName(date: string, style: 'weekday' | 'date' | 'long'): string {
  const styles: Record<typeof style, Intl.DateTimeFormatOptions> = {
    weekday: { weekday: 'short' },
    date: { day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'short' },
  }
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale(), { ...styles[style], timeZone: 'UTC' })
}
