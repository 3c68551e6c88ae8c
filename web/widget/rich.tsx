import type { VNode } from 'preact'
import { type Block, type Inline, parseMarkdown } from './markdown.ts'

/** Markdown as nodes. Text is only ever text here. */
export function Rich({ source }: { source: string }) {
  return <div class="rich">{parseMarkdown(source).map(block)}</div>
}

function block(part: Block): VNode {
  if (part.kind === 'code')
    return (
      <pre>
        <code>{part.text}</code>
      </pre>
    )
  if (part.kind === 'paragraph') return <p>{part.content.map(inline)}</p>
  const items = part.items.map((item) => <li>{item.map(inline)}</li>)
  return part.ordered ? <ol start={part.start}>{items}</ol> : <ul>{items}</ul>
}

function inline(part: Inline): VNode | string {
  switch (part.kind) {
    case 'text':
      // An amount is one word and is not broken over two lines.
      return part.text.replace(/\bRM (?=\d)/g, 'RM\u00a0')
    case 'break':
      return <br />
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{part.content.map(inline)}</strong>
    case 'em':
      return <em>{part.content.map(inline)}</em>
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          {part.content.map(inline)}
        </a>
      )
  }
}
