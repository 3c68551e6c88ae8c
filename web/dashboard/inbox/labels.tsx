import { useId, useState } from 'react'
import { useApi } from '../api/queries.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Conversation } from './filters.ts'
import { useWords } from './texts.ts'
import { useChange } from './use-change.ts'

const MOST = 20
const LONGEST = 50
const CHIP =
  'inline-flex max-w-full min-h-7 items-center gap-1 rounded-full px-2.5 text-xs font-medium pointer-coarse:min-h-11'

/** What the team calls this conversation; what the AI would call it is one press away. */
export function Labels({ conversation }: { conversation: Conversation }) {
  const { id, labels, suggested_labels } = conversation
  const words = useWords()
  const change = useChange()
  const listId = useId()
  const [text, setText] = useState('')
  const { data: facets } = useApi('GET /conversations/facets', {}, { keep: true })
  const isFull = labels.length >= MOST
  const suggested = suggested_labels.filter((label) => !labels.includes(label))
  const known = facets?.data.labels.filter((label) => !labels.includes(label)) ?? []

  function put(next: string[]): void {
    change.mutate({ id, change: { labels: next } })
  }

  function add(label: string): void {
    const added = label.trim()
    if (added && !labels.includes(added)) put([...labels, added])
    setText('')
  }

  return (
    <div className="grid gap-2">
      {labels.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {labels.map((label) => (
            <li key={label} className={`${CHIP} bg-accent-soft pr-1 text-accent`}>
              <span className="truncate">{label}</span>
              <button
                type="button"
                aria-label={words.removeThis(label)}
                onClick={() => put(labels.filter((one) => one !== label))}
                className="grid size-6 place-items-center rounded-full hover:bg-hover pointer-coarse:size-9"
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {suggested.length > 0 && !isFull && (
        <div className="flex flex-wrap items-center gap-1">
          <span className="text-xs text-quiet">{words.suggested}</span>
          {suggested.map((label) => (
            <button
              key={label}
              type="button"
              aria-label={words.addThis(label)}
              onClick={() => add(label)}
              className={`${CHIP} border border-dashed border-edge text-quiet hover:bg-hover hover:text-ink`}
            >
              <Icon name="plus" size={12} />
              <span className="truncate">{label}</span>
            </button>
          ))}
        </div>
      )}
      {isFull ? (
        <p className="text-xs text-quiet">{words.tooMany}</p>
      ) : (
        <form
          className="flex gap-1"
          onSubmit={(event) => {
            event.preventDefault()
            add(text)
          }}
        >
          <input
            aria-label={words.addLabel}
            placeholder={words.addLabel}
            list={listId}
            maxLength={LONGEST}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="h-9 min-w-0 grow rounded-md border border-edge bg-card px-3 text-sm placeholder:text-quiet pointer-coarse:h-11 pointer-coarse:text-base"
          />
          <datalist id={listId}>
            {known.map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
          <IconButton icon="plus" label={words.add} type="submit" disabled={text.trim() === ''} />
        </form>
      )}
    </div>
  )
}
