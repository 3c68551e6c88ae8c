import { escapeHtml, Html, html } from '../../lib/html.ts'

/** A block of code with its name and a place for the copy button. */
export function codeFigure(name: string, language: 'shell' | 'json', code: Html): Html {
  return html`<figure class="code ${language}"><figcaption>${name}<button type="button" class="copy" aria-label="Copy: ${name}" data-copy data-script hidden>Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** JSON laid out, with the names of fields set apart from their values. */
export function jsonCode(value: unknown): Html {
  const text = JSON.stringify(value, null, 2)
  let result = ''
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match
    result += escapeHtml(text.slice(end, match.index))
    const kind = colon !== undefined ? 'name' : string !== undefined ? 'text' : 'value'
    result += `<span class="${kind}">${escapeHtml(string ?? token)}</span>${colon ?? ''}`
    end = match.index + token.length
  }
  return new Html(result + escapeHtml(text.slice(end)))
}
