import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'

const useTexts = texts({
  en: {
    unreachable:
      'The service cannot be reached. What is on screen is kept; check the connection and try again.',
    broken: 'Something went wrong on our side. Nothing was changed; try again in a moment.',
    rate: 'Too many requests. Wait a moment and try again.',
    missing: 'This is not here, or not any more.',
    again: 'Try again',
    loading: 'Loading',
  },
  ms: {
    unreachable:
      'Perkhidmatan tidak dapat dihubungi. Apa yang ada di skrin disimpan; semak sambungan dan cuba lagi.',
    broken: 'Ada masalah di pihak kami. Tiada apa yang berubah; cuba lagi sebentar lagi.',
    rate: 'Terlalu banyak permintaan. Tunggu sebentar dan cuba lagi.',
    missing: 'Ini tiada di sini, atau tidak lagi.',
    again: 'Cuba lagi',
    loading: 'Memuatkan',
  },
})

/** What happened and what to do, in words for people. */
export function useErrorText(): (error: unknown) => string {
  const words = useTexts()
  return (error) => {
    if (!(error instanceof ApiError) || error.status >= 500) {
      return error instanceof ApiError && error.status === 502 ? error.message : words.broken
    }
    if (error.status === 0) return words.unreachable
    if (error.status === 429) return words.rate
    if (error.status === 404 && error.code === 'not found') return words.missing
    if (error.details.length > 0)
      return error.details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
    return error.message
  }
}

export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useTexts()
  const say = useErrorText()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-alarm-soft p-3 text-sm text-alarm"
    >
      <Icon name="warning" />
      <p className="grow">{say(error)}</p>
      {retry && <Button onClick={retry}>{words.again}</Button>}
    </div>
  )
}

/** Nothing here yet: what this is for, and the next step. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-6 py-16 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} size={22} />
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      {children && <div className="text-sm text-quiet">{children}</div>}
      {action}
    </div>
  )
}

/** The place of something that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block animate-pulse rounded-sm bg-hover', className ?? 'h-4 w-full')}
    />
  )
}

export function SkeletonRows({ rows = 8, className = 'h-12' }: { rows?: number; className?: string }) {
  const words = useTexts()
  return (
    <div role="status" className="grid gap-2 p-3">
      <span className="sr-only">{words.loading}</span>
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={place} className={classes('w-full', className)} />
      ))}
    </div>
  )
}
