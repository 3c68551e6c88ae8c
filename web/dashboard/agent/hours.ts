/** Opening hours as the API has them: a day that is missing or empty is closed; with no day at all nobody said. */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]
export type Span = [from: string, to: string]
export type Hours = Partial<Record<Day, Span[]>>
export type Fault = 'incomplete' | 'same' | 'overlap'

export const MOST_SPANS = 6
const USUAL: Span = ['09:00', '18:00']
const FROM = /^([01]\d|2[0-3]):[0-5]\d$/
const TO = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/

/** Somewhere to begin. */
export const usualWeek = (): Hours => Object.fromEntries(days.map((day) => [day, [USUAL]]))

/** Midnight at the end of a day is 24:00, which no clock of a browser can show. */
export const shownEnd = (to: string) => (to === '24:00' ? '00:00' : to)
export const storedEnd = (to: string) => (to === '00:00' ? '24:00' : to)

export const isAllDay = ([from, to]: Span) => from === '00:00' && to === '24:00'
export const isOvernight = ([from, to]: Span) => to !== '' && to < from

/** Sorted as they follow each other, as the API wants them. */
export function inOrder(spans: Span[]): Span[] {
  return [...spans].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

/** Another span after the last one, while there is room in the day. */
export function withOneMore(spans: Span[]): Span[] {
  const last = spans.at(-1)
  if (!last) return [USUAL]
  const hour = Number(last[1].slice(0, 2)) + 1
  return [...spans, isOvernight(last) || hour >= 23 ? ['', ''] : [twoDigits(hour), twoDigits(hour + 1)]]
}

export function copyToAll(hours: Hours, from: Day): Hours {
  return Object.fromEntries(days.map((day) => [day, hours[from] ?? []]))
}

/** What the service would refuse, by day. */
export function faultsIn(hours: Hours): Partial<Record<Day, Fault>> {
  return Object.fromEntries(
    days.flatMap((day) => {
      const fault = faultOf(hours[day] ?? [])
      return fault ? [[day, fault]] : []
    }),
  )
}

function faultOf(spans: Span[]): Fault | undefined {
  if (spans.some(([from, to]) => !FROM.test(from) || !TO.test(to))) return 'incomplete'
  if (spans.some(([from, to]) => from === to)) return 'same'
  const overlaps = spans.some(([from, to], i) => {
    const next = spans[i + 1]
    return next !== undefined && (to < from || to > next[0])
  })
  return overlaps ? 'overlap' : undefined
}

const twoDigits = (hour: number) => `${String(hour).padStart(2, '0')}:00`
