import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/**
 * The link in a row of a long list: it goes there like any other, but does not listen to where the page is, which a
 * thousand of them would all do at every step.
 */
export function RowLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  const router = useRouter()
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a href={to} data-row onClick={go} className={className}>
      {children}
    </a>
  )
}
