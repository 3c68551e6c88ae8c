import type { Reply } from '../port.ts'

const TYPE = 'text/xml; charset=utf-8'

/** Hands the call's sound to us; when the socket closes there is nothing left to do, and the call ends. */
export function streamTwiml(address: string, parameters: Record<string, string>): string {
  const values = Object.entries(parameters).map(
    ([name, value]) => `<Parameter name="${escaped(name)}" value="${escaped(value)}"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Connect><Stream url="${escaped(address)}">${values.join('')}</Stream></Connect></Response>`
}

export const twimlReply = (body: string): Reply => ({ type: TYPE, body })
export const nothingToDo: Reply = twimlReply('<?xml version="1.0" encoding="UTF-8"?><Response/>')
export const turnedAway: Reply = twimlReply(
  '<?xml version="1.0" encoding="UTF-8"?><Response><Reject reason="busy"/></Response>',
)

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  }
  return text.replace(/[&<>"']/g, (letter) => entities[letter] as string)
}
