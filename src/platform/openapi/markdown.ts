import { escapeHtml, Html, html } from '../../lib/html.ts'

/** The little of CommonMark that our descriptions use: paragraphs, lists, `code`, **strong** and links. */
export function markdown(text: string | undefined): Html[] {
  return (text ?? '')
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block !== '')
    .map(blockOf)
}

/** Marks within a line. Code is taken out first: nothing inside it means anything else. */
export function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`)/).map((part) =>
    part.length > 2 && part.startsWith('`') && part.endsWith('`')
      ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
      : escapeHtml(part)
          .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
          .replace(/\[([^\]]+)\]\(((?:https?:\/\/|#)[^\s)]+)\)/g, '<a href="$2">$1</a>'),
  )
  return new Html(parts.join(''))
}

/** A description cut at its `## headings`; what precedes the first has no title. */
export function sectionsOf(text: string): { title?: string; body: string }[] {
  const [lead = '', ...rest] = text.split(/^## +/m)
  const titled = rest.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title: title.trim(), body: lines.join('\n') }
  })
  return [{ body: lead }, ...titled]
}

function blockOf(block: string): Html {
  const lines = block.split('\n')
  if (lines.every((line) => line.startsWith('- '))) {
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
  }
  return html`<p>${inline(lines.join(' '))}</p>`
}
