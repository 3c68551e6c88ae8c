import { contrast, parseHex } from '../../widget/theme.ts'
import type { Item } from '../api/client.ts'

type Saved = Item<'GET /agents'>['look']
export type Look = { [Part in keyof Saved]-?: NonNullable<Saved[Part]> }

/** As an agent looks of which nobody has chosen anything. */
const USUAL: Look = { accent: '#007a7b', theme: 'auto', side: 'right', suggestions: [] }
export const SUGGESTIONS = 3
export const LONGEST_SUGGESTION = 60

export function lookOf(saved: Saved): Look {
  const { accent, theme, side, suggestions } = saved
  return {
    accent: accent ?? USUAL.accent,
    theme: theme ?? USUAL.theme,
    side: side ?? USUAL.side,
    suggestions: suggestions ?? USUAL.suggestions,
  }
}

/** Fields left empty are no suggestions. */
export function withoutEmpty(look: Partial<Look>): Partial<Look> {
  if (!look.suggestions) return look
  return { ...look, suggestions: look.suggestions.map((text) => text.trim()).filter((text) => text !== '') }
}

export function isColour(text: string): boolean {
  return parseHex(text) !== undefined
}

const WHITE = [255, 255, 255] as const
const BLACK = [0, 0, 0] as const
/** Pages as shops have them. */
const PAGES = { light: WHITE, dark: [28, 26, 24] } as const
const READABLE = 4.5
/** What a shape needs to be seen, by WCAG 2.2. */
const VISIBLE = 3

/** How an accent fares: what the widget writes on it, and the pages that its bubble is lost on. */
export function judged(
  hex: string,
): { ink: 'white' | 'black'; ratio: number; faintOn: ('light' | 'dark')[] } | undefined {
  const accent = parseHex(hex)
  if (!accent) return undefined
  const ink = contrast(accent, WHITE) >= READABLE ? 'white' : 'black'
  return {
    ink,
    ratio: contrast(accent, ink === 'white' ? WHITE : BLACK),
    faintOn: (['light', 'dark'] as const).filter((page) => contrast(accent, PAGES[page]) < VISIBLE),
  }
}
