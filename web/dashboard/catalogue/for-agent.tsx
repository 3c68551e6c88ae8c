import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAgent } from '../app/agent.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useTexts } from './texts.ts'

/** What is about the chosen agent, once it is known which that is. */
export function ForAgent({ children }: { children: (agentId: string) => ReactNode }) {
  const words = useTexts()
  const { agent, isPending, error, refetch } = useAgent()
  if (agent) return children(agent.id)
  if (isPending) return <SkeletonRows />
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return (
    <Empty
      icon="agent"
      title={words.noAgent}
      action={
        <Button asChild>
          <Link to="/agent">{words.toAgent}</Link>
        </Button>
      }
    >
      {words.noAgentAbout}
    </Empty>
  )
}
