import { WHEN } from './when.ts'

/*
 * Addresses as customers write them: "No 5, Taman Melati", "12 jalan ampang 50450 kl", "blok C-3-4 pangsapuri melur".
 */

export type Span = [from: number, to: number]

/** Where people live and work in Malaysia. */
// biome-ignore format: a list
const PLACE_WORDS = String.raw`jalan|jln|jl|lorong|lrg|lebuh|lebuhraya|persiaran|psn|taman|tmn|kampung|kampong|kg|blok|block|blk|apartment|apt|pangsapuri|kondo|condo|kondominium|condominium|residensi|residence|residency|flat|tingkat|level|lot|unit|seksyen|section|presint|precinct|bandar|bdr|desa|villa|menara|wisma|plaza|street|road|avenue|ss ?\d+|usj ?\d+|pju? ?\d+|bu ?\d+`
// biome-ignore format: a list
const TOWNS = `kuala lumpur|kl|selangor|petaling jaya|pj|shah alam|subang|klang|ampang|cheras|kajang|bangi|puchong|cyberjaya|putrajaya|gombak|rawang|johor|johor bahru|jb|penang|pulau pinang|george ?town|ipoh|perak|melaka|seremban|negeri sembilan|pahang|kuantan|terengganu|kelantan|kota bharu|kedah|alor setar|perlis|sabah|kota kinabalu|sarawak|kuching|labuan|bangsar|damansara|setapak|wangsa maju|sentul|kepong`
const PLACE = new RegExp(String.raw`\b(?:${PLACE_WORDS}|${TOWNS})\b`, 'i')
/** Begins an address that stands by itself. */
const BARE = new RegExp(
  String.raw`(?:^|[\n,.;?!]\s*)(?:(?:no\.?|lot|unit|[a-z]-)?\s*\d[\da-z/-]*[\s,]+(?=(?:${PLACE_WORDS})\s+\S)|(?=(?:jalan|jln|taman|tmn|lorong|lrg|kampung|kg|kondo|condo|blok|block|apartment|residensi)\s+\S))`,
  'i',
)
/** What follows an address and is none of it: a number to call, a name, another wish, a time, the end of the sentence. */
const STOP = new RegExp(
  String.raw`\+?6?0\d[\d\s-]{7,13}\d|(?<![a-z0-9])(?:nama|name|my name|i'?m|i am|saya|no\.? ?(?:tel|hp|phone|telefon)|tel|telefon|phone|hp|contact|number|nombor|please|pls|thanks|thank you|tq|terima kasih|and|dan|nak|i want|i'd like|tambah|add|also|plus|but|tapi|can|boleh|ya|yer|la|lah|tak|cod|cash)(?![a-z0-9])|${WHEN}|(?<!\b(?:no|jln|jl|kg|lrg|tmn|blk|apt|st|sek))[.!?](?=\s|$)`,
  'i',
)
const THEN = new RegExp(`^[\\s,]*(${WHEN})`)
/** Stands for no address. */
const VAGUE =
  /^(?:(?:my|the|our|saya|sy|kami|kat|di|ke|area|kawasan)\s+)*(?:house|home|place|office|rumah|umah|rmh|umh|ofis|pejabat|tempat(?: kerja)?|sini|here|me|us|saya|customer|you|kedai|shop|door ?step)?(?:\s+(?:saya|sy|kami|ini|ni|aku|je|la|lah|please|pls))*$/i

interface Found {
  address: Span
  /** Said right behind it. */
  time?: Span
  end: number
}

/** The address that begins here, in a text with its times marked; undefined when nothing does. */
export function addressAt(text: string, start: number): Found | undefined {
  const rest = text.slice(start)
  const stop = STOP.exec(rest)
  const length = lengthOf(stop ? rest.slice(0, stop.index) : rest)
  if (tidied(rest.slice(0, length)) === '') return undefined
  const address: Span = [start, start + length]
  const then = stop && length === stop.index ? THEN.exec(rest.slice(length)) : null
  if (!then) return { address, end: address[1] }
  const end = address[1] + then[0].length
  return { address, time: [end - (then[1] as string).length, end], end }
}

/** Where an address stands by itself. */
export function bareAddress(text: string): number | undefined {
  const found = BARE.exec(text)
  return found ? found.index + (/^[\n,.;?!\s]*/.exec(found[0])?.[0].length ?? 0) : undefined
}

export function isVague(address: string): boolean {
  return VAGUE.test(address)
}

/** Whether it may be one: a house number, a name, or a word of places. */
export function isPlace(address: string): boolean {
  return PLACE.test(address) || /\d|\p{Lu}/u.test(address)
}

export function tidied(address: string): string {
  return address
    .replace(/\s*\n\s*/g, ', ')
    .replace(/^[\s,.:;-]+|[\s,.:;-]+$/g, '')
    .slice(0, 300)
}

/** Of what stands between commas and line ends, as much as still is an address. */
function lengthOf(text: string): number {
  const pieces = text.split(/([,\n;])/)
  let length = pieces[0]?.length ?? 0
  for (let i = 2; i < pieces.length; i += 2) {
    const piece = (pieces[i] ?? '').trim()
    const isNamed = /^\p{Lu}/u.test(piece) && !/\d/.test(piece)
    const isLast = pieces.slice(i + 1).every((later) => /^[\s,;]*$/.test(later))
    // Right before a phone number or a name it is who, not where.
    const isWho = isLast && /^\p{L}+(?:\s\p{L}+)?$/u.test(piece) && !PLACE.test(piece)
    const isPart = /^\d{5}\b/.test(piece) || PLACE.test(piece) || (isNamed && !isWho)
    if (piece !== '' && !isPart) break
    length += (pieces[i - 1]?.length ?? 0) + (pieces[i]?.length ?? 0)
  }
  return length
}
