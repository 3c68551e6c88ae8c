export interface Piece {
  /** The headings it stands under, from the outside in; empty when there are none. */
  heading: string
  text: string
}

/** A passage grows by whole paragraphs until it has so many characters … */
const ENOUGH = 300
/** … and is never longer than this. */
const MOST = 900
/** A longer line that looks like a heading is a paragraph. */
const LONGEST_HEADING = 200
const DEEPEST = 6

/**
 * Cuts a text or Markdown document into passages that make sense alone: along headings, then paragraphs, and only where a
 * paragraph is too long along its lines, sentences and words. Every character that is no white space or mark of a heading
 * is in exactly one of them.
 */
export function passagesOf(body: string): Piece[] {
  return sectionsOf(body).flatMap(({ path, paragraphs }) => {
    const heading = path.join(' › ')
    return pack(paragraphs.flatMap(bounded)).map((text) => ({ heading, text }))
  })
}

interface Section {
  path: string[]
  paragraphs: string[]
}

function sectionsOf(body: string): Section[] {
  const lines = body.split(/\r\n|[\n\r\u2028\u2029]/)
  const sections: Section[] = []
  let path: string[] = []
  let held: string[] = []
  /** The headings under which nothing has been said yet. */
  let unsaid: string[] = []
  let fence: string | undefined

  const endParagraph = () => {
    const text = held.join('\n').trim()
    held = []
    if (text === '') return
    if (unsaid.length > 0 || sections.length === 0) sections.push({ path: named(path), paragraphs: [] })
    unsaid = []
    sections.at(-1)?.paragraphs.push(text)
  }
  const startSection = ({ level, text }: Heading) => {
    endParagraph()
    // A heading whose place a new one takes before anything was said under it is all there is to say.
    if (unsaid.length > 0 && path.length >= level) sayHeading()
    path = [...path.slice(0, level - 1), ...Array(Math.max(0, level - 1 - path.length)).fill(''), text]
    unsaid.push(text)
  }
  const sayHeading = () => {
    sections.push({ path: named(path).slice(0, -1), paragraphs: [path.at(-1) as string] })
    unsaid = []
  }

  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence ? undefined : mark
    const heading = fence === undefined ? headingAt(lines, i, held.length === 0) : undefined
    if (heading) {
      startSection(heading)
      i += heading.lines - 1
    } else if (line.trim() === '' && fence === undefined) {
      endParagraph()
    } else {
      held.push(line)
    }
  }
  endParagraph()
  if (unsaid.length > 0) sayHeading()
  return sections
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/

interface Heading {
  level: number
  text: string
  lines: number
}

/** `# So`, or a line of its own underlined with `===` or `---`. */
function headingAt(lines: string[], i: number, alone: boolean): Heading | undefined {
  const line = (lines[i] as string).trim()
  if (line.length > LONGEST_HEADING) return undefined
  const [, marks = '', text = ''] = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?$/.exec(line) ?? []
  if (/[\p{L}\p{N}]/u.test(text)) return { level: marks.length, text, lines: 1 }
  const under =
    alone && /[\p{L}\p{N}]/u.test(line) ? /^(=|-)\1{2,}\s*$/.exec(lines[i + 1] ?? '')?.[1] : undefined
  if (under === undefined || /^[-*+>|]/.test(line)) return undefined
  return { level: under === '=' ? 1 : 2, text: line, lines: 2 }
}

function named(path: string[]): string[] {
  return path.filter((name) => name !== '').slice(0, DEEPEST)
}

/** Joins neighbours that are too short to say much. */
function pack(pieces: string[]): string[] {
  const packed: string[] = []
  for (const piece of pieces) {
    const last = packed.at(-1)
    if (last !== undefined && last.length < ENOUGH && last.length + 2 + piece.length <= MOST)
      packed[packed.length - 1] = `${last}\n\n${piece}`
    else packed.push(piece)
  }
  return packed
}

/** Where a paragraph may be cut, the best places first. */
const SEAMS = [/(?<=\n)/, /(?<=[.!?…。！？]["')”’]*\s)/, /(?<=\s)/]

function bounded(paragraph: string): string[] {
  return cut(paragraph, SEAMS)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

function cut(text: string, [seam, ...finer]: RegExp[]): string[] {
  if (text.length <= MOST) return [text]
  const parts = seam === undefined ? characters(text) : text.split(seam).flatMap((part) => cut(part, finer))
  const pieces: string[] = []
  for (const part of parts) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + part.length <= MOST) pieces[pieces.length - 1] = last + part
    else pieces.push(part)
  }
  return pieces
}

/** Between what a reader takes for characters; one that is longer than a passage is taken apart. */
function characters(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > MOST) {
    const length = segmenter.segment(rest.slice(0, MOST + 2)).containing(MOST)?.index || codePoints(rest)
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return [...pieces, rest]
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function codePoints(text: string): number {
  return /[\ud800-\udbff]/.test(text[MOST - 1] as string) ? MOST - 1 : MOST
}
