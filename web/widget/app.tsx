import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { WidgetConfig } from '../client/wire.ts'
import type { Conversation } from './conversation.ts'
import { keepFocusIn } from './focus.ts'
import { Launcher } from './launcher.tsx'
import { useShade } from './media.ts'
import { Panel } from './panel.tsx'
import { type Store, useStore } from './state.ts'
import type { Texts } from './texts.ts'
import { accentFor } from './theme.ts'

interface Props {
  config: WidgetConfig
  texts: Texts
  store: Store
  conversation: Conversation
}

export function App({ config, texts, store, conversation }: Props) {
  const state = useStore(store)
  const root = useRef<HTMLDivElement>(null)
  const launcher = useRef<HTMLButtonElement>(null)
  const shade = useShade(config.theme)
  const style = useColours(config.accent, shade)
  const { open, talking, unread, announced } = state
  const wasOpened = useRef(false)
  if (open) wasOpened.current = true

  // Whoever closed it by hand goes on from the button; a page that closes it keeps its own focus.
  const isReturning = useRef(false)
  const close = () => {
    isReturning.current = true
    conversation.closed()
  }
  useLayoutEffect(() => {
    if (!open && isReturning.current) launcher.current?.focus({ preventScroll: true })
    isReturning.current = false
  }, [open])

  // What is typed here is not for the page's own shortcuts.
  const keepKeys = (event: KeyboardEvent) => {
    if (open && event.type === 'keydown' && root.current) {
      keepFocusIn(root.current, event)
      if (event.key === 'Escape' && !event.isComposing) talking ? conversation.talking(false) : close()
    }
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what its parts have handled
    <div
      ref={root}
      class={`root ${config.side} ${shade} ${open ? 'open' : ''}`}
      lang={texts.lang}
      style={style}
      onKeyDown={keepKeys}
      onKeyUp={keepKeys}
      onKeyPress={keepKeys}
    >
      {wasOpened.current && (
        <Panel config={config} texts={texts} state={state} conversation={conversation} onClose={close} />
      )}
      <Launcher
        texts={texts}
        open={open}
        unread={unread}
        button={launcher}
        onToggle={() => (open ? close() : conversation.open())}
      />
      <div class="sr" aria-live="polite">
        <Said key={useCount(announced)} text={announced.text} />
      </div>
    </div>
  )
}

/** A node of its own for each, because screen readers say what is added and not what stays the same. */
function Said({ text }: { text: string }) {
  return <p>{text}</p>
}

function useCount(value: object): number {
  const counted = useRef({ value, count: 0 })
  if (counted.current.value !== value) counted.current = { value, count: counted.current.count + 1 }
  return counted.current.count
}

function useColours(accent: string, shade: 'light' | 'dark'): Record<string, string> {
  return useMemo(() => {
    const colours = accentFor(accent, shade)
    return {
      '--accent': colours.accent,
      '--on-accent': colours.onAccent,
      '--accent-ink': colours.accentInk,
    }
  }, [accent, shade])
}
