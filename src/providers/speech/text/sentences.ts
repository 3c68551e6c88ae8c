/** A voice that makes whole sentences begins to speak the sooner the shorter they are; a very long one is cut at a comma. */
const LONGEST = 220
/** Words whose full stop ends no sentence. */
const ABBREVIATION =
  /(?:^|\s)(?:mr|mrs|ms|dr|no|st|jln|tmn|lrg|sdn|bhd|en|pn|tn|cik|dll|cth|etc|approx|vs|e\.g|i\.e)\.$/i

export function sentences(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap(ofLine)
    .flatMap((sentence) => cut(sentence, LONGEST))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** Made with the first sentence: it takes a while, and a start has no time for it. */
let segmenter: Intl.Segmenter | undefined

function ofLine(line: string): string[] {
  const whole: string[] = []
  let open = ''
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  for (const { segment } of segmenter.segment(line)) {
    open += segment
    // The mark of a list ("2.") or an abbreviation waits for what follows.
    if (ABBREVIATION.test(open.trimEnd()) || /^\s*\d{1,3}[.)]\s*$/.test(open)) continue
    whole.push(open.trim())
    open = ''
  }
  return [...whole, open.trim()].filter((sentence) => sentence !== '')
}

function cut(sentence: string, longest: number): string[] {
  if (sentence.length <= longest) return [sentence]
  const part = sentence.slice(0, longest)
  const at = [/^.*[;:,，、](?=\s|$|\p{L})/su, /^.*\s/su]
    .map((place) => place.exec(part)?.[0].length ?? 0)
    .find((length) => length > longest / 3)
  // Nowhere to cut: then anywhere, but never through a character.
  const length = at ?? (/[\ud800-\udbff]$/.test(part) ? longest - 1 : longest)
  return [sentence.slice(0, length).trim(), ...cut(sentence.slice(length).trim(), longest)]
}
