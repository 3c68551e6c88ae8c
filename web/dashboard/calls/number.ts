/**
 * What will be rung for a number as Malaysians write it, to be shown while it is typed; undefined while it is none. The
 * server has the last word, and all the numbering plans of the world.
 */
export function toE164(typed: string): string | undefined {
  const plain = typed.trim().replace(/[\s().-]/g, '')
  const international = plain.replace(/^00/, '+').replace(/^60(?=\d{8})/, '+60')
  if (/^\+60/.test(international)) return /^\+60[1-9]\d{7,9}$/.test(international) ? international : undefined
  if (/^\+[1-9]\d{6,14}$/.test(international)) return international
  return /^0[1-9]\d{7,9}$/.test(plain) ? `+6${plain}` : undefined
}
