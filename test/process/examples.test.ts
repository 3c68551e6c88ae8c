import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { receiver, verify } from '../../examples/verify-webhook.ts'
import { packageRoot } from '../../src/lib/root.ts'
import { createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { createDatabase } from '../harness/database.ts'
import { type Finished, icebotJson, serve, temporaryFolder } from '../harness/process.ts'
import { openReceiver, type Received } from '../harness/receiver.ts'
import { openShop, request, type Shop } from '../harness/service.ts'

const EXAMPLES = join(packageRoot, 'examples')
const ALL_EVENTS = ['message.created', 'order.placed', 'order.paid', 'order.cancelled', 'order.refunded']
const soon = { timeout: 30_000, interval: 50 }

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

describe('store-sync', { timeout: 120_000 }, () => {
  it('sells: catalogue, orders, payment, stock; killed and started again it has missed nothing', async () => {
    const shop = await openRunningShop()
    const store = await openConnector(shop)
    const first = store.start({ FOLLOW_MESSAGES: '1' })
    await expect.poll(first.stdout, soon).toContain('4 products sent')
    expect(await shop.stock('kaya-toast')).toEqual({ on_hand: 30, held: 0 })
    expect(await shop.stock('kopi-tin-500', 'variants')).toEqual({ on_hand: 6, held: 0 })
    expect(await shop.stock('kopi-o-ais', 'variants')).toEqual({ on_hand: null, held: 0 })

    // An order is taken over under the store's number.
    const one = await shop.place('kaya-toast', 2)
    await expect.poll(() => shop.order(one), soon).toMatchObject({ external_id: 'S-1001' })
    expect(await shop.stock('kaya-toast')).toEqual({ on_hand: 28, held: 0 })

    // Its payment is reported by command, and the running connector hears of it through the webhook.
    expect(await store.command('paid', 'S-1001')).toMatchObject({ code: 0 })
    expect(await shop.order(one)).toMatchObject({ status: 'paid', external_status: 'paid' })
    await expect.poll(first.stdout, soon).toContain('order S-1001: pending_payment → paid')
    expect((await store.command('orders')).stdout).toMatch(/^S-1001\t\w+\tpaid\t9\.00\tSiti/)

    // A count that is new in the file is sent, and no other: 28 are left, whatever the file says.
    store.edit((csv) => csv.replace('Nasi lemak,8.90,25', 'Nasi lemak,8.90,11'))
    await expect.poll(() => shop.stock('nasi-lemak'), soon).toEqual({ on_hand: 11, held: 0 })
    expect(await shop.stock('kaya-toast')).toEqual({ on_hand: 28, held: 0 })

    // Another agent of the workspace is not this key's business.
    const other = await createAgent(shop.db, system, shop.workspace.id, { name: 'Another' })
    await shop.say('not for this store', other.id)
    await shop.say('is it open? 🧋')
    await expect.poll(first.stdout, soon).toContain('message: whatsapp user "is it open? 🧋"')
    // What is shown and not yet written down when it is killed would be shown again.
    await expect.poll(() => store.state().inbox, soon).toEqual([])

    await first.kill()
    const two = await shop.place('kopi-tin', 1, 'kopi-tin-500')
    const three = await shop.place('kaya-toast', 3)
    await shop.manage(`/orders/${three}/cancel`, {})
    await shop.say('hello? 🧋')
    await expect.poll(() => shop.unsent(), soon).toBeGreaterThanOrEqual(4)

    const second = store.start({ FOLLOW_MESSAGES: '1' })
    await expect.poll(() => shop.order(two), soon).toMatchObject({ external_id: 'S-1002' })
    await expect.poll(second.stdout, soon).toContain('message: whatsapp user "hello? 🧋"')
    // Nobody wants an order that was cancelled before the store saw it.
    expect(await shop.order(three)).toMatchObject({ external_id: null, status: 'cancelled' })

    // The deliveries that found nobody come after all, and change nothing.
    await shop.replayUnsent()
    await expect.poll(() => shop.unsent(), soon).toBe(0)
    await expect.poll(() => store.state().inbox, soon).toEqual([])
    expect(await shop.acknowledgements(one)).toBe(1)
    expect(await shop.acknowledgements(two)).toBe(1)
    expect(await shop.acknowledgements(three)).toBe(0)
    expect(await shop.stock('kopi-tin-500', 'variants')).toEqual({ on_hand: 5, held: 0 })
    expect(await shop.stock('kaya-toast')).toEqual({ on_hand: 28, held: 0 })
    expect(second.stdout().match(/user "hello\?/g)).toHaveLength(1)
    expect(second.stdout()).not.toContain('user "is it open?')
    expect(second.stdout() + first.stdout()).not.toContain('user "not for this store')
    expect(await second.stop()).toMatchObject({ code: 0, stderr: '' })

    // After a stock-take the file is right and the service is told so.
    expect(await store.command('stock')).toMatchObject({ code: 0 })
    expect(await shop.stock('kaya-toast')).toEqual({ on_hand: 30, held: 0 })
  })

  it('learns of a payment that nobody told it about', async () => {
    const shop = await openRunningShop()
    const store = await openConnector(shop)
    const first = store.start()
    await expect.poll(first.stdout, soon).toContain('4 products sent')
    const order = await shop.place('kaya-toast', 1)
    await expect.poll(first.stdout, soon).toContain('order S-1001: took over')
    await first.kill()
    await store.command('paid', 'S-1001')
    expect(await shop.order(order)).toMatchObject({ status: 'paid' })
    const second = store.start()
    await expect.poll(second.stdout, soon).toContain('order S-1001: pending_payment → paid')
  })

  it.each(['the request', 'the answer'])(
    'killed when %s of an acknowledgement is lost, it says the same again',
    async (what) => {
      const shop = await openRunningShop()
      const store = await openConnector(shop)
      const said: string[] = []
      const writtenDown: string[] = []
      const wire = await openProxy(shop.url, (path, body) => {
        if (!path.endsWith('/status')) return undefined
        said.push(JSON.parse(body).external_id)
        writtenDown.push(store.state().orders[path.split('/').at(-2) as string]?.store_id)
        return { status: 503, passesOn: what === 'the answer' }
      })
      const first = store.start({ ICEBOT_URL: wire.url })
      await expect.poll(first.stdout, soon).toContain('4 products sent')
      const order = await shop.place('kaya-toast', 2)
      await expect.poll(() => said.length, soon).toBeGreaterThan(0)
      await expect.poll(() => shop.acknowledgements(order), soon).toBe(what === 'the answer' ? 1 : 0)
      await first.kill()

      const later = await shop.place('nasi-lemak', 1)
      store.start()
      await expect.poll(() => shop.order(later), soon).toMatchObject({ external_id: 'S-1002' })
      expect(new Set(said)).toEqual(new Set(['S-1001']))
      expect(writtenDown).toEqual(said)
      expect(await shop.order(order)).toMatchObject({ external_id: 'S-1001' })
      expect(await shop.acknowledgements(order)).toBe(1)
      expect(await shop.stock('kaya-toast')).toEqual({ on_hand: 28, held: 0 })
    },
  )

  it('rebuilds its books from the service when the state file is lost, and gives no number twice', async () => {
    const shop = await openRunningShop()
    const store = await openConnector(shop)
    const first = store.start()
    await expect.poll(first.stdout, soon).toContain('4 products sent')
    const one = await shop.place('nasi-lemak', 1)
    await expect.poll(() => shop.order(one), soon).toMatchObject({ external_id: 'S-1001' })
    await first.kill()
    const two = await shop.place('nasi-lemak', 1)
    writeFileSync(store.stateFile, '{}')
    store.start()
    await expect.poll(() => shop.order(two), soon).toMatchObject({ external_id: 'S-1002' })
    expect(await shop.order(one)).toMatchObject({ external_id: 'S-1001' })
  })

  it('leaves orders alone that are older than it was told to look', async () => {
    const shop = await openRunningShop()
    const store = await openConnector(shop)
    expect(await store.command('sync')).toMatchObject({ code: 0 })
    const old = await shop.place('nasi-lemak', 1)
    const { created_at } = await shop.order(old)
    const recent = await shop.place('nasi-lemak', 1)
    store.start({ ORDERS_SINCE: created_at })
    await expect.poll(() => shop.order(recent), soon).toMatchObject({ external_id: 'S-1001' })
    expect(await shop.order(old)).toMatchObject({ external_id: null })
  })

  it('takes in only genuine deliveries, each once', async () => {
    const shop = await openRunningShop()
    const store = await openConnector(shop)
    const connector = store.start()
    await expect.poll(connector.stdout, soon).toContain('4 products sent')
    const body = Buffer.from('{"event":"order.paid","order":{"created_at":"2026-01-01T00:00:00.000Z"}}')
    const deliver = async (signature: string | undefined, raw = body) => {
      const headers = { 'X-Service-Delivery': 'd-1', ...(signature && { 'X-Service-Signature': signature }) }
      return (await fetch(store.url, { method: 'POST', headers, body: raw })).status
    }
    expect(await deliver(undefined)).toBe(401)
    expect(await deliver('sha256=é')).toBe(401)
    expect(await deliver(sign('whsec_wrong', body))).toBe(401)
    expect(await deliver(sign(store.secret, body), Buffer.from(`${body} `))).toBe(401)
    expect(await deliver(sign(store.secret, Buffer.from('no JSON')), Buffer.from('no JSON'))).toBe(400)
    expect(store.state().seen).toEqual([])
    const answers = await Promise.all([1, 2, 3].map(() => deliver(sign(store.secret, body))))
    expect(answers).toEqual([200, 200, 200])
    expect(store.state().seen).toEqual(['d-1'])
  })

  it('sends a large catalogue 200 at a time, and one bad product spoils no other', async () => {
    const shop = await openRunningShop()
    const sizes: number[] = []
    const wire = await openProxy(shop.url, (_path, body) => void sizes.push(JSON.parse(body).products.length))
    const rows = Array.from(
      { length: 450 },
      (_, i) => `p${i},,${i === 210 ? 'x'.repeat(301) : `Product ${i}`},1.00,${i}`,
    )
    const store = await openConnector(shop, ['product_id,variant_id,name,price,stock', ...rows].join('\r\n'))
    const { code, stdout } = await store.command('sync', undefined, { ICEBOT_URL: wire.url })
    expect([code, stdout]).toEqual([1, expect.stringContaining('line 212, p210: name must have at most 300')])
    expect(stdout).toContain('449 products sent')
    expect(Math.max(...sizes)).toBe(200)
    expect(
      await shop.db.row(sql`select count(*), sum(on_hand) from products where agent_id = ${shop.agent.id}`),
    ).toEqual({
      count: 449,
      sum: (449 * 450) / 2 - 210,
    })
  })

  it('archives what is gone from the file and brings it back with it', async () => {
    const shop = await openRunningShop()
    const store = await openConnector(shop)
    const connector = store.start()
    await expect.poll(connector.stdout, soon).toContain('4 products sent')
    const whole = store.edit((csv) => csv.replace(/^nasi-lemak.*\n/m, ''))
    const archived = () =>
      shop.db.rows(
        sql`select external_id from products where agent_id = ${shop.agent.id} and archived_at is not null`,
      )
    await expect.poll(archived, soon).toEqual([{ external_id: 'nasi-lemak' }])
    store.edit(() => whole)
    await expect.poll(archived, soon).toEqual([])
  })

  it('waits as long as the service asks it to', async () => {
    const shop = await openRunningShop()
    const moments: number[] = []
    const wire = await openProxy(shop.url, () => {
      moments.push(performance.now())
      return moments.length === 1 ? { status: 429, headers: { 'Retry-After': '3' } } : undefined
    })
    const store = await openConnector(shop)
    const finished = await store.command('sync', undefined, { ICEBOT_URL: wire.url })
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining('4 products sent') })
    expect((moments[1] as number) - (moments[0] as number)).toBeGreaterThanOrEqual(2_990)
  })

  it('reads a catalogue as spreadsheets write it', async () => {
    const shop = await openRunningShop()
    const csv =
      '\uFEFFproduct_id,name,price,stock,description\r\n1,"Teh ""C"", peng",3,,"two\r\nlines 🧋"\r\n\r\n'
    const store = await openConnector(shop, csv)
    expect(await store.command('sync')).toMatchObject({ code: 0 })
    const { json } = await shop.manage(`/agents/${shop.agent.id}/products`)
    expect(json.data).toMatchObject([
      { external_id: '1', name: 'Teh "C", peng', price: 3, stock: null, description: 'two\nlines 🧋' },
    ])
  })

  it('names every fault of a catalogue with its line, and sends nothing', async () => {
    const folder = temporaryFolder()
    const csv = [
      'product_id,variant_id,name,price,stock',
      'a,,"two\nlines",1.00,5',
      'b,,,1.005,-1',
      'a,,Again,1,1',
      'c,c-1,Early,1,1',
      ',,Nameless id,1,1',
      'd,,D,1,1,1',
    ]
    writeFileSync(join(folder, 'bad.csv'), csv.join('\n'))
    const bad = join(folder, 'bad.csv')
    const { code, stdout, stderr } = await storeSync(['check'], { CATALOGUE: bad }).finished
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toEqual([
      `${bad} line 4: name is empty`,
      `${bad} line 4: price "1.005" is no amount in ringgit such as 4.50`,
      `${bad} line 4: stock "-1" is no count such as 12`,
      `${bad} line 5: product a is also in line 2`,
      `${bad} line 6: variant c-1 comes before its product c`,
      `${bad} line 7: product_id is empty`,
      `${bad} line 8: has 6 fields, the header has 5`,
    ])
  })

  it.each([
    ['no settings', [], {}, /^ICEBOT_KEY is missing.*\nWEBHOOK_SECRET is missing.*\n$/],
    ['an unknown command', ['pay'], {}, /^Unknown command pay\.\n/],
    ['no such order', ['paid', 'S-9'], { ICEBOT_KEY: 'k' }, /^The store has no order S-9\.\n$/],
    [
      'no such file',
      ['check'],
      { CATALOGUE: 'none.csv' },
      /^The catalogue none\.csv cannot be read: ENOENT\.\n$/,
    ],
    [
      'a damaged state file',
      ['orders'],
      { DATA: join(EXAMPLES, 'README.md') },
      /^The state file .* is damaged.*\n$/,
    ],
  ])('%s: says so in a sentence', async (_what, args, env, sentence) => {
    const { code, stdout, stderr } = await storeSync(args, env).finished
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)])
  })
})

/** A service with its worker, and a shop in it. What fails once is not tried again while a test lasts. */
async function openRunningShop() {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const env = {
    DATABASE_URL: database.url,
    ICEBOT_SECRET: 'a secret for tests',
    ICEBOT_LOG_LEVEL: 'error',
    ICEBOT_WEBHOOK_ALLOW: '127.0.0.1',
    ICEBOT_WEBHOOK_RETRY_SECONDS: '3600',
  }
  const { url } = await serve(env)
  const shop: Shop = await openShop(db, { scopes: ['catalogue:sync'] })
  const { workspace, agent, key, token } = shop
  const manage = (path: string, body?: unknown) =>
    request(`${url}/api/manage${path}`, { key: token, ...(body === undefined ? {} : { body }) })
  const unsentIds = async (): Promise<string[]> => {
    const { json } = await manage('/webhook/deliveries?limit=100')
    return json.data
      .filter(
        ({ status, attempts }: { status: string; attempts: number }) =>
          status !== 'delivered' && attempts > 0,
      )
      .map(({ id }: { id: string }) => id)
  }
  return {
    ...shop,
    ...{ db, env, url, manage },
    async setWebhook(to: string): Promise<string> {
      const events = ALL_EVENTS.flatMap((event) => ['--event', event])
      const { secret } = await icebotJson(
        ['webhook', 'set', '--workspace', workspace.id, '--url', to, ...events],
        env,
      )
      return secret
    },
    async say(text: string, agentId: string = agent.id): Promise<void> {
      const body = { channel: 'whatsapp', external_user_id: 'alia', text }
      expect((await manage(`/agents/${agentId}/inbound`, body)).status).toBe(200)
    },
    async place(
      product_external_id: string,
      quantity: number,
      variant_external_id?: string,
    ): Promise<string> {
      const lines = [{ product_external_id, variant_external_id, quantity }]
      const customer = { name: 'Siti', phone: '+60123456789' }
      const { status, text, json } = await manage(`/agents/${agent.id}/orders`, { customer, lines })
      expect(status, text).toBe(201)
      return json.data.id
    },
    /** As an integrator sees it. */
    async order(id: string) {
      const { json } = await request(`${url}/api/v1/orders?limit=100`, { key })
      return json.data.find((order: { id: string }) => order.id === id)
    },
    async acknowledgements(id: string): Promise<number> {
      const { json } = await manage(`/orders/${id}`)
      return json.data.history.filter(({ action }: { action: string }) => action === 'acknowledged').length
    },
    stock: (externalId: string, table: 'products' | 'variants' = 'products') =>
      db.row(
        table === 'products'
          ? sql`select on_hand, held from products where agent_id = ${agent.id} and external_id = ${externalId}`
          : sql`select on_hand, held from variants where agent_id = ${agent.id} and external_id = ${externalId}`,
      ),
    /** How many deliveries were tried in vain. */
    unsent: async () => (await unsentIds()).length,
    async replayUnsent(): Promise<void> {
      for (const id of await unsentIds()) await icebotJson(['webhook', 'replay', id], env)
    },
  }
}

type RunningShop = Awaited<ReturnType<typeof openRunningShop>>

/** store-sync for a shop, with files of its own. */
async function openConnector(
  shop: RunningShop,
  csv = readFileSync(join(EXAMPLES, 'store-sync', 'catalogue.csv'), 'utf8'),
) {
  const folder = temporaryFolder()
  const catalogueFile = join(folder, 'catalogue.csv')
  const stateFile = join(folder, 'state.json')
  writeFileSync(catalogueFile, csv)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/webhook`
  const secret = await shop.setWebhook(url)
  const env = {
    ICEBOT_URL: shop.url,
    ICEBOT_KEY: shop.key,
    WEBHOOK_SECRET: secret,
    PORT: String(port),
    CATALOGUE: catalogueFile,
    DATA: stateFile,
  }
  return {
    ...{ url, secret, stateFile },
    start: (more: Record<string, string> = {}) => storeSync([], { ...env, ...more }),
    command: (name: string, word?: string, more: Record<string, string> = {}) =>
      storeSync([name, ...(word === undefined ? [] : [word])], { ...env, ...more }).finished,
    state: () => JSON.parse(readFileSync(stateFile, 'utf8')),
    /** Gives the file as it was. */
    edit(change: (csv: string) => string): string {
      const before = readFileSync(catalogueFile, 'utf8')
      writeFileSync(catalogueFile, change(before))
      return before
    },
  }
}

function storeSync(args: string[], env: Record<string, string>) {
  return run(process.execPath, [join(EXAMPLES, 'store-sync', 'store-sync.js'), ...args], env)
}

interface Running {
  child: ChildProcess
  stdout(): string
  finished: Promise<Finished>
  kill(): Promise<Finished>
  stop(): Promise<Finished>
}

/** A program in a folder and an environment of its own, gone with the test. */
function run(program: string, args: string[], env: Record<string, string>): Running {
  const child = spawn(program, args, {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return finished
  }
  onTestFinished(() => end('SIGKILL').then(() => {}))
  return { child, stdout: () => stdout, finished, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

interface Verdict {
  status: number
  headers?: Record<string, string>
  /** Whether the service gets the request although its answer is lost. */
  passesOn?: boolean
}

/** Stands between connector and service. `decide` sees every request with a body and may answer in the service's place. */
async function openProxy(target: string, decide: (path: string, body: string) => Verdict | undefined) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const path = incoming.url as string
    const verdict = body === '' ? undefined : decide(path, body)
    const pass = async () => {
      const headers = {
        Authorization: incoming.headers.authorization ?? '',
        'Content-Type': 'application/json',
      }
      const method = incoming.method as string
      return fetch(target + path, { method, headers, ...(body !== '' && { body }) })
    }
    if (verdict) {
      if (verdict.passesOn) await pass()
      outgoing.writeHead(verdict.status, verdict.headers).end()
    } else {
      const answer = await pass()
      outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function freePort(): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

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

function sign(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
