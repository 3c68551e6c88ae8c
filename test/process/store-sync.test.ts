import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { EXAMPLES, openRunningShop, sign, soon } from '../harness/examples.ts'
import { temporaryFolder } from '../harness/process.ts'
import { openConnector, openProxy, storeSync } from '../harness/store-sync.ts'

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
