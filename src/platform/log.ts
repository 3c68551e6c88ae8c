import { Writable } from 'node:stream'
import pg from 'pg'
import pino, { type Logger } from 'pino'

export type { Logger } from 'pino'

/** Lines of JSON on stderr (stdout belongs to the command's own answer); short lines for a person at a terminal. */
export function createLog(level: string): Logger {
  const destination = process.stderr.isTTY ? readable() : buffered()
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    destination,
  )
}

/**
 * Enough to find a fault, and nothing a customer wrote: PostgreSQL puts the values it stumbled over into its messages
 * and details, so of its errors only the parts that name our own schema are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ') + 1)
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, table, column, routine } = error
    const message = error.message.replace(/"[^"]*"/g, '"…"')
    return { type: 'DatabaseError', message, code, constraint, table, column, routine, frames }
  }
  return { type: error.name, message: error.message, code: (error as NodeJS.ErrnoException).code, frames }
}

/** One write for many lines under load, and none waits longer than a moment. A write per line cost a tenth of a request. */
function buffered() {
  return pino.destination({ fd: 2, sync: false, minLength: 4_096, periodicFlush: 200 })
}

function readable(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n')) if (line) process.stderr.write(`${sentence(line)}\n`)
      done()
    },
  })
}

const COLOURS: Record<number, string> = { 40: '\x1b[33m', 50: '\x1b[31m', 60: '\x1b[31m' }

function sentence(line: string): string {
  const { time, level, msg, method, route, status, ms, err, ...rest } = JSON.parse(line)
  const what = method ? `${method} ${route} ${status} ${ms} ms` : msg
  const { requestId: _, ...facts } = rest
  const tail = [
    ...Object.entries(facts).map(([key, value]) => `${key}=${value}`),
    err && `\n${err.type}: ${err.message}\n${err.frames}`,
  ]
  const text = `${time.slice(11, 19)} ${[what, ...tail].filter(Boolean).join('  ')}`
  return `${COLOURS[level] ?? '\x1b[2m'}${text}\x1b[0m`
}
