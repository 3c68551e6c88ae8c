import { distance } from '../../lib/spelling.ts'

const MAX_WORD = 60

/** The words of a text, in order, as they are kept and asked for: lower case, `café` as `cafe`. */
export function wordsIn(text: string): string[] {
  const plain = text.toWellFormed().normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD).toWellFormed())
}

const ACCENTS = /[\u0300-\u036f]/g
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Whether one may have been meant to be the other. Short words are too near to one another to tell. */
export function mayBe(asked: string, known: string): boolean {
  const length = Math.max(asked.length, known.length)
  if (length < 5 || Math.min(asked.length, known.length) < 4 || asked[0] !== known[0]) return false
  return distance(asked, known) <= (length < 8 ? 1 : 2)
}

/** A word and what English and Malay make of it; those that do not exist do no harm, for nobody wrote them. */
export function formsOf(word: string): string[] {
  return [...new Set(basesOf(word).flatMap((base) => [base, ...english(base), ...malay(base)]))]
}

/** What the word may be a form of, itself first. */
function basesOf(word: string): string[] {
  const bases = [word]
  const add = (base: string, least = 3) => base.length >= least && bases.push(base)
  if (/[^s]s$/.test(word)) add(word.slice(0, -1))
  if (/es$/.test(word)) add(word.slice(0, -2))
  if (/ies$/.test(word)) add(`${word.slice(0, -3)}y`)
  for (const ending of ['ing', 'ed']) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    add(stem)
    add(`${stem}e`, 4)
    if (/(.)\1$/.test(stem)) add(stem.slice(0, -1))
  }
  const rest = word.replace(/(nya|lah|kah)$/, '')
  if (rest !== word) add(rest)
  const root = rest.replace(/(kan|an)$/, '')
  if (root !== rest) add(root, 4)
  for (const stem of [rest, root]) for (const base of withoutPrefix(stem)) add(base, 4)
  return [...new Set(bases)]
}

function withoutPrefix(word: string): string[] {
  const [, prefix, rest] = /^([mp]eng|[mp]eny|[mp]em|[mp]en|me|pe|ber|ter|di)(.{3,})$/.exec(word) ?? []
  if (prefix === undefined || rest === undefined) return []
  const dropped = { ng: 'k', ny: 's', em: 'p', en: 't' }[prefix.slice(-2)]
  return dropped === undefined ? [rest] : [rest, dropped + rest]
}

function english(base: string): string[] {
  if (base.length < 3) return []
  const forms = [`${base}s`, `${base}es`, `${base}ing`, `${base}ed`, `${base}d`]
  const last = base.at(-1) as string
  if (last === 'y') forms.push(`${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`)
  if (last === 'e') forms.push(`${base.slice(0, -1)}ing`)
  if (/[^aeiou][aeiou][bdglmnprt]$/.test(base)) forms.push(`${base}${last}ing`, `${base}${last}ed`)
  return forms
}

function malay(base: string): string[] {
  if (base.length < 4) return [`${base}nya`]
  const nasal = withNasal(base)
  return [
    ...['nya', 'an', 'kan', 'annya', 'lah', 'kah'].map((ending) => base + ending),
    ...['di', 'ber', 'ter'].map((prefix) => prefix + base),
    `di${base}kan`,
    ...[`me${nasal}`, `me${nasal}kan`, `pe${nasal}`, `pe${nasal}an`],
  ]
}

/** What follows `me` and `pe`: hantar → nghantar, tutup → nutup, pesan → mesan, sewa → nyewa. */
function withNasal(base: string): string {
  if (/^[aeiough]/.test(base)) return `ng${base}`
  if (/^k/.test(base)) return `ng${base.slice(1)}`
  if (/^p/.test(base)) return `m${base.slice(1)}`
  if (/^[bfv]/.test(base)) return `m${base}`
  if (/^t/.test(base)) return `n${base.slice(1)}`
  if (/^[dcjz]/.test(base)) return `n${base}`
  if (/^s/.test(base)) return `ny${base.slice(1)}`
  return base
}
