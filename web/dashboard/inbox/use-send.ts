import { useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../api/client.ts'
import { useMe } from '../app/session.ts'
import { changeDraft, draftOf, type Mode, type Outgoing } from './drafts.ts'
import { conversationKey, type Thread, threadKey, withNewest } from './use-thread.ts'

let nextKey = 0

/** Says it: it stands in the thread at once, and when it cannot be sent it stays there to be tried again. */
export function useSend(id: string) {
  const client = useQueryClient()
  const myId = useMe()?.id ?? null

  function send(mode: Mode): void {
    const text = draftOf(id)[mode].trim()
    if (!text) return
    const since = client.getQueryData<Thread>(threadKey(id))?.messages.at(-1)?.created_at ?? ''
    const outgoing: Outgoing = { key: nextKey++, mode, text, since }
    changeDraft(id, ({ sending }) => ({ [mode]: '', sending: [...sending, outgoing] }))
    void post(outgoing)
  }

  async function post({ key, mode, text }: Outgoing): Promise<void> {
    try {
      if (mode === 'note') {
        const { data } = await api('POST /conversations/:id/notes', { params: { id }, body: { body: text } })
        show({ messages: [], notes: [data] })
      } else {
        const { data } = await api('POST /conversations/:id/messages', {
          params: { id },
          body: { content: text },
        })
        show({ messages: [{ ...data, author: { kind: 'team', id: myId } }], notes: [] })
        void client.invalidateQueries({ queryKey: ['alerts'] })
      }
      drop(key)
      void client.invalidateQueries({ queryKey: conversationKey(id) })
      void client.invalidateQueries({ queryKey: ['conversations'] })
    } catch (error) {
      mark(key, { error })
    }
  }

  /** When no answer came it may have arrived all the same: then it is not said twice. */
  async function retry(outgoing: Outgoing): Promise<void> {
    mark(outgoing.key, { error: undefined })
    if (isUnsure(outgoing.error)) {
      await client.refetchQueries({ queryKey: threadKey(id) })
      const thread = client.getQueryData<Thread>(threadKey(id))
      if (thread && isIn(thread, outgoing, myId)) return drop(outgoing.key)
    }
    return post(outgoing)
  }

  function show(said: Pick<Thread, 'messages' | 'notes'>): void {
    client.setQueryData<Thread>(
      threadKey(id),
      (held) => held && withNewest(held, { ...said, actions: [], earlier: null }),
    )
  }

  function mark(key: number, fields: { error: unknown }): void {
    changeDraft(id, ({ sending }) => ({
      sending: sending.map((one) => (one.key === key ? { ...one, ...fields } : one)),
    }))
  }

  function drop(key: number): void {
    changeDraft(id, ({ sending }) => ({ sending: sending.filter((one) => one.key !== key) }))
  }

  /** Back into the box, to be said differently. */
  function takeBack({ key, mode, text }: Outgoing): void {
    drop(key)
    changeDraft(id, (draft) => ({ mode, [mode]: [text, draft[mode]].filter(Boolean).join('\n') }))
  }

  return { send, retry: (outgoing: Outgoing) => void retry(outgoing), takeBack }
}

/** No answer, or none of the service's own: it may have been done. */
function isUnsure(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

function isIn({ messages, notes }: Thread, { mode, text, since }: Outgoing, myId: string | null): boolean {
  const isLater = ({ created_at }: { created_at: string }) => created_at > since
  return mode === 'reply'
    ? messages.some((one) => one.author.id === myId && one.content === text && isLater(one))
    : notes.some((one) => one.author.id === myId && one.body === text && isLater(one))
}
