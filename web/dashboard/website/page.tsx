import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import { useNames } from '../app/navigation.ts'
import { Page } from '../ui/page.tsx'
import { Settings } from './settings.tsx'
import { useTexts } from './texts.ts'

export function Website() {
  const words = useTexts()
  return (
    <Page title={useNames().website} about={words.about} wide actions={<AgentPicker />}>
      <ForAgent>{(agent) => <Settings key={agent.id} agent={agent} />}</ForAgent>
    </Page>
  )
}
