import { describe, expect, it } from 'vitest'
import { closedPort, openSmtp } from '../../test/harness/smtp.ts'
import { readConfig } from '../config.ts'
import { createMailer, type Mail, type MailOutcome } from './mail.ts'

const MAIL: Mail = { id: 'alert.user', to: 'siti@shop.example', subject: 'Hello', text: 'A line.\n' }

function send(smtpUrl: string, changes: Partial<Mail> = {}, mailFrom?: string): Promise<MailOutcome> {
  const mailer = createMailer({ smtpUrl, mailFrom }, async () => 'https://bot.example.com/shop', 500)
  return mailer?.send({ ...MAIL, ...changes }) as Promise<MailOutcome>
}

describe('a mail', () => {
  it('arrives as it was written, whatever the letters', async () => {
    const server = await openSmtp()
    const subject =
      'Kopi Seri: 陈小明 is waiting ☕ — “soon”, naïve and a long subject that has to be folded somewhere'
    const text = `.dot first\n..\n.\n\nSambal “pedas” 🌶️\n${'long '.repeat(500)}\n`
    expect(await send(server.url, { subject, text })).toEqual({ sent: true })
    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'icebot@bot.example.com', to: ['siti@shop.example'], subject })
    expect(mail?.text.trim()).toBe(text.trim())
    expect(mail?.headers).toMatchObject({
      from: 'icebot@bot.example.com',
      to: 'siti@shop.example',
      'message-id': '<alert.user@bot.example.com>',
      'content-type': 'text/plain; charset=utf-8',
      'auto-submitted': 'auto-generated',
    })
  })

  it('comes from who the settings say, with user and password', async () => {
    const server = await openSmtp()
    const url = server.url.replace('//', '//bot%40shop:p%3Aw@')
    expect(await send(url, {}, 'Kopi Seri <hello@shop.example>')).toEqual({ sent: true })
    expect(server.received[0]).toMatchObject({ from: 'hello@shop.example', login: 'bot@shop:p:w' })
    expect(server.received[0]?.headers.from).toBe('Kopi Seri <hello@shop.example>')
  })

  it.each([
    ['a subject', { subject: 'Hi\r\nBcc: thief@evil.example\r\n\r\nNew body' }],
    ['a subject with other line breaks', { subject: 'Hi\nBcc: thief@evil.example\rX: y\u2028Z: z\0' }],
    ['an address', { to: 'siti@shop.example\r\nBcc: thief@evil.example' }],
    ['an address that is two', { to: 'siti@shop.example, thief@evil.example' }],
    ['an address with a command', { to: 'siti@shop.example>\r\nRCPT TO:<thief@evil.example' }],
  ])('cannot be given another header or recipient by %s', async (_, changes) => {
    const server = await openSmtp()
    await send(server.url, changes)
    for (const { headers, to, text } of server.received) {
      expect(to).not.toContain('thief@evil.example')
      expect(Object.keys(headers)).not.toContain('bcc')
      expect(text.trim()).toBe('A line.')
    }
    expect(server.commands.filter((line) => /^RCPT TO:<thief/.test(line))).toEqual([])
  })

  it('is not sent with a password in the clear to another machine', async () => {
    const server = await openSmtp()
    const elsewhere = `smtp://bot:secret@0.0.0.0:${server.port}`
    expect(await send(elsewhere)).toMatchObject({ sent: false })
    expect(server.commands.join()).not.toMatch(/AUTH|MAIL/)
    expect(await send(`${elsewhere}?ignoreTLS=true`)).toEqual({ sent: true })
  })
})

describe('a mail that is not taken is told as such, never thrown', () => {
  it.each([
    ['CONNECT', '421 too busy'],
    ['AUTH', '535 who are you'],
    ['MAIL', '451 try later'],
    ['RCPT', '550 no such user'],
    ['DATA', '554 no'],
    ['END', '452 disk full'],
    ['END', '554 looks like spam'],
    ['CONNECT', 'hang'],
    ['EHLO', 'hang'],
    ['END', 'hang'],
    ['RCPT', 'drop'],
    ['END', 'drop'],
    ['CONNECT', 'nonsense'],
  ])('at %s: %s', async (at, reply) => {
    const server = await openSmtp((command) => (command === at ? reply : undefined))
    const outcome = await send(server.url.replace('//', '//bot:secret@'))
    expect(outcome).toEqual({ sent: false, error: expect.stringMatching(/./) })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(server.received).toEqual([])
  })

  it('by a server that goes on talking and never ends', async () => {
    const server = await openSmtp((command) => (command === 'EHLO' ? 'drip' : undefined))
    expect(await send(server.url)).toEqual({ sent: false, error: 'no answer within 0.5 s' })
  })

  it('when nobody listens', async () => {
    expect(await send(`smtp://127.0.0.1:${await closedPort()}`)).toMatchObject({
      sent: false,
      error: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('and without a server there is no mailer', () => {
    expect(createMailer({ smtpUrl: undefined, mailFrom: undefined }, async () => '')).toBeUndefined()
  })
})

describe('the settings of mail', () => {
  it.each([
    ['smtp://mail.example.com', undefined],
    ['smtps://user:p%40ss@mail.example.com:465', 'shop@example.com'],
    ['smtp://localhost:2525?ignoreTLS=true', 'Kedai Kopi <shop@example.com>'],
  ])('%s from %s are taken', (SMTP_URL, ICEBOT_MAIL_FROM) => {
    expect(readConfig({ SMTP_URL, ICEBOT_MAIL_FROM })).toMatchObject({
      smtpUrl: SMTP_URL,
      mailFrom: ICEBOT_MAIL_FROM,
    })
  })

  it.each([
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp:'],
    ['SMTP_URL', 'smtp://'],
    ['ICEBOT_MAIL_FROM', 'shop'],
    ['ICEBOT_MAIL_FROM', 'a@b.example, c@d.example'],
    ['ICEBOT_MAIL_FROM', 'a@b.example\nBcc: c@d.example'],
    ['ICEBOT_MAIL_FROM', 'Shop\nBcc: <a@b.example>'],
  ])('%s=%j is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must `))
  })
})
