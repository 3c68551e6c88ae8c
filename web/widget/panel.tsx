import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WidgetConfig } from '../client/wire.ts'
import { Composer } from './composer.tsx'
import type { Conversation } from './conversation.ts'
import { CloseIcon } from './icons.tsx'
import { useSmallScreen, useVisibleArea } from './media.ts'
import type { State } from './state.ts'
import { TalkSheet } from './talk-sheet.tsx'
import type { Texts } from './texts.ts'
import { Thread } from './thread.tsx'

interface Props {
  config: WidgetConfig
  texts: Texts
  state: State
  conversation: Conversation
  onClose(): void
}

export function Panel({ config, texts, state, conversation, onClose }: Props) {
  const { open, talking: isTalking, notice } = state
  const setTalking = conversation.talking
  const dialog = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState('')
  const [talkFailed, setTalkFailed] = useState(false)
  const isSmall = useSmallScreen()
  const isOff = notice?.final === true
  useVisibleArea(dialog, open && isSmall)

  // On a phone the keyboard would cover what there is to read.
  const rest = () => (isSmall ? dialog.current : input.current)?.focus({ preventScroll: true })
  useLayoutEffect(() => {
    if (open && !isTalking) rest()
  }, [open, isTalking])

  const pick = useCallback((name: string) => {
    setDraft((before) => (before.trim() ? `${before.trimEnd()} ${name} ` : `${name} `))
    input.current?.focus()
  }, [])

  const suggest = (text: string) => {
    conversation.send(text)
    // The button goes with its first use, and the focus must not go with it.
    rest()
  }
  const talk = () => {
    setTalkFailed(false)
    setTalking(true)
  }
  const offered = config.suggestions.length > 0 ? config.suggestions : texts.usualSuggestions
  const suggestions = hasSpoken(state) || isOff ? [] : offered.slice(0, 3)
  const words = talkFailed ? texts.talkUnavailable : notice?.text

  return (
    <div
      ref={dialog}
      class="panel"
      role="dialog"
      aria-modal={isSmall}
      aria-label={texts.chatWith(config.agentName, config.shopName)}
      tabIndex={-1}
      hidden={!open}
    >
      <Header config={config} texts={texts} state={state} onClose={onClose} />
      {isTalking && (
        <TalkSheet
          config={config}
          texts={texts}
          connection={conversation.connection}
          onClose={() => setTalking(false)}
          onFailed={() => {
            setTalkFailed(true)
            setTalking(false)
          }}
        />
      )}
      <div class="body" hidden={isTalking}>
        <Thread
          state={state}
          texts={texts}
          agentName={config.agentName}
          onPick={pick}
          onRetry={(clientId) => {
            conversation.retry(clientId)
            rest()
          }}
        />
        <div role="status">{words && <p class="notice">{words}</p>}</div>
        {suggestions.length > 0 && (
          <ul class="suggestions" aria-label={texts.suggestions}>
            {suggestions.map((text) => (
              <li key={text}>
                <button type="button" onClick={() => suggest(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Composer
          texts={texts}
          draft={draft}
          isOff={isOff}
          input={input}
          onDraft={setDraft}
          onSend={conversation.send}
          onTalk={config.talk && !isOff ? talk : undefined}
        />
      </div>
    </div>
  )
}

function Header({ config, texts, state, onClose }: Omit<Props, 'conversation'>) {
  const isConnected = useLasting(state.connected)
  const standing = state.handler === 'human' ? texts.teamReplies : texts.repliesAtOnce
  const isReady = state.phase === 'ready'
  return (
    <header>
      <span class="face" aria-hidden="true">
        {[...config.agentName][0]}
      </span>
      <div class="title">
        <h2>
          {config.agentName} <span>· {config.shopName}</span>
        </h2>
        {!state.notice?.final && (
          <p class={`standing ${isConnected && isReady ? state.handler : 'away'}`} role="status">
            {isConnected ? (isReady ? standing : texts.connecting) : texts.offline}
          </p>
        )}
      </div>
      <button
        type="button"
        class="tool"
        aria-label={texts.closeChat}
        title={texts.closeChat}
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </header>
  )
}

/** A break that is mended within moments is nobody's business. */
function useLasting(isConnected: boolean): boolean {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    if (isConnected) return setShown(true)
    const timer = setTimeout(() => setShown(false), 1500)
    return () => clearTimeout(timer)
  }, [isConnected])
  return shown
}

function hasSpoken({ letters, messages, phase }: State): boolean {
  return phase !== 'ready' || letters.length > 0 || messages.some(({ author }) => author === 'visitor')
}
