import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApi } from '../api/queries.ts'
import type { AgentItem } from '../app/save-agent.ts'
import { useHasUnsaved } from '../app/unsaved.ts'
import { texts } from '../i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Rich } from '../ui/rich.tsx'
import { ErrorNote, Skeleton } from '../ui/states.tsx'
import { Done } from './done.tsx'
import { type Action, type Message, useTryOut } from './try-out.ts'

const useTexts = texts({
  en: {
    title: 'Try it',
    with: (name: string) => `Chat with ${name}`,
    startOver: 'Start over',
    write: 'Write as a customer would',
    send: 'Send',
    typing: (name: string) => `${name} is writing…`,
    unsaved: 'Answers with the settings that are saved. Save to try your changes.',
    real: 'As on any other channel: orders are real, and unpaid ones expire by themselves.',
    inbox: 'See it in the inbox',
    human: 'A person has taken over this conversation, so the agent is silent.',
    silent: 'No answer yet. It may still come.',
    you: 'You',
  },
  ms: {
    title: 'Cuba',
    with: (name: string) => `Sembang dengan ${name}`,
    startOver: 'Mula semula',
    write: 'Tulis seperti pelanggan',
    send: 'Hantar',
    typing: (name: string) => `${name} sedang menulis…`,
    unsaved: 'Menjawab dengan tetapan yang disimpan. Simpan untuk mencuba perubahan anda.',
    real: 'Seperti saluran lain: pesanan adalah benar, dan yang tidak dibayar luput sendiri.',
    inbox: 'Lihat di peti masuk',
    human: 'Seseorang telah mengambil alih perbualan ini, jadi ejen diam.',
    silent: 'Belum ada jawapan. Mungkin akan tiba.',
    you: 'Anda',
  },
})

/** A chat with the agent as it is saved, beside whatever is being changed. */
export function TryIt({ agent }: { agent: AgentItem }) {
  const words = useTexts()
  const hasUnsaved = useHasUnsaved()
  const chat = useTryOut(agent.id)
  return (
    <section
      aria-label={words.title}
      className="flex h-[32rem] max-h-[80dvh] flex-col rounded-md border bg-card lg:sticky lg:top-6 lg:h-[calc(100dvh-3rem)] lg:max-h-[44rem]"
    >
      <div className="flex items-center gap-2 border-b py-2 pl-4 pr-2">
        <div className="min-w-0 grow">
          <h2 className="text-sm font-semibold">{words.title}</h2>
          <p className="truncate text-xs text-quiet">{words.with(agent.name)}</p>
        </div>
        <IconButton icon="refresh" label={words.startOver} onClick={chat.startOver} />
      </div>
      <Thread agent={agent} chat={chat} />
      {hasUnsaved && (
        <p role="status" className="flex gap-2 border-t bg-wait-soft px-4 py-2 text-xs text-wait">
          <Icon name="info" size={16} />
          {words.unsaved}
        </p>
      )}
      <Composer onSend={chat.say} isBusy={chat.sending !== undefined} />
      <p className="px-4 pb-3 text-xs text-quiet">
        {words.real}{' '}
        {chat.conversationId && (
          <Link
            to="/conversations/$id"
            params={{ id: chat.conversationId }}
            className="text-accent underline"
          >
            {words.inbox}
          </Link>
        )}
      </p>
    </section>
  )
}

type Chat = ReturnType<typeof useTryOut>

function Thread({ agent, chat }: { agent: AgentItem; chat: Chat }) {
  const words = useTexts()
  const { messages, actions, sending, isLoading, error } = chat
  const end = useRef<HTMLDivElement>(null)
  const length = messages.length + (sending ? 1 : 0)
  useEffect(() => {
    if (length > 0) end.current?.parentElement?.scrollTo({ top: end.current.offsetTop })
  }, [length])
  return (
    <div
      role="log"
      aria-label={words.with(agent.name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative min-h-0 grow overflow-y-auto p-4"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Bubble>
          <Rich source={agent.welcome} />
        </Bubble>
        {isLoading && <Skeleton className="h-10 w-3/4" />}
        {turnsOf(messages, actions).map(({ message, done }) => (
          <div key={message.id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <Done actions={done} />
            <Bubble isOwn={message.role === 'user'}>
              {message.role === 'user' ? message.content : <Rich source={message.content} />}
            </Bubble>
          </div>
        ))}
        {sending && !isHere(messages, sending) && <Bubble isOwn>{sending.text}</Bubble>}
        {sending && (
          <p role="status" className="animate-pulse text-xs text-quiet">
            {words.typing(agent.name)}
          </p>
        )}
        {!sending && !error && <Silence chat={chat} />}
        {Boolean(error) && <ErrorNote error={error} />}
      </div>
      <div ref={end} />
    </div>
  )
}

/** Whether what was sent has come back with what the service has. */
function isHere(messages: Message[], { text, after }: { text: string; after: number }): boolean {
  return messages.slice(after).some(({ role, content }) => role === 'user' && content === text)
}

/** Why nothing came back: a person answers, or the agent takes its time. */
function Silence({ chat: { conversationId, messages } }: { chat: Chat }) {
  const words = useTexts()
  const isUnanswered = messages.at(-1)?.role === 'user'
  const { data } = useApi(
    'GET /conversations/:id',
    { params: { id: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  )
  const isHuman = data?.data.handler === 'human'
  if (!isUnanswered && !isHuman) return null
  return <p className="text-xs text-quiet">{isHuman ? words.human : words.silent}</p>
}

function Bubble({ isOwn, children }: { isOwn?: boolean; children: ReactNode }) {
  const words = useTexts()
  return (
    <div
      className={classes(
        'max-w-[85%] whitespace-pre-line break-words rounded-md px-3 py-2 text-sm',
        isOwn ? 'justify-self-end bg-accent text-on-accent' : 'justify-self-start bg-hover',
      )}
    >
      {isOwn && <span className="sr-only">{words.you}: </span>}
      {children}
    </div>
  )
}

function Composer({ onSend, isBusy }: { onSend: (text: string) => Promise<boolean>; isBusy: boolean }) {
  const words = useTexts()
  const [text, setText] = useState('')
  const send = async () => {
    const said = text.trim()
    if (said === '' || isBusy) return
    setText('')
    // What could not be sent is still there to send again.
    if (!(await onSend(said))) setText((now) => now || said)
  }
  return (
    <form
      className="flex items-end gap-2 border-t p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        aria-label={words.write}
        placeholder={words.write}
        rows={1}
        maxLength={4_000}
        className="field-sizing-content max-h-30 min-h-9 w-full resize-none rounded-md border border-edge bg-card px-3 py-2 text-sm leading-5 placeholder:text-quiet pointer-coarse:min-h-11"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
      <IconButton
        type="submit"
        icon="send"
        look="primary"
        label={words.send}
        disabled={isBusy || text.trim() === ''}
      />
    </form>
  )
}

/** Each message with what the agent did before it. */
function turnsOf(messages: Message[], actions: Action[]): { message: Message; done: Action[] }[] {
  let at = 0
  return messages.map((message) => {
    const from = at
    if (message.role === 'assistant') {
      while (at < actions.length && (actions[at]?.created_at ?? '') <= message.created_at) at++
    }
    return { message, done: actions.slice(from, at) }
  })
}
