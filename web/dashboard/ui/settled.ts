import { useEffect, useState } from 'react'

/** What somebody is typing, once they have paused: not every letter is worth a request. */
export function useSettled<Value>(value: Value, pauseMs = 200): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
