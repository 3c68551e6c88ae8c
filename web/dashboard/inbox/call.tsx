import { Link } from '@tanstack/react-router'
import { Player } from '../ui/player.tsx'
import type { Call } from './entries.ts'
import { useWords } from './texts.ts'

/** A call to listen to. */
export function CallPlayer({ call }: { call: Call }) {
  const words = useWords()
  return (
    <div className="grid gap-2">
      <Player callId={call.id} seconds={call.duration_seconds} />
      <Link to="/calls/$id" params={{ id: call.id }} className="text-xs text-accent underline">
        {words.showCall}
      </Link>
    </div>
  )
}
