import type { Item } from '../api/client.ts'
import { useReason } from '../app/alerts.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import type { Conversation } from './filters.ts'
import { useWords } from './texts.ts'
import { useChange } from './use-change.ts'

/** Who is answering, always in sight, and the switch that changes it. */
export function Answering({
  conversation: { id, handler },
  alert,
}: {
  conversation: Conversation
  alert: Item<'GET /alerts'> | undefined
}) {
  const words = useWords()
  const reasonOf = useReason()
  const change = useChange()
  const isAi = handler === 'ai'
  return (
    <div className="grid gap-1 border-b px-4 py-2">
      {alert && (!isAi || alert.kind !== 'handover') && (
        <p className="flex items-start gap-2 text-xs text-wait">
          <Icon name="bell" size={16} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-medium">{words[alert.kind]}.</span> {reasonOf(alert.reason)}
          </span>
        </p>
      )}
      <div className="flex items-center gap-2">
        <p role="status" className="flex grow items-center gap-2 text-sm font-medium">
          <Icon name={isAi ? 'agent' : 'person'} size={16} />
          {isAi ? words.aiAnswers : words.personAnswers}
          <span
            aria-hidden="true"
            className={classes('size-2 rounded-full', isAi ? 'bg-accent' : 'bg-wait')}
          />
        </p>
        <Button
          busy={change.isPending}
          onClick={() => change.mutate({ id, change: { handler: isAi ? 'human' : 'ai' } })}
        >
          {isAi ? words.takeOver : words.handBack}
        </Button>
      </div>
    </div>
  )
}
