import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../config.ts'
import { packageRoot } from '../lib/root.ts'
import { UserError } from '../lib/user-error.ts'
import { contractText } from '../modules/manage/index.ts'
import { writeReleased } from '../modules/reference/index.ts'

/** Files that only repeat what the code says; a test compares them with what they should be. */
export const generated: Record<string, () => string> = {
  'docs/configuration.md': configurationPage,
  '.env.example': envExample,
  'web/dashboard/api/contract.ts': contractText,
}

/** Writes what is stale; `release` also makes today's API the one that later versions must not break. */
export function generate(options: { release?: boolean; root?: string } = {}): string[] {
  const { release = false, root = packageRoot } = options
  const written = Object.entries(generated).filter(([path, text]) => refresh(join(root, path), text()))
  if (release) writeReleased(root)
  return [...written.map(([path]) => path), ...(release ? ['docs/api/openapi.json'] : [])]
}

/** For `npm run generate`: one line for each file, or one sentence and exit code 1. */
export function main(argv: string[]): void {
  try {
    const unknown = argv.find((word) => word !== '--release')
    if (unknown !== undefined) throw new UserError(`${unknown} is no option; the only one is --release.`, 2)
    const written = generate({ release: argv.includes('--release') })
    process.stdout.write(written.length === 0 ? 'Nothing was stale.\n' : `Wrote ${written.join(', ')}.\n`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode
  }
}

export function configurationPage(): string {
  const rows = Object.values(settings).map(
    ({ name, fallback, about, secret }) =>
      `| \`${name}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${about}${secret ? ' Secret.' : ''} |`,
  )
  return `<!-- Generated from src/config.ts by "npm run generate"; do not edit. -->

# Configuration

Every setting has a working default, so none is needed to try icebot. Settings come from the environment and from a file
\`.env\` in the folder the command is started in; the environment wins. A value of nothing but spaces counts as not set.
All of them are read and checked once, at the start: faults are listed together, and nothing starts until they are mended.
A name that begins with \`ICEBOT_\` and is no setting gets a warning.

Values marked “Secret” are never shown in messages or logs.

| Setting | Default | What it does |
|---|---|---|
${rows.join('\n')}

\`.env.example\` in the root of the repository lists the same settings, ready to copy to \`.env\`. How they play together
in production is described in [operations.md](operations.md).
`
}

export function envExample(): string {
  const entries = Object.values(settings).map(
    ({ name, fallback, about }) => `# ${about.replaceAll('`', '')}\n# ${name}=${fallback ?? ''}\n`,
  )
  return `# Generated from src/config.ts by "npm run generate"; do not edit here.
# Copy to .env and take the # off the lines you change. Every setting has a working default.

${entries.join('\n')}`
}

function refresh(file: string, text: string): boolean {
  if (readOptional(file) === text) return false
  writeFileSync(file, text)
  return true
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
