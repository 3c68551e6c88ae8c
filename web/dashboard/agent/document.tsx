import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { api, type Item, problemWith } from '../api/client.ts'
import { useApi, useDeed } from '../api/queries.ts'
import { useDraft } from '../app/draft.ts'
import type { AgentItem } from '../app/save-agent.ts'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Input, Textarea } from '../ui/field.tsx'
import { count } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { LONGEST_BODY, LONGEST_TITLE } from './files.ts'
import { AgentFrame } from './frame.tsx'
import { useKnowledgeTexts } from './knowledge-texts.ts'

const route = getRouteApi('/shell/agent/knowledge/$id')
type FullDocument = Item<'GET /agents/:agent_id/documents/:id'>

/** One thing the agent knows, to be read and changed; `new` is one still to be written. */
export function Document() {
  const words = useKnowledgeTexts()
  const { id } = route.useParams()
  const isNew = id === 'new'
  return (
    <AgentFrame title={isNew ? words.newDocument : words.edit} about={words.about}>
      {(agent) => (isNew ? <Form agent={agent} /> : <Existing key={id} agent={agent} id={id} />)}
    </AgentFrame>
  )
}

function Existing({ agent, id }: { agent: AgentItem; id: string }) {
  const params = { agent_id: agent.id, id }
  const { data, error, refetch } = useApi('GET /agents/:agent_id/documents/:id', { params })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} className="h-24" />
  return <Form agent={agent} document={data.data} />
}

function Form({ agent, document }: { agent: AgentItem; document?: FullDocument }) {
  const words = useKnowledgeTexts()
  const tell = useTell()
  const navigate = useNavigate()
  const params = { agent_id: agent.id }
  const others = useApi('GET /agents/:agent_id/documents', { params }).data?.data ?? []
  const { value, isDirty, set, discard } = useDraft({
    title: document?.title ?? '',
    body: document?.body ?? '',
  })
  const client = useQueryClient()
  const save = useDeed('POST /agents/:agent_id/documents', { quiet: true })
  // Not a deed like others: the page of what is gone must be left before anything is asked for again.
  const remove = useMutation({
    mutationFn: (id: string) => api('DELETE /agents/:agent_id/documents/:id', { params: { ...params, id } }),
    onError: (error) => tell({ error }),
  })
  const leave = async (text: string) => {
    tell({ text })
    // What was just saved or deleted is no longer unsaved, though the page does not know yet.
    await navigate({ to: '/agent/knowledge', ignoreBlocker: true })
    await client.invalidateQueries({ queryKey: ['documents'] })
  }
  const isSameTitle = (one: string) => one.toLowerCase() === value.title.trim().toLowerCase()
  const isTaken = others.some(({ id, title }) => id !== document?.id && isSameTitle(title))
  const over = value.body.length - LONGEST_BODY
  const problem = (path: string) => problemWith(save.error, path)

  const submit = async () => {
    if (!isDirty) return
    await save.mutateAsync({ params, body: value })
    // Under a new title it is a new document, and the one under the old title goes.
    if (document && !isSameTitle(document.title)) {
      await remove.mutateAsync(document.id)
    }
    await leave(words.saved)
  }

  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        void submit().catch(() => {})
      }}
    >
      <Card>
        <Input
          label={words.heading}
          hint={isTaken ? words.taken : words.titleHint}
          problem={problem('title')}
          value={value.title}
          maxLength={LONGEST_TITLE}
          required
          onChange={({ target }) => set({ title: target.value })}
        />
        <Textarea
          label={words.body}
          hint={
            <>
              {words.bodyHint} {words.characters(count(value.body.length))}
            </>
          }
          problem={over > 0 ? words.tooLong(count(over)) : problem('body')}
          placeholder={words.bodyPlaceholder}
          className="min-h-96 font-mono"
          value={value.body}
          required
          onChange={({ target }) => set({ body: target.value })}
        />
        {document && (
          <div>
            <ConfirmButton
              icon="trash"
              title={words.deleteTitle(document.title)}
              about={words.deleteAbout}
              confirm={words.delete}
              busy={remove.isPending}
              onConfirm={() => remove.mutate(document.id, { onSuccess: () => void leave(words.deleted) })}
            >
              {words.delete}
            </ConfirmButton>
          </div>
        )}
      </Card>
      <SaveBar
        isDirty={isDirty}
        canSave={over <= 0 && value.title.trim() !== '' && value.body.trim() !== ''}
        busy={save.isPending || remove.isPending}
        error={save.error}
        onDiscard={() => {
          save.reset()
          discard()
        }}
      />
    </form>
  )
}
