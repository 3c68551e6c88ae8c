import { type Day, days } from '../../agents/index.ts'

/** How a day is called, from today on or by its name. */
const TODAY = /\b(today|tonight|hari ini|hari ni|harini|malam ini|malam ni)\b/i
const TOMORROW = /\b(tomorrow|tmr|esok|besok)\b/i
const NAMES: Record<Day, RegExp> = {
  mon: /\b(monday|mon|isnin)\b/i,
  tue: /\b(tuesday|tue|tues|selasa)\b/i,
  wed: /\b(wednesday|wed|rabu)\b/i,
  thu: /\b(thursday|thu|thurs|khamis)\b/i,
  fri: /\b(friday|fri|jumaat)\b/i,
  sat: /\b(saturday|sat|sabtu)\b/i,
  sun: /\b(sunday|ahad)\b/i,
}

/** The one day a question is about; undefined when it is about none or several. */
export function dayAsked(question: string, today: Day): Day | undefined {
  const named = days.filter((day) => NAMES[day].test(question))
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  if (TOMORROW.test(question)) return days[(days.indexOf(today) + 1) % days.length]
  return TODAY.test(question) ? today : undefined
}

/** Of `mon 08:00-18:00, tue 08:00-18:00` the part of that day; one that is not there is closed. */
export function hoursOn(hours: string, day: Day): string {
  return hours.split(', ').find((entry) => entry.startsWith(day)) ?? `${day} closed`
}
