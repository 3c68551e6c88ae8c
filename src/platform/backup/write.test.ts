import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../lib/user-error.ts'
import { writeBackup } from './write.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'icebot-backup-'))
  file = join(folder, 'some.icebot-backup')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the file of a backup', () => {
  it('is for its owner only, and replaces an older one', async () => {
    writeFileSync(file, 'older', { mode: 0o666 })
    const bytes = await writeBackup(file, content('newer'))
    expect(gunzipSync(readFileSync(file)).toString()).toBe('newer')
    expect(statSync(file)).toMatchObject({ size: bytes, mode: 0o100600 })
    expect(readdirSync(folder)).toEqual(['some.icebot-backup'])
  })

  it('is not seen before it is whole', async () => {
    writeFileSync(file, 'older')
    await writeBackup(
      file,
      content('newer', () => {
        expect(readFileSync(file, 'utf8')).toBe('older')
        expect(statSync(`${file}.partial`).mode).toBe(0o100600)
      }),
    )
  })

  it('is made although an earlier attempt was killed', async () => {
    writeFileSync(`${file}.partial`, 'half', { mode: 0o666 })
    await writeBackup(file, content('whole'))
    expect(gunzipSync(readFileSync(file)).toString()).toBe('whole')
    expect(readdirSync(folder)).toEqual(['some.icebot-backup'])
  })

  it('leaves the older one alone when the disk fills up', async () => {
    writeFileSync(file, 'older')
    const full = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    const message = `The backup cannot be written to ${file}: the disk is full.`
    await expect(writeBackup(file, content('newer', full))).rejects.toThrow(new UserError(message))
    expect(readFileSync(file, 'utf8')).toBe('older')
    expect(readdirSync(folder)).toEqual(['some.icebot-backup'])
  })

  it('is not taken from another backup to the same place', async () => {
    const slow = content('first', () => {
      rmSync(`${file}.partial`)
      writeFileSync(`${file}.partial`, 'half of another')
    })
    await expect(writeBackup(file, slow)).rejects.toThrow(`Another backup is being written to ${file}`)
    expect(readdirSync(folder)).toEqual(['some.icebot-backup.partial'])
  })

  it('goes where a link points', async () => {
    mkdirSync(join(folder, 'elsewhere'))
    writeFileSync(join(folder, 'elsewhere', 'real'), 'older')
    symlinkSync(join('elsewhere', 'real'), file)
    await writeBackup(file, content('newer'))
    expect(gunzipSync(readFileSync(join(folder, 'elsewhere', 'real'))).toString()).toBe('newer')
  })

  it('is refused in a sentence that names it where there can be none', async () => {
    const folderless = join(folder, 'missing', 'some')
    const below = join(import.meta.filename, 'some')
    for (const [path, reason] of [
      [folder, 'it is a folder; name a file in it'],
      ['/dev/null', 'it is not an ordinary file'],
      [folderless, 'there is no such file or folder'],
      [below, 'a part of the path is not a folder'],
      [join(folder, 'x'.repeat(300)), 'the name is too long'],
    ] as const) {
      const message = `The backup cannot be written to ${path}: ${reason}.`
      await expect(writeBackup(path, content('any'))).rejects.toThrow(new UserError(message))
    }
  })
})

async function* content(text: string, meanwhile = () => {}) {
  yield Buffer.from(text.slice(0, 2))
  meanwhile()
  yield Buffer.from(text.slice(2))
}
