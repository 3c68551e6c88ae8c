import { type ReactNode, useEffect } from 'react'
import { classes } from './classes.ts'
import { nameTab } from './tab.ts'

/** A page with its title, what can be done on it, and what it shows. */
export function Page({
  title,
  about,
  actions,
  wide,
  children,
}: {
  title: string
  about?: ReactNode
  actions?: ReactNode
  /** Tables use the room there is; texts and forms are narrower. */
  wide?: boolean
  children: ReactNode
}) {
  useTitle(title)
  return (
    <div
      className={classes(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-8',
        wide ? 'max-w-6xl' : 'max-w-3xl',
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-lg font-semibold">{title}</h1>
          {about && <p className="mt-1 max-w-prose text-sm text-quiet">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => nameTab(title), [title])
}

/** A part of a page that belongs together. */
export function Card({
  title,
  about,
  actions,
  children,
  className,
}: {
  title?: string
  about?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <section
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border bg-card p-4 sm:p-5',
        className,
      )}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-72">
            {title && <h2 className="text-base font-semibold">{title}</h2>}
            {about && <p className="mt-1 max-w-prose text-sm text-quiet">{about}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
