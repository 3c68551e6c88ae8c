import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idAt, isUuid, newId } from './ids.ts'
import { toE164 } from './phone.ts'
import { digest, isWellFormed, mintCredential, sameText } from './secrets.ts'
import { fromPostgres, parseTimestamp } from './time.ts'

describe('ids', () => {
  it('are UUIDv7, unique, and sort in the order they were made, also within a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect(ids.every((id) => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] as string))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
  })

  it('carry the moment they are made for', () => {
    const moment = new Date('2026-01-02T03:04:05.678Z')
    expect(Number.parseInt(idAt(moment).replace('-', '').slice(0, 12), 16)).toBe(moment.getTime())
  })
})

describe('credentials', () => {
  it('have the documented form, and a changed character is noticed', () => {
    const key = mintCredential('svk_')
    expect(key).toMatch(/^svk_[0-9A-Za-z]{42}$/)
    expect(isWellFormed('svk_', key)).toBe(true)
    expect(isWellFormed('imt_', key)).toBe(false)
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 45 }), fc.constantFrom(...'0Az9'), (at, character) => {
        const changed = key.slice(0, at) + character + key.slice(at + 1)
        return isWellFormed('svk_', changed) === (changed === key)
      }),
    )
  })

  it('carry the CRC32 of what precedes, in base62', () => {
    expect(isWellFormed('svk_', `svk_${'0'.repeat(36)}${crcOf(`svk_${'0'.repeat(36)}`)}`)).toBe(true)
  })

  it('are stored as SHA-256', () => {
    expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect([sameText('a', 'a'), sameText('a', 'b'), sameText('', 'a')]).toEqual([true, false, false])
  })
})

/** CRC-32 as the standard defines it, bit by bit. */
function crcOf(text: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let encoded = ''
  for (let i = 0; i < 6; i++) {
    encoded = alphabet[Number(rest % 62n)] + encoded
    rest /= 62n
  }
  return encoded
}

describe('moments', () => {
  it('round-trips every millisecond, in any zone', () => {
    const anyDate = fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const zone = `${offset < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`
        expect(parseTimestamp(date.toISOString())).toBe(date.toISOString())
        expect(parseTimestamp(local + zone)).toBe(date.toISOString())
      }),
    )
  })

  it.each([
    ['2026-02-29T00:00:00Z', undefined],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2026-01-01T00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
    ['2026-01-01T00:00:60Z', undefined],
    ['2026-01-01 00:00:00Z', undefined],
    ['0000-01-01T00:00:00Z', undefined],
    ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59.999Z'],
  ])('%s → %s', (text, moment) => expect(parseTimestamp(text)).toBe(moment))

  it.each([
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02 03:04:05.67+00', '2026-01-02T03:04:05.670Z'],
    ['2026-01-02 03:04:05.678+00', '2026-01-02T03:04:05.678Z'],
  ])('PostgreSQL’s %s', (text, moment) => expect(fromPostgres(text)).toBe(moment))
})

const pad = (value: number) => String(value).padStart(2, '0')

describe('phones', () => {
  it.each([
    ['0123456789', '+60123456789'],
    ['012-345 6789', '+60123456789'],
    ['60123456789', '+60123456789'],
    ['0060123456789', '+60123456789'],
    ['+60 12-345 6789', '+60123456789'],
    ['+65 9123 4567', '+6591234567'],
    ['+60312345678', '+60312345678'],
    ['+6012345', undefined],
    ['+999123456789', undefined],
    ['999', undefined],
    ['0123', undefined],
    ['abc', undefined],
    ['', undefined],
    ['call 0123456789 now', undefined],
  ])('%s → %s', (text, phone) => expect(toE164(text)).toBe(phone))
})
