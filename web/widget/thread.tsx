import { Fragment } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { DownIcon } from './icons.tsx'
import { Message, Outgoing, Welcome } from './message.tsx'
import type { State } from './state.ts'
import type { Texts } from './texts.ts'
import { dayBetween } from './time.ts'

interface Props {
  state: State
  texts: Texts
  agentName: string
  onPick(name: string): void
  onRetry(clientId: string): void
}

/** Nearer to the end than this counts as being there. */
const NEAR = 48

export function Thread({ state, texts, agentName, onPick, onRetry }: Props) {
  const { messages, letters, orders, typing, open } = state
  // A talk begins with the same words, and then they are a message.
  const welcome = messages[0]?.content === state.welcome ? '' : state.welcome
  const scroller = useRef<HTMLElement>(null)
  const { missed, follow, onScroll } = useFollowing(scroller, state)
  const common = { texts, agentName }
  const sent = new Set(messages.flatMap(({ client_id }) => client_id ?? []))
  const outgoing = letters.filter(({ clientId }) => !sent.has(clientId))
  const lastOwn = outgoing.length === 0 && messages.findLast(({ author }) => author === 'visitor')?.id

  return (
    <div class="thread">
      <section
        class="scroller"
        ref={scroller}
        onScroll={onScroll}
        tabIndex={open ? 0 : -1}
        aria-label={texts.conversation}
      >
        <ol class="rows">
          {welcome && <Welcome key="welcome" text={welcome} isNext={false} {...common} />}
          {messages.map((message, i) => {
            const before = messages[i - 1]
            const day = dayBetween(before?.created_at, message.created_at, Date.now(), texts.locale)
            return (
              <Fragment key={message.client_id ?? message.id}>
                {day && <li class="day">{day}</li>}
                <Message
                  message={message}
                  order={message.order && (orders[message.order.id] ?? message.order)}
                  isNext={!day && (before?.author ?? (welcome && 'agent')) === message.author}
                  isLastOwn={message.id === lastOwn}
                  onPick={onPick}
                  {...common}
                />
              </Fragment>
            )
          })}
          {outgoing.map((letter, i) => (
            <Outgoing
              key={letter.clientId}
              letter={letter}
              isNext={i > 0 || messages.at(-1)?.author === 'visitor'}
              onRetry={() => onRetry(letter.clientId)}
              {...common}
            />
          ))}
          {typing && (
            <li class="row theirs typing" key="typing">
              <span class="sr">{texts.typing(agentName)}</span>
              <span class="bubble" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
            </li>
          )}
        </ol>
      </section>
      {missed > 0 && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            follow()
            // The pill is gone then; from here arrow keys read on.
            scroller.current?.focus({ preventScroll: true })
          }}
        >
          {texts.unread(missed)} <DownIcon />
        </button>
      )}
    </div>
  )
}

/** Stays at the end while the visitor is there; who reads further up is not pulled away but told how much came. */
function useFollowing(scroller: { current: HTMLElement | null }, { messages, letters, typing, open }: State) {
  const isAtEnd = useRef(true)
  const [missed, setMissed] = useState(0)
  const counted = useRef(messages.length)
  const written = useRef(letters.length)

  const follow = useCallback(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setMissed(0)
  }, [scroller])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
    if (isAtEnd.current) setMissed(0)
  }, [scroller])

  useLayoutEffect(() => {
    const isOwn = letters.length > written.current
    const arrived = messages.slice(counted.current).filter(({ role }) => role === 'assistant').length
    written.current = letters.length
    counted.current = messages.length
    if (isAtEnd.current || isOwn) follow()
    else if (arrived > 0) setMissed((before) => before + arrived)
  }, [messages, letters, typing, follow])

  useLayoutEffect(() => {
    if (open) follow()
  }, [open, follow])

  // The keyboard, a larger input and pictures that arrive change the height without a word.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => isAtEnd.current && follow())
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [scroller, follow])

  return { missed, follow, onScroll }
}
