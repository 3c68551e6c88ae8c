import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { receiver, verify } from '../../examples/verify-webhook.ts'
import { EXAMPLES, freePort, openRunningShop, sign, soon } from '../harness/examples.ts'
import { icebotJson, run } from '../harness/process.ts'
import { openReceiver, type Received } from '../harness/receiver.ts'

describe('the verifiers', { timeout: 120_000 }, () => {
  it('accept what icebot sends, emoji included, and refuse everything else', async ({ skip }) => {
    const shop = await openRunningShop()
    const { url, received } = await openReceiver()
    const secret = await shop.setWebhook(url)
    await shop.say('nak 2 kopi o ais ☕🧋 “kurang manis”')
    await icebotJson(['webhook', 'test', '--workspace', shop.workspace.id], shop.env)
    await expect
      .poll(() => received.map(({ event }) => event), soon)
      .toEqual(expect.arrayContaining(['message.created', 'webhook.test']))
    const message = received.find(({ json }) => json.message?.role === 'user')
    expect(message?.json.message.content).toBe('nak 2 kopi o ais ☕🧋 “kurang manis”')

    const cases = received.flatMap((delivery) => casesOf(delivery, secret))
    const wanted = cases.map(({ what, isGenuine }) => `${what}: ${isGenuine}`)
    const inTypeScript = cases.map(({ key, raw, signature }) => verify(key, raw, signature))
    expect(cases.map(({ what }, i) => `${what}: ${inTypeScript[i]}`)).toEqual(wanted)

    if (!hasPython()) skip('python3 is not installed')
    const inPython = verifyInPython(cases)
    expect(cases.map(({ what }, i) => `${what}: ${inPython[i]}`)).toEqual(wanted)
  })

  it.each(['verify-webhook.ts', 'verify_webhook.py'])('%s is read at one glance: thirty lines', (file) => {
    const lines = readFileSync(join(EXAMPLES, file), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(30)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
  })

  it('their receivers answer 204 to a genuine delivery and 401 to any other', async ({ skip }) => {
    const printed: string[] = []
    const server = receiver('whsec_right', (line) => void printed.push(line)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    await answersRightly(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(printed).toEqual(['order.paid {"event":"order.paid","note":"☕"}'])

    if (!hasPython()) skip('python3 is not installed')
    const port = await freePort()
    const python = run('python3', ['-B', join(EXAMPLES, 'verify_webhook.py')], {
      WEBHOOK_SECRET: 'whsec_right',
      PORT: String(port),
    })
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}`).then(
            () => true,
            () => false,
          ),
        soon,
      )
      .toBe(true)
    await answersRightly(`http://127.0.0.1:${port}`)
    expect(python.stdout()).toBe('order.paid {"event":"order.paid","note":"☕"}\n')
  })
})

interface Case {
  what: string
  key: string
  raw: Buffer
  signature: string | undefined
  isGenuine: boolean
}

function casesOf({ raw, headers }: Received, secret: string): Case[] {
  const signature = headers['x-service-signature'] as string
  const genuine = { what: 'as it came', key: secret, raw, signature, isGenuine: true }
  const changed = [0, Math.floor(raw.length / 2), raw.length - 1].map((i) => {
    const bytes = Buffer.from(raw)
    bytes[i] = (bytes[i] as number) ^ 1
    return { what: `byte ${i} changed`, raw: bytes }
  })
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 2))
  const odd = [
    undefined,
    '',
    'sha256=',
    signature.slice(7),
    signature.slice(0, -1),
    `${signature}0`,
    'é'.repeat(71),
  ]
  const forged: Partial<Case>[] = [
    ...changed,
    { what: 'written anew', raw: rewritten },
    { what: 'another secret', key: `${secret}x` },
    ...odd.map((given) => ({ what: `signature ${given}`, signature: given })),
  ]
  return [genuine, ...forged.map((one) => ({ ...genuine, isGenuine: false, ...one }))]
}

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0
}

function verifyInPython(cases: Case[]): boolean[] {
  const program = `import base64, json, sys
from verify_webhook import verify
cases = json.load(sys.stdin)
print(json.dumps([verify(c["key"], base64.b64decode(c["raw"]), c.get("signature")) for c in cases]))`
  const input = JSON.stringify(cases.map(({ raw, ...rest }) => ({ ...rest, raw: raw.toString('base64') })))
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', program], {
    cwd: EXAMPLES,
    input,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

async function answersRightly(url: string): Promise<void> {
  const body = '{"event":"order.paid","note":"☕"}'
  const send = async (headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body, headers: { 'X-Service-Event': 'order.paid', ...headers } }))
      .status
  expect(await send({ 'X-Service-Signature': sign('whsec_right', Buffer.from(body)) })).toBe(204)
  expect(await send({ 'X-Service-Signature': sign('whsec_wrong', Buffer.from(body)) })).toBe(401)
  expect(await send({})).toBe(401)
}
