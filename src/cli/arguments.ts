import { UserError } from '../lib/user-error.ts'

/** Reads one value; throws an Error that completes "--flag …" or "NAME …". */
export type Reader<Value> = (text: string) => Value

/** `value` takes one, `list` is repeated, `switch` stands alone or is followed by true or false. */
export type Flag<Value = unknown> =
  | { kind: 'value'; read: Reader<Value>; required?: boolean; secret?: boolean; shown: string }
  | { kind: 'list'; read: Reader<Value>; shown: string }
  | { kind: 'switch' }

export interface Arguments {
  flags: Record<string, unknown>
  positionals: string[]
  json: boolean
  help: boolean
}

/** The person typed something the command does not take: one line, exit code 2. */
export function usageError(message: string): UserError {
  return new UserError(message, 2)
}

export function parseArguments(argv: string[], flags: Record<string, Flag>): Arguments {
  const parsed: Arguments = { flags: {}, positionals: [], json: false, help: false }
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      parsed.positionals.push(...rest.splice(0))
    } else if (word === '--json') {
      parsed.json = true
    } else if (word === '--help' || word === '-h') {
      parsed.help = true
    } else if (word.startsWith('--')) {
      takeFlag(word, rest, flags, parsed.flags)
    } else if (/^-[a-z]/i.test(word)) {
      throw usageError(`${word} is not an option; options start with two dashes.`)
    } else {
      parsed.positionals.push(word)
    }
  }
  if (!parsed.help) demandRequired(flags, parsed.flags)
  return parsed
}

function takeFlag(
  word: string,
  rest: string[],
  flags: Record<string, Flag>,
  into: Record<string, unknown>,
): void {
  const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
  const flag = name !== undefined && Object.hasOwn(flags, name) ? flags[name] : undefined
  if (!flag || name === undefined)
    throw usageError(`${word} is not an option of this command; --help lists them.`)
  if (flag.kind !== 'list' && Object.hasOwn(into, name)) throw usageError(`--${name} is given twice.`)
  if (flag.kind === 'switch') {
    const given = inline ?? (rest[0] === 'true' || rest[0] === 'false' ? rest.shift() : 'true')
    if (given !== 'true' && given !== 'false') throw usageError(`--${name} is true or false, not "${given}".`)
    into[name] = given === 'true'
    return
  }
  const text = inline ?? (rest[0]?.startsWith('--') ? undefined : rest.shift())
  if (text === undefined) throw usageError(`--${name} needs a value: --${name} ${flag.shown}`)
  const value = readValue(`--${name}`, flag.read, text, 'secret' in flag && flag.secret)
  into[name] = flag.kind === 'list' ? [...((into[name] as unknown[]) ?? []), value] : value
}

function demandRequired(flags: Record<string, Flag>, given: Record<string, unknown>): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.kind === 'value' && flag.required && !Object.hasOwn(given, name)) {
      throw usageError(`--${name} is missing: --${name} ${flag.shown}`)
    }
  }
}

export function readValue<Value>(what: string, read: Reader<Value>, text: string, secret = false): Value {
  try {
    return read(text)
  } catch (error) {
    throw usageError(`${what} ${(error as Error).message}${secret ? '' : `, not "${text}"`}.`)
  }
}
