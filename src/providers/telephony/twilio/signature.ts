import { createHmac } from 'node:crypto'
import { sameText } from '../../../lib/secrets.ts'

/** HMAC-SHA1 of the address and every parameter, sorted by name, as Twilio signs its callbacks. */
export function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const text = names.reduce((whole, name) => {
    const values = [...new Set(form.getAll(name))].sort()
    return whole + values.map((value) => name + value).join('')
  }, url)
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}

/** Twilio is not of one mind on whether the usual port is part of the address. */
export function isSigned(authToken: string, signature: string, url: string, form: URLSearchParams): boolean {
  return (
    signature !== '' && spellings(url).some((one) => sameText(signatureOf(authToken, one, form), signature))
  )
}

function spellings(url: string): string[] {
  const { protocol, host, port, pathname, search } = new URL(url)
  if (port !== '') return [url, `${protocol}//${host.slice(0, -port.length - 1)}${pathname}${search}`]
  return [url, `${protocol}//${host}:${protocol === 'https:' ? 443 : 80}${pathname}${search}`]
}
