import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../src/lib/root.ts'

const root = join(packageRoot, 'src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

interface Import {
  from: string
  to: string
  place: string
}

const imports: Import[] = files.flatMap((from) => {
  const lines = readFileSync(join(root, from), 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    const target = /(?:from|import\()\s*'(\.[^']+)'/.exec(line)?.[1]
    if (!target) return []
    return [{ from, to: relative(root, join(root, dirname(from), target)), place: `src/${from}:${i + 1}` }]
  })
})

/** command line → app → modules → platform and providers → lib; a floor may use itself and those below. */
const floors = ['lib', 'platform', 'providers', 'modules', 'app', 'cli']
function floorOf(file: string): number {
  if (/^config(\.test)?\.ts$/.test(file)) return 1
  return floors.indexOf(file.split('/')[0]?.replace('.ts', '') ?? '')
}

describe('the house', () => {
  it('has no file outside its floors', () => {
    expect(files.filter((file) => floorOf(file) < 0)).toEqual([])
  })

  it('imports only downwards', () => {
    const upwards = imports.filter(({ from, to }) => floorOf(to) > floorOf(from))
    expect(upwards.map(({ place, to }) => `${place} imports ${to}`)).toEqual([])
  })

  it('no room reaches into another’s files: only its index.ts is its face', () => {
    const room = (file: string) => file.split('/').slice(0, 2).join('/')
    const inRoom = (file: string) => /^(modules|platform|providers)\/\w+\//.test(file)
    const reaching = imports.filter(({ from, to }) => {
      return inRoom(to) && room(from) !== room(to) && !to.endsWith('/index.ts') && !from.endsWith('.test.ts')
    })
    expect(reaching.map(({ place, to }) => `${place} imports ${to}`)).toEqual([])
  })

  it('has no cycle between files', () => {
    const next = new Map<string, string[]>()
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
    const done = new Set<string>()
    const walk = (file: string, path: string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return undefined
      for (const target of next.get(file) ?? []) {
        const cycle = walk(target, [...path, file])
        if (cycle) return cycle
      }
      done.add(file)
      return undefined
    }
    const cycles = files.map((file) => walk(file, [])).filter(Boolean)
    expect(cycles).toEqual([])
  })

  it('reads the environment in config.ts alone', () => {
    const readers = files.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')))
    expect(
      readers.filter((file) => !['config.ts', 'cli/main.ts'].includes(file) && !file.endsWith('.test.ts')),
    ).toEqual([])
  })
})
