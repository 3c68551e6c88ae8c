/** Without what no database takes: NUL, and halves of characters. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** At most so many UTF-16 units, and never half a character. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? length - 1 : length)
}
