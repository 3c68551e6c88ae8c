import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig, settings } from '../config.ts'
import { packageRoot } from '../lib/root.ts'
import { configurationPage, envExample, generate, generated } from './generate.ts'

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
    const lines = [...envExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)]
    const env = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    expect(Object.keys(env)).toEqual(names)
    expect(readConfig(env)).toEqual(readConfig({}))
  })

  it('what is up to date is not written again', () => {
    const root = mkdtempSync(join(tmpdir(), 'icebot-generate-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    mkdirSync(join(root, 'docs'))
    expect(generate({ root })).toEqual(Object.keys(generated))
    expect(generate({ root })).toEqual([])
  })
})
