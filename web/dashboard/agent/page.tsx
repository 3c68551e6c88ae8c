import { useNames } from '../app/navigation.ts'
import { AgentFrame } from './frame.tsx'
import { Settings } from './settings.tsx'
import { useTexts } from './texts.ts'

export function Agent() {
  const words = useTexts()
  return (
    <AgentFrame title={useNames().agent} about={words.about}>
      {(agent) => <Settings agent={agent} />}
    </AgentFrame>
  )
}
