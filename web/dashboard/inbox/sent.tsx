import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { useErrorText } from '../ui/states.tsx'
import type { Outgoing } from './drafts.ts'
import { useWords } from './texts.ts'
import type { useSend } from './use-send.ts'

/** On its way, or held up: nothing that was written is lost. */
export function Sent({ outgoing, sender }: { outgoing: Outgoing; sender: ReturnType<typeof useSend> }) {
  const words = useWords()
  const say = useErrorText()
  const { mode, text, error } = outgoing
  return (
    <li className="mt-3 grid justify-items-end gap-1">
      <div
        className={classes(
          'max-w-[85%] whitespace-pre-wrap rounded-md px-3 py-2 text-sm [overflow-wrap:anywhere]',
          mode === 'note' ? 'bg-paper' : 'bg-accent-soft',
          error === undefined && 'opacity-70',
        )}
      >
        {text}
      </div>
      {error === undefined ? (
        <p role="status" className="flex items-center gap-1 text-xs text-quiet">
          <Icon name="clock" size={14} />
          {words.sending}
        </p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-xs text-alarm">
          <Icon name="warning" size={14} />
          <span>
            {words.notSent} {say(error)}
          </span>
          <Button onClick={() => sender.retry(outgoing)}>{words.again}</Button>
          <Button look="quiet" onClick={() => sender.takeBack(outgoing)}>
            {words.takeBack}
          </Button>
        </div>
      )}
    </li>
  )
}
