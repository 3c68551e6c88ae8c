/** What somebody remembers of a person or a message, as the database is asked for it. */
export interface Remembered {
  /** A piece of a name, for ILIKE. */
  name: string
  /** A piece of a phone number, for LIKE; null when it cannot be one. */
  phone: string | null
  /** Words by their beginnings, for to_tsquery; null when there are none. */
  words: string | null
}

const FEWEST_DIGITS = 3
const MOST_WORDS = 10

export function rememberedAs(text: string): Remembered {
  const trimmed = text.trim()
  // Numbers are kept with their country code; who remembers one as it is dialled at home begins with zeros.
  const digits = /^[\d\s()+.-]+$/.test(trimmed) ? trimmed.replace(/\D/g, '').replace(/^0+/, '') : ''
  const words =
    trimmed
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, MOST_WORDS) ?? []
  return {
    name: `%${trimmed.replace(/[\\%_]/g, '\\$&')}%`,
    phone: digits.length >= FEWEST_DIGITS ? `%${digits}%` : null,
    words: words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null,
  }
}
