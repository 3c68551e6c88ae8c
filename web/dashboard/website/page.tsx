import { AgentPicker, useAgent } from '../app/agent.tsx'
import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { Settings } from './settings.tsx'
import { useTexts } from './texts.ts'

export function Website() {
  const words = useTexts()
  const { agent, isPending, error, refetch } = useAgent()
  return (
    <Page title={useNames().website} about={words.about} wide actions={<AgentPicker />}>
      {isPending && <SkeletonRows rows={4} className="h-32" />}
      {error && !agent && <ErrorNote error={error} retry={() => void refetch()} />}
      {agent && <Settings key={agent.id} agent={agent} />}
    </Page>
  )
}
