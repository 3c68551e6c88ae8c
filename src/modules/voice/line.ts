/** What carries sound between us and one person, whatever it is. Sound is 16 kHz mono. */
export interface Line {
  /** Called once, at the start. Sound arrives in order, in pieces of any size. */
  listen(ears: Ears): void
  /** Sound for the person. The talk keeps time itself and is never far ahead of what they hear. */
  send(piece: Int16Array): void
  /** Drops what was sent and not heard yet. */
  clear(): void
  /** Ends it from our side, once what was sent has been heard. */
  hangUp(): void
}

export interface Ears {
  sound(piece: Int16Array): void
  /** A key of the phone was pressed. */
  digit?(digit: string): void
  /** They write instead of speaking. */
  words?(text: string): void
  /** The person is gone. */
  closed(): void
}
