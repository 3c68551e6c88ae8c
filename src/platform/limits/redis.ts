import type { Limits, Verdict } from './port.ts'
import { openRedisLink } from './redis-link.ts'
import { parseRedisUrl } from './redis-url.ts'

/**
 * Counts shared by every process, in one atomic step at Redis and on its clock. While Redis is away each process
 * falls back to its own window.
 */
export async function createRedisLimits(
  redisUrl: string,
  local: Limits,
  onTrouble: (message: string) => void,
  answerMs?: number,
): Promise<Limits> {
  const link = await openRedisLink(parseRedisUrl(redisUrl), TAKE, onTrouble, answerMs)

  return {
    window(name, rule) {
      const own = local.window(name, rule)

      async function takeShared(key: string): Promise<Verdict> {
        let reply: unknown
        try {
          reply = await link.run(`icebot:limit:${name}:${key}`, [rule.limit, rule.windowMs])
        } catch {
          return own.take(key)
        }
        const [allowed, remaining, resetSeconds] = reply as [number, number, number]
        // Also counted here, so that an outage does not hand a spent key a fresh window.
        if (allowed) await own.take(key)
        return { allowed: allowed === 1, limit: rule.limit, remaining, resetSeconds }
      }

      return { take: (key) => (link.isUp() ? takeShared(key) : own.take(key)) }
    },
    async close() {
      await link.close()
      await local.close()
    },
  }
}

/**
 * A list of moments in microseconds, oldest first. Redis reads the calendar clock, which may be set back: moments of
 * the future keep their order and leave in their turn, and those more than a window ahead are dropped. A list longer
 * than the limit (a process with a higher one wrote it) frees its next slot when the surplus has left too.
 */
const TAKE = `
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local newest = tonumber(redis.call('LINDEX', key, -1) or 0)
if newest - now > window then
  redis.call('DEL', key)
  newest = 0
end

local oldest = redis.call('LINDEX', key, 0)
while oldest and now - oldest >= window do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end

local count = redis.call('LLEN', key)
local allowed = count < limit
if allowed then
  local moment = math.max(now, newest)
  redis.call('RPUSH', key, string.format('%.0f', moment))
  redis.call('PEXPIRE', key, math.ceil((moment - now + window) / 1000) + 1000)
  count = count + 1
end

local leaving = redis.call('LINDEX', key, math.max(0, count - limit))
local wait = math.ceil((leaving + window - now) / 1000000)
return { allowed and 1 or 0, math.max(0, limit - count), wait }
`
