import { describe, expect, it } from 'vitest'
import { readContact } from './contact.ts'

describe('who the customer is', () => {
  it.each([
    ['Siti 012-3456789', 'Siti', '+60123456789'],
    ['nama saya Ahmad, no 011-1234 5678', 'Ahmad', '+601112345678'],
    ["I'm Wei Ling", 'Wei Ling', undefined],
    ['saya Farid', 'Farid', undefined],
    ['my name is Melissa Tan and my number is 012-888 9999', 'Melissa Tan', '+60128889999'],
    ['nama: Nurul Aina\nphone: 0198887766', 'Nurul Aina', '+60198887766'],
    ['nak 2 kopi ais, nama Siti 0123456789', 'Siti', '+60123456789'],
    ['2 kopi ais Siti 0123456789', 'Siti', '+60123456789'],
    ['0123456789 Hafiz', 'Hafiz', '+60123456789'],
    ['Encik Zul, 0145550114', 'Encik Zul', '+60145550114'],
    ['tukar nama jadi Abu', 'Abu', undefined],
    ['+60 12-345 6789', undefined, '+60123456789'],
    ['60123456789', undefined, '+60123456789'],
    ['nak 2 kopi ais', undefined, undefined],
    ["I'm hungry", undefined, undefined],
    ['saya nak kopi', undefined, undefined],
    ["I'm looking for a case", undefined, undefined],
    ['1000000000 karipap', undefined, undefined],
    ['order 2 Kopi Ais 0123456789', undefined, '+60123456789'],
  ])('%j: %s, %s', (text, name, phone) => {
    const contact = readContact(text, false)
    expect([contact.name, contact.phone]).toEqual([name, phone])
  })

  it('is a bare name only when it was asked for', () => {
    expect(readContact('Aiman', true)).toMatchObject({ name: 'Aiman', isBare: true })
    expect(readContact('Aiman', false).name).toBeUndefined()
    expect(readContact('ok', true).name).toBeUndefined()
  })

  it.each(['012345', '0123', 'no telefon 123 456', '01234567', '12345', '123', '123456789012', 'Ali 12'])(
    '%s is meant to be a phone number and is none',
    (text) => {
      expect(readContact(text, true).wrongPhone).toBeDefined()
      expect(readContact(text, true).phone).toBeUndefined()
    },
  )

  it('is no quantity where a name was given and only a number is missing', () => {
    expect(readContact('12345', false, true).wrongPhone).toBe('12345')
    expect(readContact('12', false, true).wrongPhone).toBeUndefined()
    expect(readContact('Aiman', false, true).name).toBeUndefined()
  })

  it('leaves the rest of the message', () => {
    expect(readContact('nak 2 kopi ais, nama Siti 0123456789', false).rest).toContain('2 kopi ais')
    expect(readContact('nak 2 kopi ais, nama Siti 0123456789', false).rest).not.toContain('Siti')
  })
})
