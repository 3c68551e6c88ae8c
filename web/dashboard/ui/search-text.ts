import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * What somebody types to look for, told once the typing pauses. `value` is what is looked for, as the address says: when
 * that changes by itself (the way back, filters cleared) it comes into the field, never under somebody's fingers.
 */
export function useSearchText(value: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [told, setTold] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== known) {
    setKnown(value)
    if (value !== told) setText(value)
  }

  function search(next: string): void {
    clearTimeout(timer.current)
    setText(next)
    setTold(next.trim())
    latest.current(next.trim())
  }

  function type(next: string): void {
    setText(next)
    clearTimeout(timer.current)
    const here = place()
    timer.current = setTimeout(() => {
      // The address is ahead of the page: who is on the way to another one is not called back.
      if (place() !== here) return
      setTold(next.trim())
      latest.current(next.trim())
    }, PAUSE_MS)
  }

  return { text, type, search }
}

function place(): string | undefined {
  return location.pathname.split('/')[1]
}
