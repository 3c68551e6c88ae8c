import { useCalled } from '../app/called.ts'
import { useChannelName } from '../app/channels.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { Conversation, Status } from './filters.ts'
import { STATUSES, useStatusNames } from './status.tsx'
import { useWords } from './texts.ts'
import { useChange } from './use-change.ts'

export function ThreadHead({
  conversation,
  onBack,
  onDetails,
  onClose,
}: {
  conversation: Conversation | undefined
  onBack: () => void
  onDetails: () => void
  onClose: (conversation: Conversation) => void
}) {
  const words = useWords()
  const channelName = useChannelName()
  const called = useCalled()
  return (
    <header className="flex min-h-14 items-center gap-2 border-b bg-card px-2 md:pl-4">
      <IconButton icon="back" label={words.back} className="md:hidden" onClick={onBack} />
      <div className="min-w-0 grow">
        {conversation ? (
          <>
            <h2 className="truncate text-sm font-semibold">{called(conversation.customer)}</h2>
            <p className="truncate text-xs text-quiet">{channelName(conversation.channel)}</p>
          </>
        ) : (
          <Skeleton className="h-5 w-32" />
        )}
      </div>
      {conversation && <StatusMenu conversation={conversation} onClose={onClose} />}
      <IconButton icon="info" label={words.details} className="xl:hidden" onClick={onDetails} />
    </header>
  )
}

function StatusMenu({
  conversation,
  onClose,
}: {
  conversation: Conversation
  onClose: (conversation: Conversation) => void
}) {
  const words = useWords()
  const names = useStatusNames()
  const change = useChange()
  const { id, status } = conversation
  return (
    <>
      <Select
        label={words.status}
        hideLabel
        value={status}
        options={STATUSES.map((one) => [one, names[one]])}
        onChange={({ target }) => {
          if (target.value === 'closed') onClose(conversation)
          else change.mutate({ id, change: { status: target.value as Status } })
        }}
      />
      {status !== 'closed' && (
        <Button icon="check" title="E" onClick={() => onClose(conversation)} className="max-sm:hidden">
          {words.close}
        </Button>
      )}
    </>
  )
}
