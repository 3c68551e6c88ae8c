import { useLayoutEffect, useRef } from 'react'
import { MOD_KEY } from '../app/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { changeDraft, type Mode, useDraft } from './drafts.ts'
import type { Conversation } from './filters.ts'
import { useWords } from './texts.ts'

const BOX = 'inbox-composer'
const MODES: Mode[] = ['reply', 'note']
/** What the server takes. */
const LONGEST: Record<Mode, number> = { reply: 100_000, note: 5_000 }

export function focusComposer(): void {
  // After the box has become the one for a reply or for a note.
  requestAnimationFrame(() => document.getElementById(BOX)?.focus())
}

/** The box to answer or to note something with; what is written in it stays with its conversation. */
export function Composer({
  id,
  conversation,
  send,
}: {
  id: string
  conversation: Conversation | undefined
  send: (mode: Mode) => void
}) {
  const words = useWords()
  const draft = useDraft(id)
  const { mode } = draft
  const isNote = mode === 'note'
  const text = draft[mode]
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    // Its border is not part of what scrolls.
    element.style.height = text === '' ? '' : `${element.scrollHeight + 2}px`
  }, [text])
  const isReady = text.trim() !== '' && conversation !== undefined
  return (
    <form
      className="grid gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send(mode)
      }}
    >
      <textarea
        ref={box}
        id={BOX}
        rows={2}
        aria-label={isNote ? words.writeNote : words.writeReply}
        aria-describedby={`${BOX}-about`}
        placeholder={isNote ? words.writeNote : words.writeReply}
        maxLength={LONGEST[mode]}
        value={text}
        onChange={({ target }) => changeDraft(id, () => ({ [mode]: target.value }))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          if (isReady) send(mode)
        }}
        className={classes(
          'max-h-48 w-full resize-none rounded-md border border-edge px-3 py-2 text-sm leading-5 placeholder:text-quiet pointer-coarse:text-base',
          isNote ? 'bg-paper' : 'bg-card',
        )}
      />
      <div className="flex items-center gap-3">
        <div className="flex gap-1">
          {MODES.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mode === one}
              onClick={() => {
                changeDraft(id, () => ({ mode: one }))
                focusComposer()
              }}
              className={classes(
                'min-h-7 rounded-full px-3 text-xs font-medium text-quiet hover:bg-hover aria-pressed:text-ink pointer-coarse:min-h-11',
                one === 'note' ? 'aria-pressed:bg-paper' : 'aria-pressed:bg-hover',
              )}
            >
              {words[one]}
            </button>
          ))}
        </div>
        <p id={`${BOX}-about`} className="grow text-xs text-quiet">
          <span>{hint()} </span>
          <span className="pointer-coarse:hidden">{words.keys(MOD_KEY)}</span>
        </p>
        <Button
          type="submit"
          look={isNote ? 'plain' : 'primary'}
          icon={isNote ? 'note' : 'send'}
          disabled={!isReady}
        >
          {isNote ? words.save : words.send}
        </Button>
      </div>
    </form>
  )

  function hint(): string {
    if (isNote) return words.noteOnly
    if (conversation?.channel === 'voice') return words.notSpoken
    return conversation?.handler === 'ai' ? words.stepsAside : ''
  }
}
