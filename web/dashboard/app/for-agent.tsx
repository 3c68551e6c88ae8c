import type { ReactNode } from 'react'
import { texts } from '../i18n.ts'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useAgent } from './agent.tsx'
import type { AgentItem } from './save-agent.ts'

const useTexts = texts({
  en: { none: 'No agent yet', about: 'Whoever runs the service makes one on the command line:' },
  ms: { none: 'Belum ada ejen', about: 'Pengendali perkhidmatan menciptanya di baris perintah:' },
})

/** What is about the chosen agent, once it is known which that is. */
export function ForAgent({ children }: { children: (agent: AgentItem) => ReactNode }) {
  const words = useTexts()
  const { agent, isPending, error, refetch } = useAgent()
  // Who is at work on it stays there, also when asking for it again fails.
  if (agent) return children(agent)
  if (isPending) return <SkeletonRows rows={5} className="h-16" />
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return (
    <Empty icon="agent" title={words.none}>
      {words.about}
      <code className="mt-2 block font-mono text-xs">npm run -s icebot -- agent create</code>
    </Empty>
  )
}
