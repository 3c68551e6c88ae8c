import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../../lib/user-error.ts'
import { checkBackup, readBackup } from './read.ts'

const text = 'a\tb\n'.repeat(5)
let folder: string
let file: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'icebot-backup-'))
  file = join(folder, 'some.icebot-backup')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('reading a backup', () => {
  it('gives the rows of a whole file', async () => {
    const { header, rows } = await check(gzipSync(sound()))
    expect(header.tables).toEqual({ flavours: ['id', 'name'], tubs: ['id'] })
    expect(rows).toEqual({ flavours: 5, tubs: 0 })
    const found = []
    for await (const block of readBackup(file)) found.push({ ...block, bytes: block.bytes.toString() })
    expect(found).toEqual([{ table: 'flavours', rows: 5, bytes: text }])
  })

  it('gives the same rows however the bytes arrive', async () => {
    const members = [...Buffer.from(sound())].map((byte) => gzipSync(Buffer.from([byte])))
    expect((await check(Buffer.concat(members))).rows).toEqual({ flavours: 5, tubs: 0 })
  })

  it('refuses a file that ends early, at whichever byte', async () => {
    const whole = gzipSync(sound())
    for (let length = 0; length < whole.length; length++) {
      await expect(check(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow(
        /is damaged or incomplete/,
      )
    }
  })

  it('refuses a file with any bit turned, unless it unpacks to the same contents', async () => {
    const whole = gzipSync(sound())
    let refused = 0
    for (let bit = 0; bit < whole.length * 8; bit += 5) {
      const altered = Buffer.from(whole)
      altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7))
      const outcome = await check(altered).catch((error) => error)
      if (outcome instanceof UserError) refused++
      else expect(gunzipSync(altered), `bit ${bit}`).toEqual(sound())
    }
    // What may change unseen is when and by what it was packed, and the padding.
    expect(refused).toBeGreaterThan(((whole.length - 11) * 8) / 5)
  })

  it('refuses rows altered and packed again', async () => {
    const text = sound().toString()
    for (const altered of [
      text.replace('a\tb', 'a\tc'),
      text.replace('"rows":5,"bytes"', '"rows":6,"bytes"'),
      text.replace('"flavours":5', '"flavours":4'),
      text.replace('"schema":1', '"schema":2'),
      `${text}more\n`,
      text.slice(0, -20),
      text.slice(0, text.indexOf('{"rows"')),
    ]) {
      expect(altered).not.toBe(text)
      await expect(check(gzipSync(altered))).rejects.toThrow(/is damaged or incomplete/)
    }
  })

  it('refuses what is no backup at all', async () => {
    for (const foreign of [
      Buffer.from('once upon a time\n'),
      gzipSync(''),
      gzipSync('once upon a time\n'),
      gzipSync('{"format":"something else"}\n'),
      gzipSync(Buffer.alloc(40_000_000)),
    ]) {
      await expect(check(foreign)).rejects.toThrow(/is not an icebot backup/)
    }
  })

  it('names the release to use for a format of the future', async () => {
    const future = sound().toString().replace('"format_version":1', '"format_version":2')
    await expect(check(gzipSync(future))).rejects.toThrow(/was made by a newer icebot \(9\.8\.7\)/)
  })

  it('says in a sentence why a path cannot be read', async () => {
    await expect(checkBackup(folder)).rejects.toThrow(`The backup ${folder} cannot be read: it is a folder`)
    const missing = join(folder, 'missing')
    await expect(checkBackup(missing)).rejects.toThrow(
      `The backup ${missing} cannot be read: there is no such`,
    )
    const below = join(file, 'below')
    await expect(checkBackup(below)).rejects.toThrow(
      new UserError(`The backup ${below} cannot be read: a part of the path is not a folder.`),
    )
  })
})

function check(bytes: Buffer) {
  writeFileSync(file, bytes)
  return checkBackup(file)
}

/** Written out by hand: this is the format that later releases must go on reading. */
function sound(): Buffer {
  const header = {
    format: 'icebot-backup',
    format_version: 1,
    icebot: '9.8.7',
    schema: 1,
    created_at: '2026-01-02T03:04:05.678Z',
    tables: { flavours: ['id', 'name'], tubs: ['id'] },
    sequences: {},
  }
  const body = `${JSON.stringify(header)}\n{"table":"flavours","rows":5,"bytes":20}\n${text}`
  const sha256 = createHash('sha256').update(body).digest('hex')
  return Buffer.from(`${body}{"rows":{"flavours":5,"tubs":0},"sha256":"${sha256}"}\n`)
}
