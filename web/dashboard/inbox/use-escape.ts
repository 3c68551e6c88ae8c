import { useEffect } from 'react'

/** Esc leaves the field one is typing in; what is open over the page has an Esc of its own. */
export function useEscape(): void {
  useEffect(() => {
    const leave = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || !(target instanceof HTMLElement)) return
      if (target.matches('input, textarea') && !target.closest('[role="dialog"]')) target.blur()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
}
