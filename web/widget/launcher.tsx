import { ChatIcon, DownIcon } from './icons.tsx'
import type { Texts } from './texts.ts'

interface Props {
  texts: Texts
  open: boolean
  unread: number
  onToggle(): void
  button: { current: HTMLButtonElement | null }
}

const MOST_SHOWN = 9

export function Launcher({ texts, open, unread, onToggle, button }: Props) {
  const label = open ? texts.closeChat : texts.openChat
  return (
    <button
      ref={button}
      type="button"
      class="launcher"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-label={unread > 0 ? `${label}, ${texts.unread(unread)}` : label}
      onClick={onToggle}
    >
      {open ? <DownIcon /> : <ChatIcon />}
      {unread > 0 && (
        <span class="badge" aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </button>
  )
}
