import { useSyncExternalStore } from 'react'
import { type Language, language, texts, useLanguage } from '../i18n.ts'

const LOCALES: Record<Language, string> = { en: 'en-MY', ms: 'ms-MY' }
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const WEEK_SECONDS = 7 * 86_400

export function locale(): string {
  return LOCALES[language()]
}

/** The API's ringgit as people read them: RM 6.40. */
export function ringgit(amount: number): string {
  const words = Math.abs(amount).toLocaleString(locale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${amount < 0 ? '−' : ''}RM ${words}`
}

/** For sums: whole numbers add up exactly. */
export function toSen(amount: number): number {
  return Math.round(amount * 100)
}

export function count(value: number): string {
  return value.toLocaleString(locale())
}

export function exactTime(at: string | Date): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
}

/** Minutes and seconds of a call: 2:31. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A number as Malaysians write it, 012-345 6789; others as they are. */
export function phone(e164: string): string {
  const digits = /^\+60(\d{8,10})$/.exec(e164)?.[1]
  if (!digits) return e164
  const code = digits.startsWith('1') || digits.startsWith('8') ? 2 : 1
  const rest = digits.slice(code)
  return `0${digits.slice(0, code)}-${rest.slice(0, -4)} ${rest.slice(-4)}`
}

const useTexts = texts({ en: { now: 'now' }, ms: { now: 'baru' } })

/** How long ago, kept up to date; the exact time on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const now = useMinute()
  useLanguage()
  const words = useTexts()
  return (
    <time dateTime={at} title={exactTime(at)} className={className}>
      {relative(at, now, words.now)}
    </time>
  )
}

function relative(at: string, now: number, nowWord: string): string {
  const seconds = (Date.parse(at) - now) / 1_000
  if (Math.abs(seconds) >= WEEK_SECONDS) {
    return new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short' })
  }
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? []
  if (!unit || !size) return nowWord
  return new Intl.RelativeTimeFormat(locale(), { style: 'narrow', numeric: 'always' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}

const TICK_MS = 30_000
const minuteListeners = new Set<() => void>()
let minute = Date.now()

/** One clock for all times on the page. */
function useMinute(): number {
  return useSyncExternalStore(onTick, () => minute)
}

function onTick(listener: () => void): () => void {
  if (minuteListeners.size === 0) clock.start()
  minuteListeners.add(listener)
  return () => {
    minuteListeners.delete(listener)
    if (minuteListeners.size === 0) clock.stop()
  }
}

const clock = {
  timer: undefined as ReturnType<typeof setInterval> | undefined,
  start() {
    // It stood still while no time was shown.
    minute = Date.now()
    this.timer = setInterval(() => {
      minute = Date.now()
      for (const listener of minuteListeners) listener()
    }, TICK_MS)
  },
  stop() {
    clearInterval(this.timer)
  },
}
