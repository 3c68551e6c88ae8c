import { Fragment, type ReactNode } from 'react'
import { type Block, type Inline, parseMarkdown } from '../../widget/markdown.ts'

/** What an agent wrote, as the chat shows it: its Markdown as nodes, never as HTML. */
export function Rich({ source }: { source: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 break-words">
      {parseMarkdown(source).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
        <Fragment key={place}>{block(part)}</Fragment>
      ))}
    </div>
  )
}

function block(part: Block): ReactNode {
  if (part.kind === 'code') return <pre className="overflow-x-auto font-mono text-xs">{part.text}</pre>
  if (part.kind === 'paragraph') return <p>{all(part.content)}</p>
  const items = part.items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={place}>{all(item)}</li>
  ))
  return part.ordered ? (
    <ol start={part.start} className="list-decimal pl-5">
      {items}
    </ol>
  ) : (
    <ul className="list-disc pl-5">{items}</ul>
  )
}

function all(parts: Inline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return parts.map((part, place) => <Fragment key={place}>{inline(part)}</Fragment>)
}

function inline(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'break':
      return <br />
    case 'code':
      return <code className="font-mono text-xs">{part.text}</code>
    case 'strong':
      return <strong>{all(part.content)}</strong>
    case 'em':
      return <em>{all(part.content)}</em>
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer" className="underline">
          {all(part.content)}
        </a>
      )
  }
}
