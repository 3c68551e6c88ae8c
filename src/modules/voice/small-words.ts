/** Sounds by which people say that they are listening, in English and Malay, as a recogniser writes them. */
const LISTENING =
  "m+|mm+|mhm+|mm-?hmm?|hm+|uh[- ]?huh|ah+|oh+|aha|ok|okay|yeah|yep|yes|right|sure|i see|got it|ya|ha'?ah|haah|oh okay|alright"
const ONLY = new RegExp(`^(?:(?:${LISTENING})[\\s,.!?-]*){1,3}$`, 'i')

/** Whether what was heard while we spoke was only an "mhm", so that we go on. */
export function isOnlyListening(text: string): boolean {
  const plain = text.trim()
  return plain === '' || ONLY.test(plain)
}

const MACHINES = [
  /leave (?:a|your|me a) message/,
  /after the (?:tone|beep)/,
  /(?:is|are) (?:not available|unavailable)/,
  /(?:can(?:no|')t|unable to) (?:come to|take|answer) (?:the|your|my) (?:phone|call)/,
  /voice ?mail/,
  /mail ?box/,
  /forwarded to/,
  /tinggalkan (?:pesanan|mesej)/,
  /selepas bunyi/,
]
const SCREENS = [
  /(?:state|say|record) your name/,
  /why (?:you are|you're) calling/,
  /reason for (?:your|the) call/,
  /call (?:screening|assist)/,
  /using a screening service/,
  /google assistant/,
]

/** What else than a person answers a phone, by what it says. */
export function machineIn(text: string): 'voicemail' | 'screening' | undefined {
  const plain = text.toLowerCase()
  if (SCREENS.some((phrase) => phrase.test(plain))) return 'screening'
  return MACHINES.some((phrase) => phrase.test(plain)) ? 'voicemail' : undefined
}

const FAREWELL =
  /\b(?:good ?bye|bye(?: bye)?|see you|talk to you later|selamat tinggal|jumpa lagi|assalamualaikum)[\s.!]*$/i

export function isFarewell(text: string): boolean {
  return FAREWELL.test(text.trim())
}
