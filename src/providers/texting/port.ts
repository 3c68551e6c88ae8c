/** A short message to a phone. */
export interface TextMessage {
  to: string
  from: string
  body: string
}

/** `refused`: the number or the words will not do, and trying again will not either. */
export type Texted = { outcome: 'sent'; reference: string } | { outcome: 'refused'; reason: string }

/** Sends texts. A carrier that cannot be reached is an exception: it is tried again. */
export interface Texting {
  readonly name: 'sandbox' | 'twilio' | 'none'
  send(id: string, message: TextMessage): Promise<Texted>
}
