import { Link } from '@tanstack/react-router'
import { problemWith } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { useDraft } from '../app/draft.ts'
import { type AgentItem, useSaveAgent } from '../app/save-agent.ts'
import { Button } from '../ui/button.tsx'
import { Input, Switch, Textarea } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { faultsIn, type Hours } from './hours.ts'
import { HoursCard } from './hours-card.tsx'
import { type AgentLanguage, Languages } from './languages.tsx'
import { Persona } from './persona.tsx'
import { useTexts } from './texts.ts'

const LONGEST_WELCOME = 2_000

/** What of an agent is changed here. */
function fieldsOf(agent: AgentItem) {
  const { name, welcome, persona, voice, languages, time_zone } = agent
  return { name, welcome, persona, voice, languages, time_zone, opening_hours: agent.opening_hours as Hours }
}

export function Settings({ agent }: { agent: AgentItem }) {
  const words = useTexts()
  const { value, changed, isDirty, set, settle, discard } = useDraft(fieldsOf(agent))
  const save = useSaveAgent()
  const problem = (path: string) => problemWith(save.error, path)
  const canSave = value.languages.length > 0 && Object.keys(faultsIn(value.opening_hours)).length === 0
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDirty || !canSave) return
        save.mutate({ params: { agent_id: agent.id }, body: changed }, { onSuccess: () => settle(changed) })
      }}
    >
      <Card title={words.identity}>
        <Input
          label={words.name}
          hint={words.nameHint}
          problem={problem('name')}
          value={value.name}
          maxLength={200}
          required
          onChange={({ target }) => set({ name: target.value })}
        />
        <Textarea
          label={words.welcome}
          hint={words.welcomeHint}
          problem={problem('welcome')}
          value={value.welcome}
          maxLength={LONGEST_WELCOME}
          rows={2}
          required
          onChange={({ target }) => set({ welcome: target.value })}
        />
        <Persona
          value={value.persona}
          problem={problem('persona')}
          onChange={(persona) => set({ persona })}
        />
      </Card>
      <Languages chosen={value.languages as AgentLanguage[]} onChange={(languages) => set({ languages })} />
      <Voice isOn={value.voice} onChange={(voice) => set({ voice })} />
      <HoursCard
        hours={value.opening_hours}
        timeZone={value.time_zone}
        problem={problem}
        onHours={(opening_hours) => set({ opening_hours })}
        onTimeZone={(time_zone) => set({ time_zone })}
      />
      <KnowledgeCard agentId={agent.id} />
      <SaveBar
        isDirty={isDirty}
        canSave={canSave}
        busy={save.isPending}
        error={save.error}
        onDiscard={() => {
          save.reset()
          discard()
        }}
      />
    </form>
  )
}

function Voice({ isOn, onChange }: { isOn: boolean; onChange: (next: boolean) => void }) {
  const words = useTexts()
  const { data } = useApi('GET /workspace', {})
  const isFree = data?.data.plan === 'free'
  return (
    <Card title={words.voice}>
      <Switch label={words.voiceSwitch} checked={isOn} onChange={onChange} />
      {data && (
        <p className="text-xs text-quiet">
          {isFree ? words.voiceFree : words.voicePaid}{' '}
          {isFree && (
            <Link to="/settings/plan" className="text-accent underline">
              {words.planLink}
            </Link>
          )}
        </p>
      )}
    </Card>
  )
}

function KnowledgeCard({ agentId }: { agentId: string }) {
  const words = useTexts()
  const { data } = useApi('GET /agents/:agent_id/documents', { params: { agent_id: agentId } })
  return (
    <Card
      title={words.knowledge}
      about={words.knowledgeAbout}
      actions={
        <Button asChild>
          <Link to="/agent/knowledge">{words.manage}</Link>
        </Button>
      }
    >
      {data && <p className="text-sm">{words.documents(data.data.length)}</p>}
    </Card>
  )
}
