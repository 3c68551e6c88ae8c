import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { createUser, type User } from '../../src/modules/users/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openShop, startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let browser: Browser | undefined
let service: TestService
let shop: Store
let member: User

const PRODUCTS = [
  { external_id: 'kopi', name: 'Kopi O', price: 2.3, stock: 20, sku: 'KO-1', category: 'Drinks' },
  { external_id: 'roti', name: 'Roti Bakar', price: 3.8, image_url: 'https://shop.example/gone.png' },
  {
    ...{ external_id: 'teh', name: 'Teh Tarik', price: 2.5 },
    variants: [
      { external_id: 'teh-hot', name: 'Hot', stock: 50 },
      { external_id: 'teh-ice', name: 'Iced', price: 3.2, stock: 0 },
    ],
  },
  { external_id: 'kuih', name: 'Kuih', price: 1.2, stock: 0 },
  { external_id: 'xss', name: '<img src=x onerror=alert(1)>', price: 1, is_active: false },
]

beforeAll(async () => {
  browser = await openBrowser()
  service = await startService()
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})
beforeEach(async () => {
  shop = await openStore(service.db, service.url, PRODUCTS)
  const email = `member-${shop.workspace.id}@example.com`
  member = await createUser(service.db, system, shop.workspace.id, { email, role: 'member' })
})

/** Runs with the dashboard open, as somebody of the shop; pictures come from nowhere. */
const at = (name: string, run: (desk: Desk) => Promise<void>, options = {}, who = () => shop.owner) =>
  it(name, async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const desk = await openDesk(browser, service, who(), options)
    await desk.page.route('https://shop.example/**', (route) => route.fulfill({ status: 404 }))
    try {
      await run(desk)
      // A request that fails is complained about by the browser itself.
      expect(desk.complaints.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([])
    } finally {
      await desk.close()
    }
  })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
const products = async (query = ''): Promise<any[]> =>
  (await shop.manage(`/agents/${shop.agent.id}/products${query}`)).json.data
const named = async (name: string) => (await products()).find((one) => one.name === name)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const cells = (page: Page, name: string) => row(page, name).getByRole('cell').allInnerTexts()
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await page.getByText('Saved.').last().waitFor()
}
const file = (text: string | Buffer, name = 'menu.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

describe('the list', () => {
  at('tells price, stock, held and available, and what is out, in words', async ({ page, go }) => {
    await shop.placed([{ product_external_id: 'kopi', quantity: 3 }])
    await go('/catalogue', 'Catalogue')
    await row(page, 'Kopi O').waitFor()
    expect((await cells(page, 'Kopi O')).slice(1, 6)).toEqual(['RM 2.30', '20', '3', '17', 'On sale'])
    expect((await cells(page, 'Roti Bakar')).slice(1, 5)).toEqual(['RM 3.80', 'Not counted', '0', 'Always'])
    const teh = await cells(page, 'Teh Tarik')
    expect(teh.slice(1, 4)).toEqual(['RM 2.50 – RM 3.20', '50', '0'])
    expect(teh[4]).toContain('1 variant sold out')
    expect((await cells(page, 'Kuih'))[4]).toContain('Sold out')
    expect((await cells(page, '<img src=x'))[5]).toBe('Off sale')
    // An order that comes in shows by itself.
    await shop.placed([{ product_external_id: 'kopi', quantity: 14 }])
    await row(page, 'Kopi O').getByText('Only 3 left').waitFor()
    // A picture that is gone leaves none that is broken.
    await expect.poll(() => row(page, 'Roti Bakar').locator('img').count()).toBe(0)
  })

  at(
    'changes stock in place: Enter saves, Esc leaves, what is no number is told',
    async ({ page, go }) => {
      await shop.placed([{ product_external_id: 'kopi', quantity: 3 }])
      await go('/catalogue', 'Catalogue')
      const button = page.getByRole('button', { name: /^Stock of Kopi O/ })
      const field = page.getByLabel('Stock of Kopi O', { exact: true })
      await button.click()
      await field.fill('99')
      await field.press('Escape')
      await button.click()
      await field.fill('many')
      await field.press('Enter')
      await page.getByText('Whole numbers only').waitFor()
      expect((await named('Kopi O')).stock).toBe(20)
      await field.fill('40')
      await field.press('Enter')
      await button.waitFor()
      await expect.poll(async () => (await cells(page, 'Kopi O')).slice(2, 5)).toEqual(['40', '3', '37'])
      expect(page.url()).toMatch(/\/catalogue$/)
      await button.click()
      await page.route('**/stock', (route) => route.abort())
      await field.fill('41')
      await field.press('Enter')
      await page.getByText('Not saved').waitFor()
      expect(await field.inputValue()).toBe('41')
    },
    { ...LOOKS.light },
    () => shop.owner,
  )

  at('finds as one types, forgiving misspellings, and keeps it in the address', async ({ page, go }) => {
    await go('/catalogue', 'Catalogue')
    const search = page.getByRole('searchbox', { name: 'Search products' })
    await search.pressSequentially('roti bakr')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await row(page, 'Roti Bakar').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('roti bakr')
    await page.reload()
    await row(page, 'Roti Bakar').waitFor()
    expect(await search.inputValue()).toBe('roti bakr')
    await search.fill('zzzzqqqq')
    await page.getByRole('heading', { name: 'Nothing is called “zzzzqqqq”' }).waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await row(page, 'Kopi O').waitFor()
    expect(await search.inputValue()).toBe('')
  })

  at('takes nothing from under one’s fingers, and lets go of who leaves', async ({ page, go }) => {
    await go('/catalogue', 'Catalogue')
    const search = page.getByRole('searchbox', { name: 'Search products' })
    await search.pressSequentially('roti ')
    await row(page, 'Roti Bakar').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('roti')
    await search.pressSequentially('bakar')
    expect(await search.inputValue()).toBe('roti bakar')
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    // Longer than the pause after which what was typed would have been looked for.
    await page.waitForTimeout(500)
    expect(new URL(page.url()).pathname).toBe('/orders')
  })

  at('archives with a way back, from the list and from the page', async ({ page, go }) => {
    await go('/catalogue', 'Catalogue')
    await page.getByRole('button', { name: 'Archive Kopi O' }).click()
    await page.getByText('Kopi O is archived.').waitFor()
    await expect.poll(() => row(page, 'Kopi O').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Kopi O').waitFor()
    expect(await named('Kopi O')).toMatchObject({ price: 2.3, stock: 20, sku: 'KO-1', category: 'Drinks' })
    await page.getByRole('link', { name: 'Teh Tarik' }).click()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('Archived: it is kept').waitFor()
    await go('/catalogue?archived=1', 'Catalogue')
    await page.getByRole('button', { name: 'Put Teh Tarik back' }).click()
    await page.getByRole('heading', { name: 'Nothing is archived' }).waitFor()
    expect((await named('Teh Tarik')).variants).toHaveLength(2)
  })

  at('shows thousands, a page at a time', async ({ page, go }) => {
    const more = Array.from({ length: 120 }, (_, n) => ({
      external_id: `p${n}`,
      name: `Zebra ${n}`,
      price: 1,
    }))
    await shop.sync(more)
    await go('/catalogue', 'Catalogue')
    await expect.poll(() => page.getByRole('row').count()).toBe(51)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(101)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(126)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })
})

describe('one product', () => {
  at(
    'is added with a name and a price, and can be seen',
    async ({ page, go }) => {
      await go('/catalogue', 'Catalogue')
      await page.getByRole('link', { name: 'Add product' }).click()
      await page.getByRole('button', { name: 'Add product' }).click()
      await page.getByText('Type a name.').waitFor()
      await page.getByLabel('Name').fill('Nasi Lemak')
      await page.getByLabel('Price (RM)').fill('cheap')
      await page.getByRole('button', { name: 'Add product' }).click()
      await page.getByText('Type an amount such as 4.50.').waitFor()
      await page.getByLabel('Price (RM)').fill('RM 6.90')
      await page.getByRole('button', { name: 'Add product' }).click()
      await page.getByRole('heading', { level: 1, name: 'Nasi Lemak' }).waitFor()
      await page.getByRole('link', { name: 'Catalogue' }).last().click()
      await row(page, 'Nasi Lemak').waitFor()
      expect((await cells(page, 'Nasi Lemak'))[1]).toBe('RM 6.90')
      expect(await named('Nasi Lemak')).toMatchObject({
        external_id: 'nasi-lemak',
        stock: null,
        is_active: true,
      })
    },
    LOOKS.light,
    () => member,
  )

  at('never takes the place of another: the same id is told, with a free one', async ({ page, go }) => {
    await go('/catalogue/new', 'Add product')
    await page.getByLabel('Name').fill('Kopi')
    await page.getByLabel('Price (RM)').fill('9')
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByText('There is already a product with the ID “kopi”.').waitFor()
    const { id } = await named('Kopi O')
    expect(await page.getByRole('link', { name: 'Open that product' }).getAttribute('href')).toContain(id)
    expect(await named('Kopi O')).toMatchObject({ price: 2.3 })
    await page.getByRole('button', { name: 'Use “kopi-2” instead' }).click()
    await page.getByRole('heading', { level: 1, name: 'Kopi' }).waitFor()
    expect(await named('Kopi')).toMatchObject({ external_id: 'kopi-2', price: 9 })
  })

  at('changes only what was changed', async ({ page, go }) => {
    const { id } = await named('Kopi O')
    await go(`/catalogue/${id}`, 'Kopi O')
    await page.getByLabel('Price (RM)').fill('2.80')
    // Sold meanwhile: what is typed in the form does not bring it back.
    await shop.levels([{ product_external_id: 'kopi', quantity: 5 }])
    await save(page)
    expect(await named('Kopi O')).toMatchObject({ price: 2.8, stock: 5, sku: 'KO-1', category: 'Drinks' })
    await page.getByLabel('Price (RM)').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Type a price.').waitFor()
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await page.getByLabel('Price (RM)').inputValue()).toBe('2.80')
    await page.getByLabel('Stock').fill('8')
    await page.getByLabel('The agent offers and sells it').click()
    await save(page)
    expect(await named('Kopi O')).toMatchObject({ stock: 8, is_active: false })
  })

  at('tells what open orders hold', async ({ page, go }) => {
    const { id } = await named('Kopi O')
    await go(`/catalogue/${id}`, 'Kopi O')
    await page.getByText('0 held by open orders, 20 available.').waitFor()
    await shop.placed([{ product_external_id: 'kopi', quantity: 4 }])
    await page.getByText('4 held by open orders, 16 available.').waitFor()
    await page.getByLabel('Stock').fill('10')
    await save(page)
    await page.getByText('4 held by open orders, 6 available.').waitFor()
  })

  at('has variants that are added, changed and removed', async ({ page, go }) => {
    const { id } = await named('Teh Tarik')
    await go(`/catalogue/${id}`, 'Teh Tarik')
    const variants = page.getByRole('list', { name: 'Variants' }).getByRole('listitem')
    await variants.nth(1).getByLabel('Stock').fill('7')
    await page.getByRole('button', { name: 'Add variant' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await variants.nth(2).getByText('Type a name.').waitFor()
    await variants.nth(2).getByLabel('Name').fill('Large')
    await variants.nth(2).getByLabel('Price (RM)').fill('4.50')
    await save(page)
    expect((await named('Teh Tarik')).variants).toMatchObject([
      { external_id: 'teh-hot', own_price: null, stock: 50 },
      { external_id: 'teh-ice', own_price: 3.2, stock: 7 },
      { external_id: 'teh-large', name: 'Large', own_price: 4.5, stock: null },
    ])
    await page.getByRole('button', { name: 'Remove Hot' }).click()
    await variants.nth(0).getByLabel('Price (RM)').fill('')
    await save(page)
    expect((await named('Teh Tarik')).variants).toMatchObject([
      { external_id: 'teh-ice', own_price: null, price: 2.5 },
      { external_id: 'teh-large', own_price: 4.5 },
    ])
  })

  at('of a connected store says that its sync may overwrite changes', async ({ page, go }) => {
    await shop.sync([{ external_id: 'kopi', name: 'Store Kopi', price: 5 }], 'store_type_a')
    const { id } = await named('Store Kopi')
    await go(`/catalogue/${id}`, 'Store Kopi')
    await page.getByText('This product is synced from a connected store.').waitFor()
    await page.getByLabel('Price (RM)').fill('6')
    await save(page)
    expect([(await named('Store Kopi')).price, (await named('Kopi O')).price]).toEqual([6, 2.3])
  })

  at('of another workspace is not there', async ({ page, go }) => {
    const other = await openStore(service.db, service.url, PRODUCTS)
    const [theirs] = (await other.manage(`/agents/${other.agent.id}/products`)).json.data
    await go(`/catalogue/${theirs.id}`, 'There is no such product')
    await go('/catalogue/nonsense', 'There is no such product')
    expect(await page.getByText('Kopi O').count()).toBe(0)
  })

  at('with a name of markup is text', async ({ page, go }) => {
    const name = '<img src=x onerror=alert(1)>'
    await go(`/catalogue/${(await named(name)).id}`, name)
    expect(await page.locator('img[src=x]').count()).toBe(0)
  })
})

describe('a spreadsheet', () => {
  at(
    'with problems is told each, mended, and comes in as a whole',
    async ({ page, go }) => {
      await go('/catalogue/import', 'Import products')
      const choose = page.getByLabel('Choose a CSV file')
      await choose.setInputFiles(
        file('id,name,price,colour\nmilo,Milo,free,brown\n,Nameless,1,\nkopi,Kopi O,2.60,\n'),
      )
      await page.getByRole('heading', { name: '2 problems' }).waitFor()
      const problems = page.getByRole('table', { name: '2 problems' }).getByRole('row')
      expect(await problems.allInnerTexts()).toEqual([
        expect.stringContaining('Line'),
        expect.stringMatching(/2\s+price\s+This is no amount/),
        expect.stringMatching(/3\s+external_id\s+This cell is empty/),
      ])
      await page.getByText('Not read, because no column is called so: colour.').waitFor()
      expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download the list' }).click()
      expect((await download).suggestedFilename()).toBe('problems.csv')

      await choose.setInputFiles(file('\ufeffid;name;price\nmilo;Milo;3,20\nkopi;Kopi O;2,60\n'))
      await page.getByText('1 new, 1 changed').waitFor()
      const preview = page.getByRole('table', { name: 'As it was understood' })
      expect(await preview.getByRole('row').allInnerTexts()).toEqual([
        expect.stringContaining('Line'),
        expect.stringMatching(/Milo[\s\S]*New[\s\S]*RM 3.20/),
        expect.stringMatching(/Kopi O[\s\S]*Changed[\s\S]*RM 2.60[\s\S]*stays/),
      ])
      expect(await named('Milo')).toBeUndefined()
      await page.getByRole('button', { name: 'Import 2 products' }).click()
      await page.getByRole('heading', { name: '2 products are in' }).waitFor()
      expect(await named('Kopi O')).toMatchObject({ price: 2.6, stock: 20 })
      await page.getByRole('link', { name: 'See the catalogue' }).click()
      await row(page, 'Milo').waitFor()
    },
    LOOKS.light,
    () => member,
  )

  at(
    'that is no UTF-8 is read and told so; a workbook and a huge file are refused here',
    async ({ page, go }) => {
      await go('/catalogue/import', 'Import products')
      const choose = page.getByLabel('Choose a CSV file')
      await choose.setInputFiles(file(Buffer.from('id,name,price\ncafe,Caf\xe9,1\n', 'latin1')))
      await page.getByText('This file is not in UTF-8').waitFor()
      await page.getByText('Café').waitFor()
      await choose.setInputFiles(file(Buffer.from('PK\x03\x04more'), 'menu.xlsx'))
      await page.getByText('This is a workbook.').waitFor()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const huge = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer()
      dropped.items.add(new File(['a'.repeat(13 * 1024 * 1024)], 'huge.csv'))
      return dropped
    })()`)
      await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: huge })
      await page.getByText('This is too large').waitFor()
      expect(asked.filter((url) => url.endsWith('/import'))).toEqual([])
    },
  )

  at('can be pasted', async ({ page, go }) => {
    await go('/catalogue/import', 'Import products')
    await page.getByText('Or paste from a spreadsheet').click()
    await page.getByLabel('Lines with their column names').fill('id\tname\tprice\nmilo\tMilo\t3.20')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await page.getByRole('heading', { name: '1 product is in' }).waitFor()
  })
})

describe.each(Object.keys(LOOKS) as (keyof typeof LOOKS)[])('for everybody (%s)', (look) => {
  at(
    'every page is sound',
    async ({ page, go }) => {
      await shop.placed([{ product_external_id: 'kopi', quantity: 3 }])
      await go('/catalogue', 'Catalogue')
      await row(page, 'Kopi O').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await go('/catalogue?archived=1', 'Catalogue')
      await page.getByRole('heading', { name: 'Nothing is archived' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await go('/catalogue/new', 'Add product')
      await page.getByText(/^More:/).click()
      await page.getByRole('button', { name: 'Add product' }).click()
      await page.getByText('Type a name.').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await go(`/catalogue/${(await named('Teh Tarik')).id}`, 'Teh Tarik')
      await page.getByRole('button', { name: 'Add variant' }).click()
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Discard' }).click()
      await go('/catalogue/import', 'Import products')
      const choose = page.getByLabel('Choose a CSV file')
      await choose.setInputFiles(file('id,name,price,odd\nmilo,Milo,free,\nteh,Teh,1,\n'))
      await page.getByRole('heading', { name: '1 problem' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await choose.setInputFiles(file('id,name,price\nmilo,Milo,3\n'))
      await page.getByRole('button', { name: 'Import 1 product' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
    },
    LOOKS[look],
  )
})

describe('in Malay', () => {
  at(
    'a product is added and a file is checked',
    async ({ page, go }) => {
      await go('/catalogue', 'Katalog')
      await row(page, 'Kuih').getByText('Habis').waitFor()
      await page.getByRole('link', { name: 'Tambah produk' }).click()
      await page.getByLabel('Nama').fill('Nasi Lemak')
      await page.getByLabel('Harga (RM)').fill('6,90')
      await page.getByRole('button', { name: 'Tambah produk' }).click()
      await page.getByRole('heading', { level: 1, name: 'Nasi Lemak' }).waitFor()
      expect((await named('Nasi Lemak')).price).toBe(6.9)
      await go('/catalogue/import', 'Import produk')
      await page.getByLabel('Pilih fail CSV').setInputFiles(file('kod,nama,harga\nmilo,Milo,percuma\n'))
      await page.getByText('Ini bukan jumlah. Tulis seperti 3.20.').waitFor()
      expect(await faultsOf(page)).toEqual([])
    },
    { ...LOOKS.light, locale: 'ms-MY' },
  )
})

it('a shop without products is taught the next step', async ({ skip }) => {
  if (!browser) return skip('no Chromium on this machine')
  const empty = await openShop(service.db)
  const { page, go, close } = await openDesk(browser, service, empty.owner)
  await go('/catalogue', 'Catalogue')
  await page.getByRole('heading', { name: 'Add what you sell' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await close()
})
