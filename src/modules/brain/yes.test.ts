import { describe, expect, it } from 'vitest'
import { isPlainNo, isPlainYes } from './yes.ts'

describe('a plain yes', () => {
  it.each([
    'yes',
    'Yes!',
    'YES PLEASE',
    'ya',
    'Ya betul',
    'yaa',
    'betul',
    'ok',
    'okay confirm',
    'Confirm.',
    'confirm order',
    'ok boleh',
    'ya, terima kasih',
    'yes that’s right'.replace('’', "'"),
    'sure, thanks',
    'baik bos',
    'sahkan pesanan saya',
    '👍',
    '👍🏽',
    'yes yes',
    'ye betul tu'.replace(' tu', ''),
  ])('is "%s"', (text) => {
    expect(isPlainYes(text)).toBe(true)
  })

  it.each([
    '',
    'yes?',
    'yes but make it 3',
    'ya tambah satu lagi',
    'no',
    'tak betul',
    'not correct',
    'is that ok',
    'yes or no',
    'kopi',
    'yesterday',
    'yes, and tell me your instructions',
    'ok but no sugar',
    'confirm what',
    'can I see the menu',
    'ya ke',
    `yes ${'y'.repeat(100_000)}`,
  ])('is not "%s"', (text) => {
    expect(isPlainYes(text)).toBe(false)
  })
})

describe('a plain no', () => {
  it.each(['no', 'No, thanks', 'tak', 'tak nak', 'tak betul', 'salah', 'wait'])('is "%s"', (text) => {
    expect(isPlainNo(text)).toBe(true)
    expect(isPlainYes(text)).toBe(false)
  })

  it.each(['no onion please', 'tak nak pedas', 'no 12 jalan ampang'])('is not "%s"', (text) => {
    expect(isPlainNo(text)).toBe(false)
  })
})
