/*
 * As much of Markdown as an agent needs, read into data. Nothing of it becomes HTML text on the way to the page, so
 * nothing that anybody writes can be executed.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] }

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Inline[][] }
  | { kind: 'code'; text: string }

const BULLET = /^\s{0,3}[-*•]\s+(.*)$/
const NUMBER = /^\s{0,3}(\d{1,4})[.)]\s+(.*)$/
const FENCE = /^\s{0,3}```/

export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  const lines = source.replace(/\r\n?/g, '\n').split('\n')
  let words: string[] = []
  const endParagraph = () => {
    const text = words.join('\n').trim()
    if (text) blocks.push({ kind: 'paragraph', content: parseInline(text) })
    words = []
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (FENCE.test(line)) {
      endParagraph()
      const end = lines.findIndex((other, at) => at > i && FENCE.test(other))
      const until = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(i + 1, until).join('\n') })
      i = until
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      endParagraph()
      i = readList(lines, i, blocks)
    } else if (line.trim() === '') endParagraph()
    else words.push(/^\s{0,3}#{1,6}\s/.test(line) ? heading(line) : line)
  }
  endParagraph()
  return blocks
}

/** A heading in a chat is a line that stands out, once: agents like to write them bold as well. */
function heading(line: string): string {
  const words = line
    .replace(/^[\s#]+/, '')
    .replace(/ #+$/, '')
    .replaceAll('**', '')
    .trim()
  return words && `**${words}**`
}

/** As it is read aloud. */
export function plainText(source: string): string {
  const inline = (parts: Inline[]): string =>
    parts
      .map((part) => ('content' in part ? inline(part.content) : part.kind === 'break' ? '\n' : part.text))
      .join('')
  return parseMarkdown(source)
    .map((block) => {
      if (block.kind === 'code') return block.text
      return block.kind === 'list' ? block.items.map(inline).join('\n') : inline(block.content)
    })
    .join('\n')
}

/** Without the line “Pay here: …”, where a card has the button for it. */
export function withoutAddress(source: string, address: string | null | undefined): string {
  if (!address) return source
  const isLead = (line: string) =>
    line.includes(address) && /^[^\n]*[:：]\s*$/.test(line.replace(address, ''))
  const rest = source.split('\n').filter((line) => !isLead(line))
  return rest.join('').trim() ? rest.join('\n') : source
}

/** The address as it may be opened, or undefined: only the web, never `javascript:` or its like. */
export function safeUrl(address: string | null | undefined): string | undefined {
  try {
    const url = new URL(address ?? '')
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Reads the list that begins at a line; the index of its last line. */
function readList(lines: string[], first: number, blocks: Block[]): number {
  const ordered = !BULLET.test(lines[first] ?? '')
  const start = ordered ? Number(NUMBER.exec(lines[first] ?? '')?.[1]) : 1
  const items: string[] = []
  let i = first
  for (; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const item = ordered ? NUMBER.exec(line)?.[2] : BULLET.exec(line)?.[1]
    if (item !== undefined) items.push(item)
    // An indented line goes on with its item.
    else if (/^\s{2,}\S/.test(line) && !BULLET.test(line) && !NUMBER.test(line))
      items.push(`${items.pop()}\n${line.trim()}`)
    else break
  }
  blocks.push({ kind: 'list', ordered, start, items: items.map((item) => parseInline(item)) })
  return i - 1
}

/**
 * In the order in which they win: code, a named link, a bare address, strong, emphasis. Underscores and asterisks count
 * only at the edges of words (2*3*4 and snake_case stay as they are). No part can match in more than one way, so that a
 * hostile text costs no more than its length squared.
 */
const INLINE =
  /`([^`\n]+)`|\[([^[\]\n]{1,300})\]\(([^\s()<>]{1,2000})\)|(https?:\/\/[^\s<>"'`\\^{|}]{1,2000})|(?<![*\w])\*\*(?=\S)([^*\n]+)(?<=\S)\*\*(?![*\w])|(?<![*\w])\*(?=\S)([^*\n]+)(?<=\S)\*(?![*\w])|(?<!\w)__(?=\S)([^_\n]+)(?<=\S)__(?!\w)|(?<!\w)_(?=\S)([^_\n]+)(?<=\S)_(?!\w)|(\n)/g

function parseInline(text: string, inLink = false): Inline[] {
  const parts: Inline[] = []
  let last = 0
  const say = (from: number, to: number) => {
    if (to > from) parts.push({ kind: 'text', text: text.slice(from, to) })
  }
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, name, target, bare, strong, em, strong_, em_, newline] = match
    let length = whole.length
    let part: Inline | undefined
    if (code !== undefined) part = { kind: 'code', text: code }
    else if (newline) part = { kind: 'break' }
    else if (strong ?? strong_)
      part = { kind: 'strong', content: parseInline(strong ?? strong_ ?? '', inLink) }
    else if (em ?? em_) part = { kind: 'em', content: parseInline(em ?? em_ ?? '', inLink) }
    else if (!inLink && name !== undefined) {
      const href = safeUrl(target)
      if (href) part = { kind: 'link', href, content: parseInline(name, true) }
    } else if (!inLink && bare) {
      const address = trimAddress(bare)
      const href = safeUrl(address)
      length = address.length
      if (href) part = { kind: 'link', href, content: [{ kind: 'text', text: address }] }
    }
    if (!part) continue
    say(last, match.index)
    parts.push(part)
    last = match.index + length
  }
  say(last, text.length)
  return parts
}

/** The full stop after an address ends the sentence, not the address; so does a bracket that opened before it. */
function trimAddress(address: string): string {
  let end = address.replace(/[.,;:!?*_]+$/, '')
  if (end.endsWith(')') && !end.includes('(')) end = end.slice(0, -1).replace(/[.,;:!?*_]+$/, '')
  return end
}
