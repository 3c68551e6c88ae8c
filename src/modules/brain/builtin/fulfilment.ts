import type { Fulfilment } from '../memory.ts'
import { addressAt, bareAddress, isPlace, isVague, type Span, tidied } from './address.ts'
import { isEmpty } from './lexicon.ts'
import { CLOCK_TIME, markTimes, WHEN, WHEN_AFTER } from './when.ts'

/** How the customer wants to get the order, as far as a message says it, and the message without it. */
export interface SaidFulfilment {
  kind?: 'delivery' | 'pickup' | 'none'
  address?: string
  time?: string
  rest: string
}

interface Known {
  /** What was said before. */
  before: Fulfilment | null
  /** Whether anything is being ordered: only then a bare time or address is about that. */
  hasCart: boolean
}

const BEGIN = '(?<![a-z0-9])'
const END = '(?![a-z0-9])'
const POLITE = String.raw`(?:(?:please|pls|plz|tolong|tlg|can you|can u|could you|boleh|blh|can|i want|i would like|i'd like|nak|nk|minta|want|to|it|for|and|dan|ok|you)\s+)*`
const BRING = String.raw`(?:deliver(?:y)?|delivered|send|hantar|hantarkan|antar|hntr|htr|bawa|pos|post|ship)(?:\s+(?:it|them|this|the order|my order|order|semua|all|terus|balik))*`
const TO = '(?:to|ke|kat|kt|dekat|dkt|di|at|kepada)'
const FETCH = '(?:ambi[lk]|amik|amek)'
const PICK_UP = String.raw`(?:self[\s-]?)?(?:pick(?:ing)?(?:\s+(?:it|them|my order|the order))?[\s-]?up|collect(?:ion)?|${FETCH} sendiri)|self[\s-]?${FETCH}|(?:datang|pergi|singgah) ${FETCH}|${FETCH} (?:kat|dekat|di|dkt) (?:kedai|sana|situ|kaunter|counter)`
const SELF = String.raw`(?:(?:i(?:'ll| will|'d like to| would like to| want to| wanna| can)?|we(?:'ll| will)?|can i|nak|nk|akan|saya|sy|for|untuk|utk|boleh|just|buat)\s+)*`
const NOT = `(?:no need(?: for| to)?|tak payah|takpayah|xpayah|x payah|tak perlu|no|cancel|cancelkan|batal|batalkan|tak jadi|x jadi|taknak|tak nak|x nak|xnak|don'?t want|don'?t need|don'?t|do not|remove|buang|jangan)`
const CHANGE = `actually|eh|sorry|ok|okay|make it|change(?: it| the time| time)?(?: to)?|tukar(?: masa)?(?: ke| jadi)?|ubah(?: masa)?(?: ke| jadi)?|jadi|can|boleh|for|untuk|i want it|nak|instead|then|i mean|maksud saya|sebenarnya`

const patterns = {
  none: match(
    String.raw`${BEGIN}${NOT}\s+(?:the |any |to |to be )?(?:self[\s-]?)?(?:deliver(?:y|ed)?|hantar|antar|penghantaran|pick[\s-]?up(?: time)?|address|alamat)${END}`,
  ),
  address: match(
    String.raw`${BEGIN}(?:${POLITE}${BRING}(?:\s+(${WHEN}))?\s*${TO}|(?:delivery |my |the |our )?(?:address|alamat)(?:\s+(?:is|saya|sy|penghantaran|delivery|hantar|ialah|rumah))*)\s*[:=-]?\s+(?=\S)`,
  ),
  bring: match(String.raw`${BEGIN}${POLITE}${BRING}(?:\s+(${WHEN_AFTER}))?${END}`),
  pickUp: match(
    String.raw`${BEGIN}${SELF}(?:${PICK_UP})${END}(?:\s+(?:it|the order|order|(?:kat|di|dekat|at the|at) (?:kedai|shop)))?(?:[\s,:]+(?:time\s*:?\s*)?(${WHEN_AFTER}))?`,
  ),
  /** "Ambil" by itself is how one orders: with a time it is how one fetches. */
  fetch: match(
    String.raw`${BEGIN}${SELF}(?:${FETCH}|(?:get|have) (?:it|them)|come|coming|reach|reaching|arrive|datang|sampai|otw)\s+(?:there\s+|sana\s+|balik\s+)?(${WHEN})`,
  ),
  fetchedThen: match(
    String.raw`(${WHEN})[\s,]+(?:to\s+)?${SELF}(?:${PICK_UP}|(?:${FETCH}|datang|sampai)(?=\s*(?:$|[.,!\n]|ya|la)))${END}`,
  ),
  onlyTime: match(
    String.raw`^[^\w\u0001\u0002]*(?:(?:${CHANGE})\s+)*(${WHEN})(?:\s+(?:better|instead|please|pls|la|lah|je|saja|can|boleh|ya|ye|ok|kot|eh|then|tak|ke))*\W*$`,
  ),
  timeBeside: match(
    String.raw`${BEGIN}(?:untuk|utk|for)\s+(${WHEN})|(${CLOCK_TIME})|\s(${WHEN})(?=\s*[.!\n]|\s*$)`,
  ),
}

/** These ask: nothing is settled by them. */
const ASKS =
  /\b(?:berapa|what time|when|bila|how|where|mana|is there|are there|free|percuma|caj|charge|fee)\b/i
const ASKS_WHETHER = /\?\s*$|\b(?:tak|ke|ah|x)\W*$/i
/** About another time, or the shop's own. */
const OTHER_TIME =
  /\b(?:buka|open|opens|tutup|close|closes|closed|tadi|semalam|yesterday|kelmarin|since|from)\b/i
const ORDERS = /\b(?:nak|nk|want|order|pesan|have|need|bagi|tapau|\d{1,3}\s?x?\s+[a-z]{3,})/i
const ON_DELIVERY = /\b(?:cash on delivery|c\.?o\.?d\.?)(?![a-z0-9])/gi
/** "Send me the menu": what is brought is something else. */
const OTHER_THING =
  /^\s+(?:me|saya|sy|gambar|picture|photo|menu|link|resit|receipt|invoice|location|lokasi)\b/i
const ADDING = /^\W*(?:add|tambah)\s/i
const NUMBERED = /^\W*(?:no|lot)?\W*\d/i

export function readFulfilment(text: string, known: Known): SaidFulfilment {
  // How it is paid says nothing about how it is got.
  const paid = text.replace(ON_DELIVERY, (words) => words.replace(/[a-z]/gi, '#'))
  const marked = markTimes(paid)
  const said = followed(read(marked, known), marked)
  if (said === undefined) return { rest: text }
  const { kind, address, time, span } = said
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(address === undefined ? {} : { address: tidied(text.slice(...address)) }),
    ...(time === undefined ? {} : { time: spoken(text.slice(...time)) }),
    rest: `${text.slice(0, span[0])}\n${text.slice(span[1])}`,
  }
}

/** "Hantar ke rumah. Lot 12, Kampung Baru": where follows in another sentence. */
function followed(said: Read | undefined, text: string): Read | undefined {
  if (said?.kind !== 'delivery' || said.address !== undefined) return said
  const later = text.slice(said.span[1])
  const start = bareAddress(later)
  const at = start === undefined ? undefined : addressAt(text, said.span[1] + start)
  return at
    ? { ...said, address: at.address, time: said.time ?? at.time, span: [said.span[0], at.end] }
    : said
}

/** Where in the text it is said. */
interface Read {
  kind?: 'delivery' | 'pickup' | 'none'
  address?: Span
  time?: Span | undefined
  span: Span
}

function read(text: string, known: Known): Read | undefined {
  return (
    ofPickUp(text) ??
    ofAddress(text, known) ??
    ofNone(text) ??
    ofDelivery(text) ??
    ofBareAddress(text, known) ??
    ofTime(text, known)
  )
}

/** "No need delivery, self pickup": what is wanted instead counts more than what is not. */
function ofPickUp(text: string): Read | undefined {
  const fetched = OTHER_TIME.test(text) ? null : patterns.fetch.exec(text)
  const found = patterns.fetchedThen.exec(text) ?? patterns.pickUp.exec(text) ?? fetched
  if (!found || (found[1] === undefined && ASKS.test(text))) return undefined
  const none = patterns.none.exec(text)
  if (none && none.index <= found.index && endOf(none) >= endOf(found)) return undefined
  return {
    kind: 'pickup',
    time: found.indices?.[1],
    span: [Math.min(none?.index ?? found.index, found.index), endOf(found)],
  }
}

function ofAddress(text: string, { hasCart }: Known): Read | undefined {
  const found = patterns.address.exec(text)
  const at = found && addressAt(text, endOf(found))
  if (!found || !at) return undefined
  const address = tidied(text.slice(...at.address))
  const span: Span = [found.index, at.end]
  const time = at.time ?? found.indices?.[1]
  const isAsked = ASKS_WHETHER.test(text) || ASKS.test(text)
  if (isVague(address)) return isAsked ? undefined : { kind: 'delivery', time, span }
  // "Can deliver to Taman Bukit?" asks; with a house number and something to bring there it is a wish as well.
  if (isAsked && !(hasCart && /\d/.test(address))) return undefined
  const isTalk = address.split(/\s+/).every((word) => isEmpty(word.toLowerCase()))
  if (!isPlace(address) && isTalk) return undefined
  return { kind: 'delivery', address: at.address, time, span }
}

function ofNone(text: string): Read | undefined {
  const found = patterns.none.exec(text)
  return found ? { kind: 'none', span: [found.index, endOf(found)] } : undefined
}

/** "Nak delivery", "hantar pukul 5". */
function ofDelivery(text: string): Read | undefined {
  const found = patterns.bring.exec(text)
  if (!found || ADDING.test(text) || ASKS.test(text) || ASKS_WHETHER.test(text)) return undefined
  const isWanted = found[1] !== undefined || /deliver|nak|want|tolong|please|pls/i.test(found[0])
  const isAll = /^\W*(?:hantar|antar)\W*$/i.test(text)
  if (!(isWanted || isAll) || OTHER_THING.test(text.slice(endOf(found)))) return undefined
  return { kind: 'delivery', time: found.indices?.[1], span: [found.index, endOf(found)] }
}

/** An address by itself, where one is awaited or something is to be brought. */
function ofBareAddress(text: string, { before, hasCart }: Known): Read | undefined {
  const isKnown = before?.kind === 'delivery' && before.address !== null
  const isAwaited = hasCart || (before?.kind === 'delivery' && before.address === null)
  if (!isAwaited || (isKnown && !NUMBERED.test(text)) || ASKS_WHETHER.test(text) || ASKS.test(text))
    return undefined
  const start = bareAddress(text)
  const at = start === undefined ? undefined : addressAt(text, start)
  return at && { kind: 'delivery', address: at.address, time: at.time, span: [at.address[0], at.end] }
}

function ofTime(text: string, { before, hasCart }: Known): Read | undefined {
  if (ASKS.test(text) || OTHER_TIME.test(text)) return undefined
  const only = before !== null || hasCart ? patterns.onlyTime.exec(text) : null
  if (only) return { time: only.indices?.[1], span: [0, text.length] }
  const beside = ORDERS.test(text) ? patterns.timeBeside.exec(text) : null
  if (!beside) return undefined
  const time = beside.indices?.slice(1).find((span) => span !== undefined)
  return { time, span: [beside.index, endOf(beside)] }
}

function spoken(time: string): string {
  return time
    .replace(/^(?:at|on|for|@)\s+/i, '')
    .trim()
    .slice(0, 80)
}

function endOf(found: RegExpExecArray): number {
  return found.index + found[0].length
}

function match(pattern: string): RegExp {
  return new RegExp(pattern, 'di')
}
