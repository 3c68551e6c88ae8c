import { createLocalLimits } from './local.ts'
import type { Limits } from './port.ts'

export type { Limits, Rule, Verdict, Window } from './port.ts'

export interface LimitsOptions {
  /** Shares the counts of all processes that name the same Redis or Valkey; without it each process counts for itself. */
  redisUrl?: string | undefined
  /** Milliseconds of a clock that never steps back. */
  now?: () => number
  /** Told once when the shared counts are lost, and once when they are back. */
  onTrouble?: (message: string) => void
  /** How long the shared counts are waited for before a process counts for itself. */
  answerMs?: number
}

export function createLimits({
  redisUrl,
  now,
  onTrouble,
  answerMs,
}: LimitsOptions = {}): Promise<Limits> | Limits {
  const local = createLocalLimits(now)
  return redisUrl ? shared(redisUrl, local, onTrouble, answerMs) : local
}

/** Loaded on demand: a service without REDIS_URL pays nothing for the client. */
async function shared(
  redisUrl: string,
  local: Limits,
  onTrouble = (_message: string) => {},
  answerMs?: number,
): Promise<Limits> {
  const { createRedisLimits } = await import('./redis.ts')
  return createRedisLimits(redisUrl, local, onTrouble, answerMs)
}
