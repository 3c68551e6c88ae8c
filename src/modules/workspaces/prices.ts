/** Specification, section 8: what a minute of voice costs. Who has less than one begins no talk. */
export const MINUTE_CREDITS = 400

export function voicePrice(seconds: number): number {
  return Math.ceil((seconds * MINUTE_CREDITS) / 60)
}
