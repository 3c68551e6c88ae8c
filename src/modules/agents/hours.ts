export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]
type Span = [from: string, to: string]

/** When a shop is open, by day; a day that is missing is closed. Empty when nobody said. */
export type OpeningHours = Partial<Record<Day, Span[]>>

const ENTRY = /^(\w{3})(?:\s*-\s*(\w{3}))?\s+(closed|.+)$/
const SPAN = /^(\d{1,2})[:.](\d{2})\s*-\s*(\d{1,2})[:.](\d{2})$/

/** `mon-fri 08:00-18:00, sat 09:00-13:00 14:00-17:00, sun closed`; undefined for anything else. */
export function parseHours(text: string): OpeningHours | undefined {
  const hours: OpeningHours = {}
  for (const part of text.toLowerCase().split(',')) {
    const [, first = '', last = first, when = ''] = ENTRY.exec(part.trim()) ?? []
    const from = days.indexOf(first as Day)
    const to = days.indexOf(last as Day)
    const spans = when === 'closed' ? [] : when.split(/\s+(?=\d)/).map(parseSpan)
    if (from < 0 || to < 0 || when === '' || spans.some((span) => span === undefined)) return undefined
    for (let day = from; ; day = (day + 1) % days.length) {
      hours[days[day] as Day] = spans as Span[]
      if (day === to) break
    }
  }
  return hours
}

export function writeHours(hours: OpeningHours): string {
  return days
    .filter((day) => hours[day] !== undefined)
    .map((day) => `${day} ${hours[day]?.map((span) => span.join('-')).join(' ') || 'closed'}`)
    .join(', ')
}

/** Whether it is open at that moment there; undefined when nobody said when it is. A span may end after midnight. */
export function isOpenAt(hours: OpeningHours, timeZone: string, moment: Date): boolean | undefined {
  if (Object.keys(hours).length === 0) return undefined
  const { day, time } = clockAt(timeZone, moment)
  const yesterday = days[(days.indexOf(day) + 6) % 7] as Day
  const overnight = (hours[yesterday] ?? []).some(([from, to]) => to < from && time < to)
  return overnight || (hours[day] ?? []).some(([from, to]) => time >= from && (to < from || time < to))
}

export function clockAt(timeZone: string, moment: Date): { day: Day; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { day: part('weekday').toLowerCase() as Day, time: `${part('hour')}:${part('minute')}` }
}

function parseSpan(text: string): Span | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] = (SPAN.exec(text.trim()) ?? []).map(Number)
  if (fromHour === undefined || fromMinute === undefined || toHour === undefined || toMinute === undefined)
    return undefined
  if (fromHour > 23 || toHour > 24 || fromMinute > 59 || toMinute > 59 || (toHour === 24 && toMinute > 0))
    return undefined
  const written = (hour: number, minute: number) =>
    `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return [written(fromHour, fromMinute), written(toHour, toMinute)]
}
