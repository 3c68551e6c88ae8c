/** Colours by the formulas of WCAG 2.2, so that any accent the owner chose can be read. */

export type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const READABLE = 4.5

/** The lightest and darkest grounds that text in the accent's hue stands on; see styles/base.css. */
const GROUNDS: Record<Shade, Rgb> = { light: [246, 244, 241], dark: [38, 35, 32] }
const DEFAULT_ACCENT: Rgb = [0, 113, 117]

export type Shade = 'light' | 'dark'

export interface Accent {
  accent: string
  /** Text upon the accent. */
  onAccent: string
  /** Text in the accent's hue upon the panel. */
  accentInk: string
}

export function accentFor(hex: string, shade: Shade): Accent {
  const accent = parseHex(hex) ?? DEFAULT_ACCENT
  const onAccent = contrast(accent, WHITE) >= READABLE ? WHITE : BLACK
  return { accent: css(accent), onAccent: css(onAccent), accentInk: css(towards(accent, shade)) }
}

export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function parseHex(hex: string): Rgb | undefined {
  if (!/^#[\da-f]{6}$/i.test(hex)) return undefined
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

/** The accent, darker or lighter step by step until it can be read on the panel. */
function towards(accent: Rgb, shade: Shade): Rgb {
  const end = shade === 'light' ? BLACK : WHITE
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = accent.map((part, i) => Math.round(part + ((end[i] ?? 0) - part) * share))
    if (contrast(mixed as unknown as Rgb, GROUNDS[shade]) >= READABLE) return mixed as unknown as Rgb
  }
  return end
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function css(colour: Rgb): string {
  return `rgb(${colour.join(' ')})`
}
