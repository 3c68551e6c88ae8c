import { Link } from '@tanstack/react-router'
import { duration } from '../ui/format.tsx'
import type { Call } from './entries.ts'
import { useWords } from './texts.ts'

/** A call to listen to. */
export function CallPlayer({ call }: { call: Call }) {
  const words = useWords()
  return (
    <p className="flex items-center gap-2 text-xs">
      <span className="tabular-nums">{duration(call.duration_seconds)}</span>
      <Link to={'/calls/$id' as string} params={{ id: call.id }} className="text-accent underline">
        {words.showCall}
      </Link>
    </p>
  )
}
