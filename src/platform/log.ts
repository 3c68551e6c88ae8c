import pg from 'pg'

export type Level = 'debug' | 'info' | 'warn' | 'error' | 'silent'
type Fields = Record<string, unknown>

export interface Logger {
  debug(fields: Fields, message: string): void
  info(fields: Fields, message: string): void
  warn(fields: Fields, message: string): void
  error(fields: Fields, message: string): void
  /** Writes what is still held back. */
  flush(): void
}

const SEVERITY: Record<Level, number> = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 }
const HOLD_MS = 100
const HOLD_CHARACTERS = 16_384

/**
 * Lines of JSON, written in blocks: one write for many lines under load, and none waits longer than a moment. Faults are
 * written at once. To a person at a terminal the same is said in short lines.
 */
export function createLog(level: Level, write: (text: string) => void, forPeople = false): Logger {
  let held = ''
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const text = held
    held = ''
    if (text !== '') write(text)
  }

  function writer(name: Exclude<Level, 'silent'>) {
    if (SEVERITY[name] < SEVERITY[level]) return () => {}
    return (fields: Fields, message: string) => {
      const time = new Date().toISOString()
      const facts = fields.err === undefined ? fields : { ...fields, err: describeError(fields.err) }
      held += forPeople
        ? sentence({ level: name, time, message, ...facts })
        : line(name, time, message, facts)
      if (SEVERITY[name] >= SEVERITY.error || held.length > HOLD_CHARACTERS) flush()
      else timer ??= setTimeout(flush, HOLD_MS).unref()
    }
  }

  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error'), flush }
}

/** Every request writes one, so it is put together without an object in between. */
function line(level: Level, time: string, message: string, facts: Fields): string {
  const rest = JSON.stringify(facts).slice(1, -1)
  return `{"level":"${level}","time":"${time}","message":${JSON.stringify(message)}${rest && ','}${rest}}\n`
}

/** On stderr, for stdout belongs to the command's own answer. */
export function processLog(level: Level): Logger {
  const log = createLog(level, (text) => void process.stderr.write(text), process.stderr.isTTY)
  process.on('exit', log.flush)
  return log
}

/**
 * Enough to find a fault, and nothing a customer wrote: PostgreSQL puts the values it stumbled over into its messages
 * and details, so of its errors only the parts that name our own schema are kept.
 */
function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { type: typeof error }
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ') + 1)
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, table, column, routine } = error
    // Class 22 is about the value itself; others quote at most names.
    const message = code?.startsWith('22') ? 'a value was refused' : error.message.replace(/".*"/g, '"…"')
    return { type: 'DatabaseError', message, code, constraint, table, column, routine, frames }
  }
  return { type: error.name, message: error.message, code: (error as NodeJS.ErrnoException).code, frames }
}

const COLOURS: Record<string, string> = { warn: '\x1b[33m', error: '\x1b[31m' }

function sentence({ level, time, message, err, ...facts }: Fields): string {
  const { requestId: _, method, route, status, ms, ...rest } = facts
  const what = method === undefined ? message : `${method} ${route} ${status} ${ms} ms`
  const tail = Object.entries(rest).map(([key, value]) => `${key}=${value}`)
  const { type, message: fault, frames } = (err ?? {}) as Fields
  const trouble = err === undefined ? [] : [`\n${type}: ${fault}\n${frames}`]
  const text = `${String(time).slice(11, 19)} ${[what, ...tail, ...trouble].join('  ')}`
  return `${COLOURS[String(level)] ?? '\x1b[2m'}${text}\x1b[0m\n`
}
