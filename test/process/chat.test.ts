import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { packageRoot } from '../../src/lib/root.ts'
import { system } from '../../src/modules/audit/index.ts'
import { catalogueSchema, syncProducts } from '../../src/modules/catalogue/index.ts'
import { createDatabase } from '../harness/database.ts'
import { openShop, SECRET } from '../harness/service.ts'

it('the terminal chat takes an order, and shows the tools as they run', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const { agent, workspace } = await openShop(database.db)
  const context = { db: database.db, workspaceId: workspace.id, agentId: agent.id, actor: system }
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.6 }]
  await syncProducts(context, catalogueSchema.productsBody.parse({ source: 'api', products }))

  const said = await chat(
    ['--agent', agent.id],
    { DATABASE_URL: database.url, ICEBOT_SECRET: SECRET, ICEBOT_BASE_URL: 'https://shop.example.com' },
    ['hi', '', 'nak 2 kopi kurang manis', 'Siti 012-345 6789', 'ya betul'],
  )
  expect(said).toContain(agent.welcome)
  expect(said).toMatch(/· add_to_cart .*"quantity":2/)
  expect(said).toContain('RM 5.20')
  expect(said).toMatch(/https:\/\/shop\.example\.com\/pay\/\w+/)
}, 60_000)

/** Types the lines one after the other, as a person would, and gives all that was printed. */
function chat(args: string[], env: Record<string, string>, lines: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/icebot.js'), 'chat', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  child.stdin.end(`${lines.join('\n')}\n`)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`ended with ${code}: ${printed}`)),
    )
  })
}
