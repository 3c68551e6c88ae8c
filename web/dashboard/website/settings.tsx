import { problemWith } from '../api/client.ts'
import { useDraft } from '../app/draft.ts'
import { type AgentItem, useSaveAgent } from '../app/save-agent.ts'
import { Card } from '../ui/page.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { Domains } from './domains.tsx'
import { isColour, type Look, lookOf, withoutEmpty } from './look.ts'
import { LookFields } from './look-fields.tsx'
import { Preview } from './preview.tsx'
import { Snippet } from './snippet.tsx'
import { useTexts } from './texts.ts'

type Fields = Look & { domains: string[] }

export function Settings({ agent }: { agent: AgentItem }) {
  const words = useTexts()
  const { value, changed, isDirty, set, settle, discard } = useDraft<Fields>({
    ...lookOf(agent.look),
    domains: agent.allowed_domains,
  })
  const save = useSaveAgent()
  const { domains, ...look } = value
  const canSave = isColour(look.accent)
  const problem = (path: string) => problemWith(save.error, path)

  function submit(): void {
    const { domains: allowed_domains, ...changedLook } = changed
    const body = {
      ...(allowed_domains ? { allowed_domains } : {}),
      ...(Object.keys(changedLook).length > 0 ? { look: withoutEmpty(changedLook) } : {}),
    }
    save.mutate({ params: { agent_id: agent.id }, body }, { onSuccess: () => settle(changed) })
  }

  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && canSave) submit()
      }}
    >
      <Domains agentId={agent.id} entries={domains} onChange={(next) => set({ domains: next })} />
      <Card title={words.look} about={words.lookAbout}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[19rem_minmax(0,1fr)]">
          <LookFields look={look} problem={problem} onChange={set} />
          <Preview agent={agent} look={{ ...look, ...withoutEmpty(look) }} />
        </div>
      </Card>
      <Snippet agentId={agent.id} />
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
