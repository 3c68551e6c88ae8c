import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useApi, useDeed } from '../api/queries.ts'
import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Input } from '../ui/field.tsx'
import { phone as readable, ringgit } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card, Page } from '../ui/page.tsx'
import { LeaveGuard } from '../ui/save-bar.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { added, asBody, type DraftLine, fullName, lineProblems, type Sku, totalSen } from './draft.ts'
import { DraftLines } from './draft-lines.tsx'
import { useNewTexts } from './new-texts.ts'
import { Picker } from './picker.tsx'

/** An order taken at the counter or on the shop's own phone, through the very use case the agent sells by. */
export function NewOrder() {
  const words = useNewTexts()
  const { conversation_id, name = '', phone = '' } = useSearch({ from: '/shell/orders/new' })
  return (
    <Page
      wide
      title={words.title}
      about={conversation_id ? words.conversation : words.about}
      actions={conversation_id ? undefined : <AgentPicker />}
    >
      {conversation_id ? (
        <InConversation id={conversation_id} name={name} phone={phone} />
      ) : (
        <ForAgent>{({ id }) => <Draft key={id} agentId={id} name={name} phone={phone} />}</ForAgent>
      )}
    </Page>
  )
}

/** A conversation belongs to one agent, and so does what is ordered in it. */
function InConversation({ id, name, phone }: { id: string; name: string; phone: string }) {
  const { data, error, refetch } = useApi('GET /conversations/:id', { params: { id } })
  if (data) {
    const { agent_id, customer } = data.data
    const known = { name: name || customer.name || '', phone: phone || customer.phone || '' }
    return <Draft agentId={agent_id} conversationId={id} {...known} />
  }
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return <SkeletonRows rows={4} className="h-16" />
}

function Draft(given: { agentId: string; conversationId?: string; name: string; phone: string }) {
  const words = useNewTexts()
  const tell = useTell()
  const navigate = useNavigate()
  const [lines, setLines] = useState<DraftLine[]>([])
  const [name, setName] = useState(given.name)
  const [phone, setPhone] = useState(readable(given.phone))
  const [wasTried, setTried] = useState(false)
  const [said, setSaid] = useState('')
  const place = useDeed('POST /agents/:agent_id/orders', {
    quiet: true,
    touches: ['products', 'customers', 'overview'],
    onDone: ({ data: { id, order_number } }) => {
      tell({ text: words.placed(order_number) })
      void navigate({ to: '/orders/$id', params: { id }, replace: true, ignoreBlocker: true })
    },
  })
  const change = (next: DraftLine[]) => {
    setLines(next)
    place.reset()
  }
  const add = (sku: Sku) => {
    setSaid(words.added(fullName(sku)))
    setLines((now) => added(now, sku))
    place.reset()
  }
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    setTried(true)
    if (lines.length === 0 || !name.trim() || !phone.trim() || place.isPending) return
    place.mutate({
      params: { agent_id: given.agentId },
      body: {
        customer: { name, phone },
        lines: lines.map(asBody),
        ...(given.conversationId ? { conversation_id: given.conversationId } : {}),
      },
    })
  }
  const refusal = place.error instanceof ApiError ? place.error : undefined
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2"
    >
      <LeaveGuard isDirty={lines.length > 0} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <Picker agentId={given.agentId} onAdd={add} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title={words.lines}>
          {refusal && <Refusal error={refusal} />}
          <DraftLines lines={lines} problems={lineProblems(place.error)} onChange={change} />
        </Card>
        <Card title={words.customer}>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Input
              label={words.name}
              autoComplete="off"
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
              problem={
                (wasTried && !name.trim()) || refusal?.problemWith('customer.name')
                  ? words.needName
                  : undefined
              }
            />
            <Input
              label={words.phone}
              hint={words.phoneHint}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              required
              value={phone}
              onChange={({ target }) => setPhone(target.value)}
              problem={
                (wasTried && !phone.trim()) || refusal?.problemWith('customer.phone')
                  ? words.badPhone
                  : undefined
              }
            />
          </div>
        </Card>
        <div
          className={classes(
            'flex items-center justify-between gap-4 rounded-md border bg-raised px-4 py-2',
            lines.length > 0 && 'sticky bottom-16 z-10 shadow-md lg:bottom-4',
          )}
        >
          <p>
            <span className="block text-xs text-quiet">{words.total}</span>
            <output className="block text-lg font-semibold tabular-nums">
              {ringgit(totalSen(lines) / 100)}
            </output>
          </p>
          <Button type="submit" look="primary" busy={place.isPending} disabled={lines.length === 0}>
            {words.place}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What is said at a line or a field is not said again; only what it came to. */
function Refusal({ error }: { error: ApiError }) {
  const words = useNewTexts()
  const sentences: Record<string, string> = {
    out_of_stock: words.shortStock,
    not_for_sale: words.notForSale,
    unreachable: words.unreachable,
  }
  const sentence = sentences[error.code]
  if (!sentence) {
    const isInPlace =
      error.details.length > 0 && error.details.every(({ path }) => /^(customer|lines)\b/.test(path))
    return isInPlace ? null : <ErrorNote error={error} />
  }
  return (
    <p role="alert" className="flex gap-3 rounded-md bg-alarm-soft p-3 text-sm text-alarm">
      <Icon name="warning" />
      {sentence}
    </p>
  )
}
