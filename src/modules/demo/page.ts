import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { html } from '../../lib/html.ts'
import { packageRoot } from '../../lib/root.ts'
import type { Db } from '../../platform/db/index.ts'
import { sendPage } from '../../platform/http/index.ts'
import { type Agent, findAgent, parseAllowedDomain, updateAgent } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { findDemo } from './demo.ts'
import { readMenu } from './menu.ts'
import { shopfront } from './shopfront.ts'

const ASSETS = { 'demo.css': 'text/css', 'demo.js': 'text/javascript', 'demo-icon.svg': 'image/svg+xml' }

/** The demo shop as its customers see it: a page of its own with the widget on it. */
export function mountDemo(
  app: FastifyInstance,
  { db, widgetUrl, baseUrl }: { db: Db; widgetUrl: () => Promise<string>; baseUrl: () => Promise<string> },
): void {
  app.get('/demo', async (_request, reply) => {
    // Whatever was tried with the list of domains, the demo's own page shows the demo.
    await allowDemoOn(db, await baseUrl())
    const demo = await findDemo(db)
    const agent = demo && (await findAgent(db, demo.agentId))
    const workspace = demo && (await findWorkspace(db, demo.workspaceId))
    if (!agent || !workspace) return sendPage(reply, removed)
    const host = await widgetUrl()
    const menu = await readMenu(db, agent.id)
    const page = shopfront({ shopName: workspace.name, agent, menu, widgetUrl: host, now: new Date() })
    return reply.headers(headersFor(host)).send(page.text)
  })
  for (const [file, type] of Object.entries(ASSETS)) {
    const text = readFileSync(join(packageRoot, 'web/demo', file), 'utf8')
    app.get(`/assets/${file}`, (_request, reply) =>
      reply
        .headers({
          'Content-Type': `${type}; charset=utf-8`,
          'Cache-Control': 'public, max-age=300',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(text),
    )
  }
}

/**
 * Lets the demo's chat work on the service's own address, whichever port that is: the demo is made before anybody knows
 * it. `localhost` and `127.0.0.1` are two sites to a browser and one to people, so either brings the other.
 */
export async function allowDemoOn(db: Db, origin: string): Promise<void> {
  const demo = await findDemo(db)
  const agent = demo && (await findAgent(db, demo.agentId))
  if (!agent) return
  const missing = entriesFor(origin).filter((entry) => !agent.allowed_domains.includes(entry))
  if (missing.length === 0) return
  await updateAgent(db, system, agent.id, { allowedDomains: [...agent.allowed_domains, ...missing] })
}

function entriesFor(origin: string): Agent['allowed_domains'] {
  const { host } = new URL(origin)
  const twin = TWINS.find(([name]) => host === name || host.startsWith(`${name}:`))
  const hosts = twin ? [host, host.replace(...twin)] : [host]
  return hosts.flatMap((one) => parseAllowedDomain(one) ?? [])
}

const TWINS: [name: string, twin: string][] = [
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', 'localhost'],
]

/** What docs/widget.md tells owners of strict sites, and nothing else. */
function headersFor(widgetUrl: string): Record<string, string> {
  const { origin } = new URL(widgetUrl)
  const socket = origin.replace(/^http/, 'ws')
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' ${origin}`,
      "style-src 'self'",
      `connect-src ${origin} ${socket} wss://*.elevenlabs.io`,
      'media-src blob:',
      "img-src 'self' https:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Permissions-Policy': 'microphone=(self)',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cache-Control': 'no-store',
  }
}

const removed = {
  title: 'The demo shop is not here',
  status: 404,
  body: html`<h1>The demo shop is not here</h1>
<p>It was removed, or this service began without it. Your own shop is not affected.</p>
<p class="quiet">Bring it back, as it was on the first day: <code>npm run -s icebot -- demo reset</code></p>
<p><a href="/">Go on</a></p>`,
}
