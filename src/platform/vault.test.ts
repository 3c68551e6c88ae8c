import { describe, expect, it } from 'vitest'
import { createVault } from './vault.ts'

describe('the vault', () => {
  const vault = createVault('a secret')

  it('gives back what was put in, and shows nothing of it', () => {
    const sealed = vault.seal('whsec_ü🌶')
    expect(vault.open(sealed)).toBe('whsec_ü🌶')
    expect(sealed).not.toContain('whsec')
    expect(vault.seal('whsec_ü🌶')).not.toBe(sealed)
  })

  it('opens nothing that was sealed with another secret, changed, or never sealed', () => {
    const sealed = vault.seal('whsec_1')
    expect(createVault('another').open(sealed)).toBeUndefined()
    const end = sealed.endsWith('A') ? 'B' : 'A'
    for (const other of ['', 'v1.', 'v1.AAAA', `v2${sealed.slice(2)}`, sealed.slice(0, -2) + end + end]) {
      expect(vault.open(other), other).toBeUndefined()
    }
  })
})
