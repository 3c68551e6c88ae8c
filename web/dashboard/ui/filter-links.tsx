import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** One row of ways to narrow a list; each is a link, so that every view has an address. Scrolls by itself on a phone. */
export function FilterLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 sm:-mx-8 sm:px-8">
      <ul className="flex w-max gap-1 py-1">{children}</ul>
    </nav>
  )
}

export function filterLook(isChosen: boolean): string {
  return classes(
    'inline-flex min-h-8 items-center gap-2 whitespace-nowrap rounded-full border px-3 text-sm pointer-coarse:min-h-11',
    isChosen
      ? 'border-accent bg-accent-soft font-medium text-accent'
      : 'border-transparent text-quiet hover:bg-hover hover:text-ink',
  )
}
