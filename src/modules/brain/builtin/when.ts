import { type Day, days } from '../../agents/index.ts'
import { dayAsked } from './days.ts'

/*
 * Times as customers write them: "5pm", "pukul 3 petang", "tomorrow at 10.30", "in half an hour". They are found once, and
 * what looks for them in a sentence looks for their marks: as parts of other patterns they would be slow to compile.
 */

const PART = String.raw`a\.m\.?|am|p\.m\.?|pm|pagi|petang|ptg|malam|mlm|tengah? ?hari|tgh ?hari|noon`
const OCLOCK = 'pukul|pkl|pukl|jam|kul'
const AROUND = 'at|around|about|by|before|after|sebelum|lepas|selepas|lebih kurang|dalam|dlm|@'
const DAY = `(?:today|tomorrow|tmr|esok) (?:breakfast|lunch|dinner)(?: ?time)?|today|tonight|tomorrow|tmr|esok|besok|lusa|hari ini|hari ni|harini|(?:pagi|petang|malam|tengah? ?hari) (?:ini|ni|esok|karang)|(?:this|tomorrow) (?:morning|afternoon|evening)|morning|afternoon|evening|noon|lunch ?time|(?:mon|tues|wednes|thurs|fri|satur|sun)day|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad`
const CLOCK = String.raw`\d{1,2}(?:[:.][0-5]\d)?`
const WHILE = String.raw`(?:in|within|dalam(?: masa)?|dlm(?: masa)?|lagi) (?:\d{1,3}|half an?|an|one|two|setengah|satu|dua|se) ?(?:min(?:ute)?s?|minit|hours?|jam)|\d{1,3} ?(?:minit|min|jam) lagi|setengah jam lagi|sejam lagi`
const NO_MORE = String.raw`(?![a-z0-9]|[:.]\d)`
/** "At 5" is a time when nothing follows that could be counted: "about 10 karipap" is an order. */
const NOTHING_COUNTED = String.raw`(?=\s*(?:$|[,.!?;\n)]|(?:please|pls|plz|today|tonight|tomorrow|tmr|esok|ya|ye|la|lah|can|boleh|ok|okay|then|thanks|tq|for|and|dan|or|pick|pickup|ke|to|saya|i|tak)\b))`
const SURE = String.raw`(?:(?:(?:${AROUND})\s*)?(?:${OCLOCK})\s*${CLOCK}(?:\s?(?:${PART}))?|(?:(?:${AROUND})\s*)?${CLOCK}\s?(?:${PART})|(?:${AROUND})\s*${CLOCK}${NOTHING_COUNTED})${NO_MORE}`
const PIECE = String.raw`(?:(?:(?:on|at|for|by)\s+)?(?:${DAY})${NO_MORE}|(?:${WHILE})${NO_MORE}|${SURE})`
const TIMES = new RegExp(
  String.raw`(?<![a-z0-9])${PIECE}(?:[\s,]+(?:${PIECE}|(?:${PART})${NO_MORE})){0,3}`,
  'gi',
)
const HAS_CLOCK = /\d/

/** A day or a while, and a time of the day. No message has these signs in it. */
const [VAGUE_MARK, CLOCK_MARK] = ['\u0001', '\u0002']
export const WHEN = `[${VAGUE_MARK}${CLOCK_MARK}]+`
export const CLOCK_TIME = `${CLOCK_MARK}+`
/** After "pick up" a number by itself is a time: "pick up 5", "pickup 11.30". */
export const WHEN_AFTER = `(?:${WHEN}|${CLOCK}${NO_MORE}|now${NO_MORE}|sekarang${NO_MORE}|asap${NO_MORE})`

/** The text with every time in it covered by marks of the same length. */
export function markTimes(text: string): string {
  // "Good morning!" is said at any time.
  const plain = text.replace(GREETINGS, (words) => '#'.repeat(words.length))
  return plain.replace(TIMES, (time) => {
    const isClock = HAS_CLOCK.test(time) && !A_WHILE.test(time)
    return (isClock ? CLOCK_MARK : VAGUE_MARK).repeat(time.length)
  })
}

const GREETINGS =
  /\b(?:good|gud|selamat)\s+(?:morning|afternoon|evening|pagi|petang|malam|tengah? ?hari)\b|^\W*(?:morning|afternoon|evening|pagi|petang)(?=\s*(?:[!,.]|boss|bos|kak|abang|bang|sis|bro|all|semua))/gi
const A_WHILE = new RegExp(WHILE, 'i')
const DAYS = new RegExp(`(?<![a-z])(?:${DAY})(?![a-z])`, 'i')

/** A new time of the day is on the day that was said before. */
export function onSameDay(before: string | null, time: string): string {
  const day = DAYS.exec(before ?? '')?.[0]
  return day === undefined || DAYS.test(time) || A_WHILE.test(time) ? time : `${day} ${time}`
}

const READ = new RegExp(String.raw`(\d{1,2})(?:[:.]([0-5]\d))?\s?(${PART})?${NO_MORE}`, 'i')

interface Clock {
  day: Day | undefined
  /** Minutes since midnight; two where morning and afternoon are both possible. */
  minutes: number[]
}

/** The time of the day that somebody said; undefined when it has none. */
export function clockSaid(when: string, today: Day): Clock | undefined {
  if (A_WHILE.test(when)) return undefined
  const [, hour, minute = '0', part = ''] = READ.exec(when) ?? []
  if (hour === undefined || Number(hour) > 24) return undefined
  const said = part.toLowerCase().replace(/[.\s]/g, '')
  const at = (hours: number) => ((hours + 24) % 24) * 60 + Number(minute)
  const h = Number(hour)
  const noon = h === 12 ? 12 : h + 12
  const isEvening = /\bmalam\b|tonight|evening|petang|afternoon/i.test(when)
  const readings: Record<string, number[]> = {
    am: [at(h % 12)],
    pagi: [at(h % 12)],
    malam: [h === 12 ? 0 : at(noon)],
    mlm: [h === 12 ? 0 : at(noon)],
  }
  const plain = h > 12 || h === 0 ? [at(h)] : isEvening ? [at(noon)] : [at(h % 12), at(noon)]
  const minutes = said === '' ? plain : (readings[said] ?? [h > 12 ? at(h) : at(noon)])
  return { day: dayAsked(when, today), minutes }
}

/** Whether a shop is open then; of `mon 08:00-18:00, tue 08:00-18:00`. A day nobody names is today, or tomorrow when it is past. */
export function isOpenThen(
  { day, minutes }: Clock,
  hours: string,
  now: { day: Day; time: string },
): { isOpen: boolean; day: Day } {
  const isPast = minutes.every((minute) => minute < minutesOf(now.time))
  const tomorrow = days[(days.indexOf(now.day) + 1) % days.length] as Day
  const then = day ?? (isPast ? tomorrow : now.day)
  const before = days[(days.indexOf(then) + 6) % days.length] as Day
  const spansOf = (one: Day) =>
    [...(hours.split(', ').find((entry) => entry.startsWith(one)) ?? '').matchAll(/([\d:]+)-([\d:]+)/g)].map(
      ([, from = '', to = '']) => [minutesOf(from), minutesOf(to)] as const,
    )
  const isOpen = minutes.some(
    (minute) =>
      spansOf(then).some(([from, to]) => minute >= from && (to < from || minute < to)) ||
      spansOf(before).some(([from, to]) => to < from && minute < to),
  )
  return { isOpen, day: then }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
