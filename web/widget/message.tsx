import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { OrderCard, WidgetMessage } from '../client/wire.ts'
import { Order, Products } from './cards.tsx'
import { AlarmIcon, ClockIcon, TickIcon } from './icons.tsx'
import { withoutAddress } from './markdown.ts'
import type { Letter } from './outbox.ts'
import { Rich } from './rich.tsx'
import type { Texts } from './texts.ts'
import { exactTime, relativeTime } from './time.ts'

interface Common {
  texts: Texts
  agentName: string
  /** Follows one of the same person. */
  isNext: boolean
}

interface MessageProps extends Common {
  message: WidgetMessage
  order: OrderCard | undefined
  isLastOwn: boolean
  onPick(name: string): void
}

/** Something the service has. Made once and kept until something of it changes: there may be hundreds. */
export function Message({ message, order, isLastOwn, onPick, texts, agentName, isNext }: MessageProps) {
  const { content, author, created_at, products } = message
  return useMemo(() => {
    const words =
      author === 'visitor' ? <p>{content}</p> : <Rich source={withoutAddress(content, order?.payment_url)} />
    return (
      <Row author={author} texts={texts} agentName={agentName} isNext={isNext} at={created_at} words={words}>
        {order && <Order order={order} texts={texts} />}
        {products && products.length > 0 && <Products products={products} texts={texts} onPick={onPick} />}
        {isLastOwn && (
          <p class="delivery">
            <TickIcon />
            {texts.sent}
          </p>
        )}
      </Row>
    )
  }, [message, order, isLastOwn, isNext, texts, agentName, onPick])
}

/** Something that is still on its way. */
export function Outgoing({ letter, onRetry, ...common }: Common & { letter: Letter; onRetry(): void }) {
  const { texts } = common
  return (
    <Row author="visitor" words={<p>{letter.text}</p>} {...common}>
      {letter.state === 'lost' ? (
        <p class="delivery lost">
          <AlarmIcon />
          {texts.notSent}
          <button type="button" onClick={onRetry}>
            {texts.tryAgain}
          </button>
        </p>
      ) : (
        <p class="delivery">
          {letter.state === 'stored' ? <TickIcon /> : <ClockIcon />}
          {letter.state === 'stored' ? texts.sent : texts.sending}
        </p>
      )}
    </Row>
  )
}

/** The agent's first words, which are no message yet. */
export function Welcome({ text, ...common }: Common & { text: string }) {
  return <Row author="agent" words={<Rich source={text} />} {...common} />
}

interface RowProps extends Common {
  author: WidgetMessage['author']
  at?: string
  words: ComponentChildren
  /** What stands below the bubble. */
  children?: ComponentChildren
}

function Row({ author, at, texts, agentName, isNext, words, children }: RowProps) {
  const who = { visitor: texts.you, team: texts.team, agent: agentName }[author]
  const side = author === 'visitor' ? 'own' : 'theirs'
  return (
    <li class={`row ${side} ${isNext ? 'next' : ''}`}>
      {author === 'team' && !isNext && <p class="who">{who}</p>}
      <Line at={at} texts={texts}>
        {!(author === 'team' && !isNext) && <span class="sr">{who}: </span>}
        {words}
      </Line>
      {children}
    </li>
  )
}

/** The bubble with its time, which shows when somebody points at it or taps it. */
function Line({
  at,
  texts,
  children,
}: {
  at: string | undefined
  texts: Texts
  children: ComponentChildren
}) {
  const [isTapped, setTapped] = useState(false)
  // Words like “5 min ago” age, so they are made when they are about to be read.
  const [, setNow] = useState(0)
  const look = () => setNow(Date.now())
  const tap = () => {
    // Who marks text to copy it did not ask for the time.
    if (getSelection()?.isCollapsed !== false) setTapped(!isTapped)
    look()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the exact time is in the text for whoever does not point
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div class={`line ${isTapped ? 'tapped' : ''}`} onPointerEnter={look} onClick={tap}>
      <div class="bubble">{children}</div>
      {at && (
        <time dateTime={at} title={exactTime(at, texts.locale)}>
          <span aria-hidden="true">{relativeTime(at, Date.now(), texts.locale, texts.justNow)}</span>
          <span class="sr">{exactTime(at, texts.locale)}</span>
        </time>
      )}
    </div>
  )
}
