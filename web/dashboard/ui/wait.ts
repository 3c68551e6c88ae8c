import { texts } from '../i18n.ts'

const useTexts = texts({
  en: {
    seconds: (count: number) =>
      `Too many tries. Wait ${count} ${count === 1 ? 'second' : 'seconds'}, then try again.`,
    minutes: (count: number) =>
      `Too many tries. Wait ${count} ${count === 1 ? 'minute' : 'minutes'}, then try again.`,
  },
  ms: {
    seconds: (count: number) => `Terlalu banyak cubaan. Tunggu ${count} saat, kemudian cuba lagi.`,
    minutes: (count: number) => `Terlalu banyak cubaan. Tunggu ${count} minit, kemudian cuba lagi.`,
  },
})
const MINUTE_SECONDS = 60

/** After how long somebody may try again, in words. */
export function useWaitText(): (seconds: number | undefined) => string {
  const words = useTexts()
  return (seconds = MINUTE_SECONDS) =>
    seconds < MINUTE_SECONDS ? words.seconds(seconds) : words.minutes(Math.ceil(seconds / MINUTE_SECONDS))
}
