/**
 * Whether a message is nothing but a yes. Judged here and not by a language model, because this is what places an order:
 * "yes, but make it three" is a change, and "yes?" is a question.
 */
export function isPlainYes(text: string): boolean {
  return isOnly(text, YES)
}

/** Whether a message is nothing but a no. */
export function isPlainNo(text: string): boolean {
  return isOnly(text, NO)
}

/** Politeness around the answer changes nothing about it. */
const POLITE =
  'please|pls|plz|thanks|thank you|tq|terima kasih|tima kasih|boss|bos|sir|miss|kak|abang|bang|dik|cik|encik|puan|sis|bro|uncle|aunty|dear|tokey|tauke|tu|itu|dah|la|lah|je|saja|sahaja|ah|eh|kan|and|it|that|this|my order|order|pesanan|saya'
const YES =
  "y|yes|yess+|alright|okla|oklah|yela|yelah|yes it is|yeah|yea|yep|yup|ya|yaa+|ye|yee+|ok|okay|okey|okie|oki|k|sure|correct|right|that'?s right|that'?s correct|looks good|all good|good|perfect|great|confirm|confirmed|confirmkan|sahkan|sah|betul|btul|betol|benar|boleh|bole|setuju|agree|agreed|proceed|go ahead|place|place it|teruskan|jadi|baik|baiklah|on|yes confirm|tepat|ngam|can|👍|👌|✅|🙏"
const NO =
  "no|nope|nah|tak|tidak|tak nak|tanak|taknak|x nak|xnak|jangan|bukan|cancel|batal|salah|wrong|not correct|tak betul|don'?t|not yet|belum|nanti|later|wait|tunggu"

function isOnly(text: string, words: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, '')
    .replace(/[.!,;:~)(\-–—]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '' || plain.length > 60) return false
  const answer = new RegExp(`^(?:(?:${POLITE}) )*(?:${words})(?: (?:${words}|${POLITE}))*$`, 'u')
  return answer.test(plain)
}
