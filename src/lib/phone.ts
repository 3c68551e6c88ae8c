import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** E.164 of an international or Malaysian local number; undefined when it is no phone number. */
export function toE164(text: string): string | undefined {
  const trimmed = text.trim()
  // People write the international prefix 00 and the bare country code as readily as "+".
  const candidates = [trimmed, trimmed.replace(/^00/, '+'), `+${trimmed}`]
  for (const candidate of candidates) {
    const number = parsePhoneNumberFromString(candidate, { defaultCountry: 'MY', extract: false })
    if (!number || number.ext) continue
    // Numbering plans grow: who writes the country code is believed when the length is right.
    if (number.isValid() || (trimmed.startsWith('+') && number.isPossible())) return number.number
  }
  return undefined
}
