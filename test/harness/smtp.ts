import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Exactly as it came, without the stuffing of dots. */
  raw: string
  headers: Record<string, string>
  subject: string
  text: string
  /** User and password, when it came with them. */
  login: string | undefined
}

export interface SmtpServer {
  url: string
  port: number
  /** What it took. */
  received: ReceivedMail[]
  /** Every line that came, in order. */
  commands: string[]
}

/** A reply of its own, `hang` to say nothing any more, `drip` to go on for ever, `drop` to hang up; undefined: as it should be. */
type Fault = (command: string) => string | undefined

/**
 * A mail server on a free port, gone with the test. `fault` is asked for every command (`CONNECT` and `END` are the
 * beginning of a connection and of what follows a mail's last line).
 */
export async function openSmtp(fault: Fault = () => undefined, port = 0): Promise<SmtpServer> {
  const received: ReceivedMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    converse(socket, fault, commands, (mail) => received.push(mail))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${address.port}`, port: address.port, received, commands }
}

/** A port that nobody listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function converse(
  socket: Socket,
  fault: Fault,
  commands: string[],
  take: (mail: ReceivedMail) => void,
): void {
  let envelope = { from: '', to: [] as string[] }
  let login: string | undefined
  let data: string[] | undefined
  let rest = ''
  let hung = false

  const answer = (command: string, reply: string) => {
    const wrong = fault(command)
    if (wrong === 'hang') hung = true
    else if (wrong === 'drop') socket.destroy()
    else if (wrong === 'drip') drip(socket)
    else socket.write(`${wrong ?? reply}\r\n`)
    return wrong === undefined
  }
  const hear = (line: string) => {
    if (data) {
      if (line !== '.') data.push(line.replace(/^\./, ''))
      else {
        const mail = readMail({ ...envelope, raw: data.join('\r\n'), login })
        data = undefined
        if (answer('END', '250 taken')) take(mail)
      }
      return
    }
    commands.push(line)
    const verb = (line.split(' ', 1)[0] ?? '').toUpperCase()
    if (verb === 'EHLO') answer(verb, '250-test\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN LOGIN')
    else if (verb === 'AUTH') {
      login = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .slice(1)
        .replace('\0', ':')
      answer(verb, '235 welcome')
    } else if (verb === 'MAIL') {
      envelope = { from: addressIn(line), to: [] }
      answer(verb, '250 ok')
    } else if (verb === 'RCPT') {
      if (answer(verb, '250 ok')) envelope.to.push(addressIn(line))
    } else if (verb === 'DATA') {
      if (answer(verb, '354 go on')) data = []
    } else if (verb === 'QUIT') {
      answer(verb, '221 bye')
      socket.end()
    } else answer(verb, '250 ok')
  }

  answer('CONNECT', '220 test ESMTP')
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() as string
    for (const line of lines) if (!hung) hear(line)
  })
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-and\r\n'), 50)
  socket.on('close', () => clearInterval(timer))
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

function readMail(mail: Pick<ReceivedMail, 'from' | 'to' | 'raw' | 'login'>): ReceivedMail {
  const [head = '', ...body] = mail.raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    unfolded.map((line) => [
      line.split(':', 1)[0]?.toLowerCase() ?? '',
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const text = decode(body.join('\r\n\r\n'), headers['content-transfer-encoding'] ?? '7bit')
  return {
    ...mail,
    headers,
    subject: decodeWords(headers.subject ?? ''),
    text: text.replaceAll('\r\n', '\n'),
  }
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  return encoding === 'quoted-printable' ? unquote(text.replace(/=\r\n/g, '')) : text
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquote(word.replaceAll('_', ' ')),
    )
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
