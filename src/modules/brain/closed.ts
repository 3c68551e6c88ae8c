import { clockAt, type Day, days, isOpenAt } from '../agents/index.ts'
import type { Turn } from './brain.ts'
import { languageOf, words } from './words.ts'

/** Added to a hand-over while nobody is there: when somebody will be. Empty while the shop is open, or nobody said when. */
export function closedText({ agent, now, memory }: Pick<Turn, 'agent' | 'now' | 'memory'>): string {
  const { opening_hours: hours, time_zone } = agent
  if (isOpenAt(hours, time_zone, now) !== false) return ''
  const clock = clockAt(time_zone, now)
  const today = days.indexOf(clock.day)
  for (let ahead = 0; ahead <= days.length; ahead++) {
    const day = days[(today + ahead) % days.length] as Day
    const opens = (hours[day] ?? []).map(([from]) => from).filter((from) => ahead > 0 || from > clock.time)
    const [first] = opens.sort()
    if (first !== undefined)
      return words[languageOf(memory)].closedNow({ day: ahead === 0 ? null : day, time: first })
  }
  return words[languageOf(memory)].closedNow(null)
}
