import { useEffect, useState } from 'react'
import { texts } from '../i18n.ts'
import { duration } from '../ui/format.tsx'
import type { CallItem } from './status.tsx'

const useTexts = texts({
  en: {
    ringing: 'The phone is ringing.',
    talking: 'On the line for',
    unknown: 'How it goes cannot be seen from here; it is told when the call is over.',
  },
  ms: {
    ringing: 'Telefon sedang berdering.',
    talking: 'Dalam talian selama',
    unknown: 'Perjalanannya tidak dapat dilihat dari sini; hasilnya diberitahu apabila panggilan tamat.',
  },
})

/** How a call goes that is still going, with its clock. */
export function Running({ call, seenAt }: { call: CallItem; seenAt: number }) {
  const words = useTexts()
  const now = useSecond()
  if (!call.live || call.live.connected === null) return <span>{words.unknown}</span>
  if (!call.live.connected) return <span>{words.ringing}</span>
  const seconds = (call.live.elapsed_seconds ?? 0) + Math.max(0, now - seenAt) / 1_000
  return (
    <span>
      {words.talking} <span className="font-medium tabular-nums">{duration(Math.floor(seconds))}</span>
    </span>
  )
}

function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
