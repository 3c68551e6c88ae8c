import type { Config } from '../config.ts'
import type { Db } from '../platform/db/index.ts'
import type { Flag } from './arguments.ts'

export interface Environment {
  config: Config
  db: Db
  /** For what takes longer than a second; goes to stderr. */
  progress: (text: string) => void
}

/** What a command says: a document for machines, and for people the same in words when the general form is not enough. */
export interface Answer {
  json: unknown
  /** Shown to people instead of the document. */
  text?: string
  /** Shown to people below the document. */
  hint?: string
  /** What was asked for was done and went wrong: this sentence goes to stderr, and the exit code is 1. */
  failure?: string
}

export interface Command {
  name: string
  about: string
  /** Names of the words that follow; in brackets when they may be missing. */
  takes?: string[]
  flags?: Record<string, Flag>
  /** It makes the tables itself; every other command finds them there. */
  bringsSchema?: boolean
  /** It is about the machine: no database is opened, or needed, for it. */
  withoutDatabase?: boolean
  run(environment: Environment, given: Given): Promise<Answer>
}

export interface Given {
  words: string[]
  // biome-ignore lint/suspicious/noExplicitAny: a flag's value has the type its reader gave it
  flags: Record<string, any>
}

export function usageOf({ name, takes = [], flags = {} }: Command): string {
  const shown = Object.entries(flags).map(([flag, definition]) => {
    if (definition.kind === 'switch') return `[--${flag} [true|false]]`
    if (definition.kind === 'list') return `[--${flag} ${definition.shown} …]`
    return definition.required ? `--${flag} ${definition.shown}` : `[--${flag} ${definition.shown}]`
  })
  return [name, ...takes, ...shown].join(' ')
}
