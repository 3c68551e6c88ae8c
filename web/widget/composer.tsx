import { useRef } from 'preact/hooks'
import { useGrowing } from './growing.ts'
import { SendIcon, TalkIcon } from './icons.tsx'
import type { Texts } from './texts.ts'

interface Props {
  texts: Texts
  draft: string
  isOff: boolean
  onDraft(text: string): void
  onSend(text: string): void
  /** Undefined where there is no talking. */
  onTalk: (() => void) | undefined
  input: { current: HTMLTextAreaElement | null }
}

export const LONGEST = 4000
/** From here on the visitor is told how much is left. */
const NEAR_END = 200

export function Composer({ texts, draft, isOff, onDraft, onSend, onTalk, input }: Props) {
  const left = LONGEST - draft.length
  const canSend = !isOff && left >= 0 && draft.trim() !== ''
  useGrowing(input, draft)
  // Some keyboards still say Enter after the composition has ended.
  const composing = useRef(false)

  const send = () => {
    if (!canSend) return
    onSend(draft.trim())
    onDraft('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    if (event.isComposing || composing.current || event.keyCode === 229) return
    event.preventDefault()
    send()
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={input}
        rows={1}
        value={draft}
        disabled={isOff}
        placeholder={texts.write}
        aria-label={texts.write}
        aria-invalid={left < 0}
        autocomplete="off"
        enterkeyhint="send"
        onInput={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={() => {
          composing.current = false
        }}
      />
      {onTalk && (
        <button type="button" class="tool" aria-label={texts.talk} title={texts.talk} onClick={onTalk}>
          <TalkIcon />
        </button>
      )}
      <button type="submit" class="tool send" aria-label={texts.send} title={texts.send} disabled={!canSend}>
        <SendIcon />
      </button>
      {left <= NEAR_END && (
        <p class={`left ${left < 0 ? 'over' : ''}`} role="status">
          {left < 0 ? `${texts.tooLong} (${-left})` : texts.left(left)}
        </p>
      )}
    </form>
  )
}
