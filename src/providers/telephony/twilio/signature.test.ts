import { describe, expect, it } from 'vitest'
import { isSigned, signatureOf } from './signature.ts'

const form = (phone: string) =>
  new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: phone,
    Digits: '1234',
    From: phone,
    To: '+18005551212',
  })
const URL = 'https://mycompany.com/myapp.php?foo=1&bar=2'

describe('the signature of a callback', () => {
  it('is the one of Twilio’s own examples', () => {
    expect(signatureOf('12345', URL, form('+14158675309'))).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
    expect(signatureOf('12345', URL, form('+14158675310'))).toBe('GvWf1cFY/Q7PnoempGyD5oXAezc=')
  })

  it('is taken with and without the usual port, and with nothing else changed', () => {
    const signed = (url: string) => signatureOf('12345', url, form('+14158675309'))
    const check = (signature: string) => isSigned('12345', signature, URL, form('+14158675309'))
    expect(check(signed(URL))).toBe(true)
    expect(check(signed(URL.replace('.com', '.com:443')))).toBe(true)
    expect(check(signed(URL.replace('.com', '.com:8443')))).toBe(false)
    expect(check(signed(`${URL}&x=1`))).toBe(false)
    expect(check('')).toBe(false)
    expect(isSigned('12346', signed(URL), URL, form('+14158675309'))).toBe(false)
    expect(isSigned('12345', signed(URL), URL, form('+14158675310'))).toBe(false)
  })

  it('counts a repeated parameter once for each value, sorted', () => {
    const twice = new URLSearchParams([
      ['A', '2'],
      ['A', '1'],
      ['A', '2'],
    ])
    const once = new URLSearchParams([
      ['A', '1'],
      ['A', '2'],
    ])
    expect(signatureOf('t', URL, twice)).toBe(signatureOf('t', URL, once))
  })
})
