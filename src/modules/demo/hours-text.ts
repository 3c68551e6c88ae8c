import { clockAt, type Day, days, isOpenAt, type OpeningHours } from '../agents/index.ts'

const NAMES: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Days with the same hours in one line: `Monday – Friday`, `7 am – 6 pm`. */
export function weekOf(hours: OpeningHours): { days: string; times: string }[] {
  const lines: { first: Day; last: Day; times: string }[] = []
  for (const day of days) {
    const times = hours[day]?.map((span) => span.map(clock).join(' – ')).join(', ') || 'closed'
    const before = lines.at(-1)
    if (before?.times === times) before.last = day
    else lines.push({ first: day, last: day, times })
  }
  return lines.map(({ first, last, times }) => ({ days: daysText(first, last), times }))
}

/** `Open now, until 6 pm`; undefined when nobody said when it is open. */
export function standing(
  hours: OpeningHours,
  timeZone: string,
  now: Date,
): { isOpen: boolean; text: string } | undefined {
  const isOpen = isOpenAt(hours, timeZone, now)
  if (isOpen === undefined) return undefined
  const { day, time } = clockAt(timeZone, now)
  const spans = hours[day] ?? []
  if (isOpen) {
    const end = spans.find(([from, to]) => time >= from && (to < from || time < to))?.[1]
    return { isOpen, text: end ? `Open now, until ${clock(end)}` : 'Open now' }
  }
  const next = spans.find(([from]) => time < from)?.[0]
  return {
    isOpen,
    text: next ? `Closed now, opens at ${clock(next)}` : 'Closed now. We take orders for tomorrow.',
  }
}

function daysText(first: Day, last: Day): string {
  if (first === 'mon' && last === 'sun') return 'Every day'
  return first === last ? NAMES[first] : `${NAMES[first]} – ${NAMES[last]}`
}

/** `07:00` is `7 am`. */
function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour % 24 < 12 ? 'am' : 'pm'}`
}
