/** What becomes of a delivery after an attempt. */
export type Verdict = { status: 'delivered' | 'failed' } | { status: 'pending'; afterSeconds: number }

/** `attempts` includes the one just made; the schedule holds the pause after each attempt but the last. */
export function judge(delivered: boolean, attempts: number, retrySeconds: readonly number[]): Verdict {
  if (delivered) return { status: 'delivered' }
  const afterSeconds = retrySeconds[attempts - 1]
  return afterSeconds === undefined ? { status: 'failed' } : { status: 'pending', afterSeconds }
}
