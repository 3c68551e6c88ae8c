import { type Words, words } from './numbers.ts'

/**
 * A sentence as it is said: money, times, telephone and order numbers in words. For voices that would read "RM 6.40" as
 * letters; those that know better get the sentence as it was written.
 */
export function spoken(sentence: string, language: string): string {
  const say = words[language]
  if (!say) return money(sentence, language)
  const rules: [RegExp, (match: RegExpExecArray) => string][] = [
    [EMAIL, ([text]) => text.replace('@', ` ${say.at} `).replaceAll('.', ` ${say.dot} `)],
    [MONEY, ([, whole = '', sen = '']) => ringgit(say, whole, sen)],
    [PHONE, ([text]) => telephone(say, text)],
    [TIME_OF_TWELVE, ([, hour, minute = '0', half]) => clock(say, Number(hour), Number(minute), half)],
    [TIME_OF_DAY, ([, hour, minute]) => clock(say, Number(hour), Number(minute), undefined)],
    [CODE, ([text]) => spelled(say, text)],
    [TIMES, ([, count]) => `${count} `],
    [RANGE, ([, from, to]) => `${from} ${say.to} ${to}`],
    [UNIT, ([, amount, unit = '']) => `${amount} ${say.units[unit.toLowerCase()]}`],
    [NUMBER, ([, sign, whole = '', decimals]) => amount(say, sign, whole, decimals)],
    [SIGN, ([sign]) => ` ${say.units[sign]} `],
  ]
  return rules
    .reduce(apply, sentence)
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim()
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const MONEY = /\b(?:RM|MYR)\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})(?!\d))?/gi
const PHONE =
  /(?<![\w.,-])(?:\+\d{1,3}[\s-]?)?\(?(?:0\d{1,2}|60\d{1,2}|1[38]00|\d{2,3})\)?[\s-]?\d{2,4}[\s-]?\d{2,4}(?:[\s-]?\d{2,4})?(?![\w-]|[.,]\d)/g
const TIME_OF_TWELVE = /\b([01]?\d)(?:[:.]([0-5]\d))?\s*(am|pm|a\.m\.|p\.m\.)(?!\w)/gi
const TIME_OF_DAY = /\b([01]?\d|2[0-3]):([0-5]\d)\b/g
/** Order numbers: capitals with digits, or a row of capitals that has no vowel to say it with. */
const CODE = /\b(?=[A-Z\d-]*[A-Z])(?=[A-Z\d-]*\d)[A-Z\d]{3,12}\b|\b[B-DF-HJ-NP-TV-Z]{4,12}\b/g
const TIMES = /\b(\d+)\s*[x×]\s*(?=\p{L})/gu
const RANGE = /(?<![\d.,-])(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)(?![\d-])/g
const UNIT = /(\d)\s*(%|kg|g|ml|l|cm|mm|km|pcs)(?![\w])/gi
const NUMBER = /(?<![\p{L}\d])(-)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(?!\p{L})/gu
const SIGN = /[&#+=]/g

function apply(text: string, [pattern, say]: [RegExp, (match: RegExpExecArray) => string]): string {
  return text.replace(pattern, (...found) => {
    const parts = found.slice(
      0,
      found.findIndex((part) => typeof part === 'number'),
    )
    return say(parts as unknown as RegExpExecArray)
  })
}

function ringgit(say: Words, whole: string, sen: string): string {
  const amount = Number(whole.replaceAll(',', ''))
  const cents = Number(sen.padEnd(2, '0'))
  if (amount >= 1_000_000_000) return `${digits(say, whole)} ${say.ringgit}`
  if (cents === 0) return `${say.number(amount)} ${say.ringgit}`
  if (amount === 0) return `${say.number(cents)} ${say.sen}`
  const unit = say.senAlone && cents >= 10 ? '' : ` ${say.sen}`
  return `${say.number(amount)} ${say.ringgit} ${say.number(cents)}${unit}`
}

/** Digit by digit, in the groups it is written in. Fewer than nine digits, or no sign of being one, are left as they are. */
function telephone(say: Words, text: string): string {
  const bare = text.replace(/\D/g, '')
  const isNumber = bare.length >= 8 && bare.length <= 13 && /^(?:\+|\(?0|60|1[38]00)/.test(text)
  if (!isNumber) return text
  const groups = text.split(/[^\d+]+/).filter((group) => group !== '')
  return groups.map((group) => digits(say, group)).join(', ')
}

function digits(say: Words, text: string): string {
  return [...text].map((sign) => (sign === '+' ? say.plus : (say.digit[Number(sign)] ?? ''))).join(' ')
}

function clock(say: Words, hour: number, minute: number, half: string | undefined): string {
  const isLate = /^p/i.test(half ?? '')
  const hours = half === undefined ? hour : (hour % 12) + (isLate ? 12 : 0)
  return say.clock(hours, minute)
}

function spelled(say: Words, code: string): string {
  return [...code].map((sign) => (/\d/.test(sign) ? say.digit[Number(sign)] : say.letter(sign))).join(', ')
}

function amount(say: Words, sign: string | undefined, whole: string, decimals: string | undefined): string {
  const plain = whole.replaceAll(',', '')
  // Long ones, and those with a leading zero, are no amounts.
  const isCode = plain.length > 9 || /^0\d/.test(plain)
  const said = isCode ? digits(say, plain) : say.number(Number(plain))
  const rest = decimals === undefined ? '' : ` ${say.point} ${digits(say, decimals)}`
  return `${sign ? `${say.minus} ` : ''}${said}${rest}`
}

/** Other voices say numbers themselves, but not our money. */
const CURRENCY: Record<string, [string, string]> = { zh: ['令吉', '仙'], ta: [' ரிங்கிட் ', ' சென்'] }

function money(sentence: string, language: string): string {
  const names = CURRENCY[language]
  if (!names) return sentence
  const [ringgit, sen] = names
  return sentence
    .replace(MONEY, (_, whole: string, cents = '') => {
      const small = Number(cents.padEnd(2, '0'))
      const large = Number(whole.replaceAll(',', ''))
      if (small === 0) return `${large}${ringgit}`
      return large === 0 ? `${small}${sen}` : `${large}${ringgit}${small}${sen}`
    })
    .replace(/ {2,}/g, ' ')
    .trim()
}
