/** What a person is talking to us with. */
export type Carrier = 'phone' | 'web'

/** What is written for the eye, said for the ear. Links and marks beyond these are left out by the voice itself. */
const SAID: Record<Carrier, [written: RegExp, said: string][]> = {
  phone: [
    [/Please pay here: \S+/g, 'I am sending you the payment link by text message.'],
    [/Sila bayar di sini: \S+/g, 'Saya hantar pautan bayaran melalui SMS.'],
  ],
  web: [
    [/Please pay here: \S+/g, 'The payment link is in the chat.'],
    [/Sila bayar di sini: \S+/g, 'Pautan bayaran ada dalam sembang.'],
  ],
}
const SAID_ANYWHERE: [written: RegExp, said: string][] = [
  [/\bReply YES to confirm\b/g, 'Say yes to confirm'],
  [/\bBalas YA untuk sahkan\b/g, 'Sebut ya untuk sahkan'],
]

/** A reply as it is spoken. */
export function forTheEar(text: string, carrier: Carrier): string {
  return [...SAID[carrier], ...SAID_ANYWHERE].reduce(
    (words, [written, said]) => words.replace(written, said),
    text,
  )
}
