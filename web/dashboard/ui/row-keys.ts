import { useEffect } from 'react'

const STEPS: Record<string, number> = { j: 1, k: -1 }

/** j and k go down and up the rows of a list: from one link marked `data-row` to the next. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (step === undefined || isBusy(event)) return
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      const next = rows[at === -1 ? 0 : at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Somebody is writing, or means another key than this one. */
function isBusy({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  )
}
