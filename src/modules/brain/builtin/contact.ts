import { toE164 } from '../../../lib/phone.ts'
import { isEmpty, isKnown, MADE_OPENERS, MADE_WORDS } from './lexicon.ts'

/** Who the customer is, as far as a message says it, and the message without it. */
export interface Contact {
  name?: string
  phone?: string
  /** Looks as if it were meant to be a phone number. */
  wrongPhone?: string
  rest: string
  /** Nothing but the name itself: it may be something else. */
  isBare?: boolean
  /** The rest, should the name be something else. */
  restWithName?: string
}

const DIGITS = /\+?\d[\d\s\-().]{1,22}\d/g
const FEWEST_DIGITS = 9
const MOST_NUMBERS = 20
/** How far before a number a name may begin. */
const NEAR = 80
/** Fewer digits than these may be something else. Who is asked for a number means one: more than 999 is no quantity. */
const LOOKS_LIKE = 6
const LOOKS_ASKED = 4
const LOOKS_ALONE = 3
const PHONE_WORDS =
  /(?:\b(?:my|nombor|number|no|num|phone|telefon|tel|hp|h\/p|contact|whatsapp|wasap|ws|mobile|handphone|saya|is|ialah)\b[\s.:=-]*){1,4}$/i
/** What stands between a name and the father's: "Priya a/p Raman". */
const OF = String.raw`(?:[as]\/[pl]|[sd]\/o|bin|binti|bte|bt|anak|van|de|al)`
const LETTERS = String.raw`(?:[as]\/[pl]\b|[sd]\/o\b|[\p{L}][\p{L}\p{M}'.@-]*)`
const NAME = String.raw`${LETTERS}(?:\s+(?!(?:and|dan|no|nombor|phone|tel|hp|nak|order|my|number|contact|want|i|saya|here|sini|ya|please|pls|la|lah|boss)\b)${LETTERS}){0,4}`
/** Said right before a name. The unsure ones are followed by other things just as often. */
const SURE = String.raw`(?:my name is|my name's|name is|nama saya ialah|(?:nama(?: saya| sy)?|(?:my )?name)(?: jadi| kepada| ke| to)?|atas nama|bawah nama|under the name of|under the name|panggil saya|call me|nama penuh)\s*[:=-]?\s+`
const UNSURE = String.raw`(?:i am|i'm|im|this is|saya|sy|it's|ini|under)\s+`
const SURE_NAME = new RegExp(String.raw`(?<![\p{L}\p{N}])${SURE}(${NAME})`, 'iu')
/** "Nama pun salah, Sures", "wrong name, it's Sures". */
const CORRECTED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:nama|name)(?:\s+(?:saya|sy|pun|is|also|itu|tu|my))*\s+(?:salah|wrong|silap)|(?:salah|wrong|silap)\s+(?:nama|name)|spell(?:ed)?\s+(?:my\s+)?name)[\s,.:;!-]+(?:(?:it'?s|its|is|saya|sy|should be|sepatutnya|patut|yang betul|betulnya)\s+)*(${NAME})`,
  'iu',
)
const SURE_COLON = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:nama|name)\s*[:=-]\s*(${NAME})`, 'iu')
const UNSURE_NAME = new RegExp(String.raw`(?<![\p{L}\p{N}])${UNSURE}(${NAME})\s*(?=$|[,.!;\n])`, 'iu')
const BEFORE_PHONE = new RegExp(
  String.raw`(?:^|[\n,.;:]|(?<=\p{Ll}))\s*(\p{Lu}[\p{L}'.-]*(?:\s+(?:${OF}\s+)?\p{Lu}[\p{L}'.-]*){0,3})[\s,:;/-]*$`,
  'u',
)
const TAIL = new RegExp(String.raw`[\n,;]\s*(${NAME})[\s:/-]*$`, 'iu')
const ALONE = new RegExp(`^(${NAME})$`, 'iu')
/** "Ali 12", where name and number were asked for. */
const FEW_DIGITS = new RegExp(String.raw`^(${NAME})[\s,:]+(\d[\d\s-]{0,8})$`, 'iu')
// biome-ignore format: a list
const NO_NAME = new Set(`coming hungry looking here not from allergic alergik alergi alahan alah allergy lactose vegetarian vegan sorry sure fine good okay interested ordering waiting
  going new student muslim outside nearby back late done ready happy sad tunggu order nak lapar datang otw kat dekat dah tak baru rasa suka pun
  kosong salah betul bot person orang customer staff admin person thirsty free busy hantar hero okay pelanggan biasa
  sejuk panas ais test testing serious joking afraid asking calling confirmed confirm confirmkan paid bayar kira bil bill dibayar`.split(/\s+/))

/** `asked`: the agent just asked who they are, so that a bare name is one; `phoneAsked`: and a bare number. */
export function readContact(text: string, asked: boolean, phoneAsked = asked): Contact {
  const { phone, wrongPhone, before, after } = readPhone(text, phoneAsked)
  const contact: Contact = { rest: text }
  if (phone !== undefined) contact.phone = phone
  else if (wrongPhone !== undefined) contact.wrongPhone = wrongPhone
  const hasNumber = phone !== undefined || wrongPhone !== undefined
  const rest = hasNumber ? `${before}\n${after}` : text
  contact.rest = rest
  const named =
    CORRECTED.exec(rest) ?? SURE_NAME.exec(rest) ?? SURE_COLON.exec(rest) ?? unsure(rest, asked || hasNumber)
  const name = named && cleaned(named[1] as string)
  if (named && name) return { ...contact, name, rest: rest.replace(named[0], '\n') }
  if (hasNumber) return besideNumber(contact, before, after, asked)
  const few = asked ? FEW_DIGITS.exec(text.trim()) : null
  if (few && isName(few[1] as string))
    return { rest: '', name: capitalised(few[1] as string), wrongPhone: few[2] as string, isBare: true }
  const alone = asked ? ALONE.exec(text.replace(/[.!,]+$/, '').trim()) : null
  const isThing = alone !== null && alone[1] === alone[1]?.toLowerCase() && isKnown(alone[1] as string)
  const bare = alone && !isThing && isName(alone[1] as string) ? cleaned(alone[1] as string) : undefined
  return bare ? { ...contact, name: bare, rest: '', isBare: true } : contact
}

/** Whether words could be somebody's name: none of them is a word of the language. */
export function isName(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return (
    words.length <= 5 &&
    words.every((word) => !isEmpty(word) || TITLES.has(word)) &&
    !words.some((word) => NO_NAME.has(word) || isMaking(word))
  )
}

const TITLES = new Set([
  'ah',

  'encik',
  'puan',
  'cik',
  'kak',
  'abang',
  'bang',
  'miss',
  'sir',
  'madam',
  'an',
  'my',
  'lim',
  'long',
  'you',
  'see',
])

function besideNumber(contact: Contact, before: string, after: string, asked: boolean): Contact {
  const alone = ALONE.exec(before.replace(/[\s,.:;/-]+$/, '').trim())
  if (alone && isName(before.replace(/[\s,.:;/-]+$/, '').trim())) {
    return { ...contact, name: cleaned(alone[1] as string) as string, rest: after }
  }
  const near = before.slice(-NEAR)
  const far = before.slice(0, -NEAR)
  const written = BEFORE_PHONE.exec(near)
  const name = written && (written[1] as string).trim()
  if (written && name && isName(name) && !/\d\s*$/.test(near.slice(0, written.index + 1))) {
    return { ...contact, name, rest: `${far}${near.slice(0, written.index + 1)}\n${after}` }
  }
  const tail = TAIL.exec(near)
  if (tail && isName(tail[1] as string)) {
    const rest = `${far}${near.slice(0, tail.index)}\n${after}`
    return { ...contact, name: cleaned(tail[1] as string) as string, rest, restWithName: contact.rest }
  }
  const follows = ALONE.exec(
    after
      .replace(/^[\s,.:;-]+/, '')
      .replace(/[.!]+$/, '')
      .trim(),
  )
  if (follows && isName(follows[1] as string) && (asked || /^[\s,\n]*\p{Lu}/u.test(after))) {
    return { ...contact, name: cleaned(follows[1] as string) as string, rest: before }
  }
  return contact
}

function unsure(text: string, trusted: boolean): RegExpExecArray | null {
  const found = UNSURE_NAME.exec(text)
  if (!found || !isName(found[1] as string)) return null
  const isWritten = /^\p{Lu}/u.test(found[1] as string)
  const isAll = found[0].trim().length === text.trim().length
  return trusted || isWritten || isAll ? found : null
}

function cleaned(name: string): string | undefined {
  const words = name
    .replace(/[.'-]+$/, '')
    .trim()
    .split(/\s+/)
  while (words.length > 0 && !isName(words.at(-1) as string)) words.pop()
  return words.length === 0 || !isName(words.join(' ')) ? undefined : capitalised(words.join(' '))
}

const IS_OF = new RegExp(`^${OF}$`, 'i')

export function capitalised(name: string): string {
  return name.replace(/\S+/g, (word) =>
    word === word.toLowerCase() && !IS_OF.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word,
  )
}

/** Whether a word that stands among others could be a name: it is a word of no language, and no thing. */
export function mayBeName(word: string): boolean {
  return /^\p{L}{2,}$/u.test(word) && isName(word) && !isKnown(word.toLowerCase())
}

function isMaking(word: string): boolean {
  return MADE_OPENERS.has(word) || MADE_WORDS.has(word)
}

interface ReadPhone {
  phone?: string
  wrongPhone?: string
  before: string
  after: string
}

function readPhone(text: string, asked: boolean): ReadPhone {
  let wrong: ReadPhone | undefined
  for (const match of [...text.matchAll(DIGITS)].slice(0, MOST_NUMBERS)) {
    const parts = match[0].split(/\s+/)
    for (let length = parts.length; length >= 1; length--) {
      for (let from = 0; from + length <= parts.length; from++) {
        const written = parts.slice(from, from + length).join(' ')
        const phone = looksDialled(written) ? toE164(written) : undefined
        if (phone) return { phone, ...around(text, match.index + match[0].indexOf(written), written.length) }
      }
    }
    const isShort = text.split(/\s+/).length <= 6
    const isAlone = match[0].trim().length === text.trim().length
    const isMeant = (asked && isShort) || /^\+?0/.test(match[0]) || hasPhoneWord(text.slice(0, match.index))
    const fewest = !asked ? LOOKS_LIKE : isAlone ? LOOKS_ALONE : LOOKS_ASKED
    if (isMeant && count(match[0]) >= fewest) {
      wrong ??= { wrongPhone: match[0], ...around(text, match.index, match[0].length) }
    }
  }
  return wrong ?? { before: text, after: '' }
}

function looksDialled(written: string): boolean {
  return count(written) >= FEWEST_DIGITS && /^(?:\+|0|60)/.test(written)
}

function hasPhoneWord(before: string): boolean {
  return /\b(?:nombor|number|phone|telefon|tel|hp|contact|whatsapp|wasap|mobile|handphone)\b[^\n]{0,12}$/i.test(
    before.slice(-60),
  )
}

function around(text: string, at: number, length: number): { before: string; after: string } {
  return { before: text.slice(0, at).replace(PHONE_WORDS, ''), after: text.slice(at + length) }
}

function count(text: string): number {
  return text.replace(/\D/g, '').length
}
