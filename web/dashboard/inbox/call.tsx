import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/states.tsx'
import type { Call } from './entries.ts'
import { useWords } from './texts.ts'

/** Most conversations have no call. */
const Player = lazy(() => import('../ui/player.tsx').then(({ Player }) => ({ default: Player })))

/** A call to listen to. */
export function CallPlayer({ call }: { call: Call }) {
  const words = useWords()
  return (
    <div className="grid gap-2">
      <Suspense fallback={<Skeleton className="h-9 w-full" />}>
        <Player callId={call.id} seconds={call.duration_seconds} />
      </Suspense>
      <Link to="/calls/$id" params={{ id: call.id }} className="text-xs text-accent underline">
        {words.showCall}
      </Link>
    </div>
  )
}
