import { useEffect, useRef } from 'react'

const TYPING =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Single keys, where nobody is typing. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { key, target } = event
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (target instanceof Element && target.closest(TYPING)) {
        if (key === 'Escape' && target.matches('input, textarea')) (target as HTMLElement).blur()
        return
      }
      // Also with the capitals locked.
      const run = latest.current[key.length === 1 && !event.shiftKey ? key.toLowerCase() : key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
