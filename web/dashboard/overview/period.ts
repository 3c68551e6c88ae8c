export const periods = ['today', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const DAYS: Record<Period, number> = { today: 1, week: 7, month: 30 }
const DAY_MS = 86_400_000

export interface Span {
  from: string
  to: string
}

export function isPeriod(value: unknown): value is Period {
  return periods.includes(value as Period)
}

/** So many days up to and with today. */
export function spanOf(period: Period, today: string): Span {
  return { from: daysBefore(today, DAYS[period] - 1), to: today }
}

/** As many days right before. */
export function spanBefore(period: Period, today: string): Span {
  return { from: daysBefore(today, 2 * DAYS[period] - 1), to: daysBefore(today, DAYS[period]) }
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
