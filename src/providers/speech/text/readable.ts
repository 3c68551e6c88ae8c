/** Text as it may be read aloud by any voice: no links, no marks of formatting, no pictures. */
export function readable(text: string): string {
  return text
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(LINK, '')
    .replace(/```[a-z]*|[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}/gi, '')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-–•*+])\s+/gm, '')
    .replace(PICTURES, ' ')
    .split(/\r?\n/)
    .map(tidy)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n')
}

/** With or without its scheme; a bracket or full stop after it belongs to the sentence. */
const LINK =
  /<?\b(?:https?:\/\/|www\.)[^\s<>]*[^\s<>.,;:!?)\]}'"’”]\/?>?|(?<![\p{L}\p{N}@.-])[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[^\s<>]*[^\s<>.,;:!?)\]}'"’”]/giu
const PICTURES =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u{1f1e6}-\u{1f1ff}]|\u200d|\ufe0f|\u20e3)+/gu

/** What a link or picture left behind: empty brackets, a colon before nothing, spaces before a full stop. */
function tidy(line: string): string {
  return line
    .replace(/\(\s*\)|\[\s*\]|<\s*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .replace(/[:;,–—-]+(?=[.!?])/g, '')
    .replace(/[\s:;,–—-]+$/, '')
    .trim()
}
