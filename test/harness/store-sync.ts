import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { EXAMPLES, freePort, type RunningShop } from './examples.ts'
import { run, temporaryFolder } from './process.ts'

/** store-sync for a shop, with files of its own. */
export async function openConnector(
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

export function storeSync(args: string[], env: Record<string, string>) {
  return run(process.execPath, [join(EXAMPLES, 'store-sync', 'store-sync.js'), ...args], env)
}

interface Verdict {
  status: number
  headers?: Record<string, string>
  /** Whether the service gets the request although its answer is lost. */
  passesOn?: boolean
}

/** Stands between connector and service. `decide` sees every request with a body and may answer in the service's place. */
export async function openProxy(target: string, decide: (path: string, body: string) => Verdict | undefined) {
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
