/** Text that is HTML already. Made by the `html` tag, which escapes whatever else goes into it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Piece = Html | string | number | false | undefined | Piece[]

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(pieces[index - 1]) + string))
}

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (Array.isArray(piece)) return piece.map(written).join('')
  return escapeHtml(String(piece))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
