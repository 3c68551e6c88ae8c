/** So many words in a row are no coincidence. */
const TELLTALE = 12

/** Tells whether a reply repeats a long part of a text, however it is set: markup, punctuation and case do not count. */
export function guardOf(secret: string, inARow = TELLTALE): (reply: string) => boolean {
  const hidden = ` ${wordsOf(secret).join(' ')} `
  return (reply) => {
    const words = wordsOf(reply)
    for (let i = 0; i + inARow <= words.length; i++) {
      if (hidden.includes(` ${words.slice(i, i + inARow).join(' ')} `)) return true
    }
    return false
  }
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{Cf}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
