import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { type Config, readConfig } from '../config.ts'
import { packageVersion } from '../lib/root.ts'
import { UserError } from '../lib/user-error.ts'
import { migrate } from '../platform/db/index.ts'
import { HttpError } from '../platform/http/index.ts'
import { parseArguments, usageError } from './arguments.ts'
import { type Answer, type Command, type Given, usageOf } from './command.ts'
import { commands } from './commands/index.ts'
import { openDatabase } from './database.ts'
import { forPeople } from './print.ts'
import { serve, serveCommand } from './serve.ts'

/** Where a command reads its settings and says its piece. */
export interface Terminal {
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  /** How wide it is; undefined when nobody looks at it but a file or another program. */
  columns?: number | undefined
}

export async function main(argv: string[]): Promise<void> {
  readEnvFile()
  // A reader that left (`| head`, a closed terminal) is no reason to end: what runs goes on, or stops cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.exitCode = await run(argv, {
    env: process.env,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  })
}

function readEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    loadEnvFile('.env')
  } catch (error) {
    process.stderr.write(`.env cannot be read (${(error as Error).message}): mend or remove it.\n`)
    process.exit(1)
  }
}

/** Runs one command; resolves to its exit code. Never a stack trace for something a person can mend. */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  try {
    const failure = await dispatch(argv, terminal)
    if (failure === undefined) return 0
    terminal.err(failure)
    return 1
  } catch (error) {
    return report(error, terminal)
  }
}

/** Resolves to what went wrong with what was done, if anything. */
async function dispatch(argv: string[], terminal: Terminal): Promise<string | undefined> {
  const command = findCommand(argv)
  if (!command) {
    terminal.out(withoutCommand(argv))
    return undefined
  }
  const given = parseArguments(argv.slice(command.name.split(' ').length), command.flags ?? {})
  if (given.help) {
    terminal.out(`icebot ${usageOf(command)}\n${command.about}`)
    return undefined
  }
  const words = matchWords(command, given.positionals)
  const config = readConfig(terminal.env)
  if (command === serveCommand) {
    await serve(config, given.flags, given.json)
    return undefined
  }
  const result = await answer(command, { words, flags: given.flags }, config, terminal.err)
  terminal.out(given.json ? JSON.stringify(result.json) : forPeople(result, terminal.columns))
  return result.failure
}

function withoutCommand(argv: string[]): string {
  if (argv[0] === '--version') return packageVersion
  const [topic = ''] = argv
  const related = all.filter(({ name }) => name.startsWith(`${topic} `))
  if (related.length > 0 && argv.slice(1).every((word) => HELP.has(word))) return overview(related)
  if (argv.some((word) => !HELP.has(word))) {
    throw usageError(`There is no command "${argv.join(' ')}"; icebot --help lists them.`)
  }
  return overview()
}

async function answer(
  command: Command,
  given: Given,
  config: Config,
  progress: (text: string) => void,
): Promise<Answer> {
  if (command.withoutDatabase) return command.run({ config, progress, db: undefined as never }, given)
  const { db, close } = await openDatabase({ config, progress })
  try {
    if (!command.bringsSchema) await migrate(db)
    return await command.run({ config, db, progress }, given)
  } finally {
    await close()
  }
}

const HELP = new Set(['--help', '-h', 'help', '--json'])
const all = [serveCommand, ...commands]

/** Longest name first: `key list` before a command `key` could ever take it. */
function findCommand(argv: string[]): Command | undefined {
  const matches = all.filter(({ name }) => name.split(' ').every((word, i) => argv[i] === word))
  return matches.sort((a, b) => b.name.length - a.name.length)[0]
}

function matchWords(command: Command, given: string[]): string[] {
  const takes = command.takes ?? []
  const missing = takes.slice(given.length).find((name) => !name.startsWith('['))
  if (missing) throw usageError(`${missing} is missing: icebot ${usageOf(command)}`)
  if (given.length > takes.length)
    throw usageError(`"${given[takes.length]}" is too much: icebot ${usageOf(command)}`)
  return given
}

function overview(shown = all): string {
  const width = Math.max(...shown.map(({ name }) => name.length))
  const lines = shown.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`)
  return `icebot — a self-hosted AI agent for small businesses\n\nUsage: icebot COMMAND [--json]\n\n${lines.join('\n')}\n\nicebot COMMAND --help shows a command's options.`
}

function report(error: unknown, { err }: Terminal): number {
  if (error instanceof UserError) {
    err(error.message)
    return error.exitCode
  }
  // A use case refused: its public text is meant for people at any door.
  if (error instanceof HttpError) {
    err(error.body.message ?? error.body.error)
    return 1
  }
  err(`icebot failed: ${error instanceof Error ? error.stack : String(error)}`)
  return 1
}
