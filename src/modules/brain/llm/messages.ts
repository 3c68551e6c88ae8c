import { cleaned, type Spoken } from '../../../providers/llm/index.ts'
import type { Said, Turn } from '../brain.ts'

const LONGEST_MESSAGE = 4_000
const LONGEST_HISTORY = 24_000

/** The conversation as a model gets it: bounded, taking turns, from a user's message to what is to be answered. */
export function messagesOf({ history, heard }: Pick<Turn, 'history' | 'heard'>): Spoken[] {
  const before = history.filter(({ role, at }) => !heard.some((one) => role === 'user' && one.at === at))
  const messages = newest([...before, ...heard])
  // Not every model takes a conversation that the assistant begins.
  if (messages[0]?.role === 'assistant')
    messages.unshift({ role: 'user', content: '(the conversation begins)' })
  return messages
}

/** One text, for looking back on it. */
export function transcriptOf(said: Said[]): string {
  return newest(said)
    .map(({ role, content }) => `${role === 'user' ? 'Customer' : 'Agent'}: ${content}`)
    .join('\n')
}

/** Of a text that is too long its beginning and its end: a phone number often comes last. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text.toWellFormed()
  const head = Math.floor(longest * 0.75)
  const left = text.length - longest
  return `${text.slice(0, head)}\n[… ${left} characters left out …]\n${text.slice(head + left)}`.toWellFormed()
}

function newest(said: Said[]): Spoken[] {
  const messages: Spoken[] = []
  let room = LONGEST_HISTORY
  for (const { role, content } of said.toReversed()) {
    const text = shorten(cleaned(content).trim() || '(no text)', LONGEST_MESSAGE)
    room -= text.length
    if (room < 0 && messages.length > 0) break
    const next = messages[0]
    if (next?.role === role) next.content = `${text}\n${next.content}`
    else messages.unshift({ role, content: text })
  }
  return messages
}
