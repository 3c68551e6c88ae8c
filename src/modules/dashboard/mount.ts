import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { packageRoot } from '../../lib/root.ts'
import { type Asset, assetOf, notFound, raise, sendAsset } from '../../platform/http/index.ts'

/** The dashboard's own addresses; below each of them the page itself knows the way. */
const PLACES = [
  'sign-in',
  'conversations',
  'orders',
  'calls',
  'catalogue',
  'customers',
  'agent',
  'website',
  'integrations',
  'settings',
]
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/plain; charset=utf-8',
}
const PAGE_HEADERS = {
  // Recordings and product pictures may lie with another host; scripts never.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https: http:; media-src 'self' blob: https:; connect-src 'self' https:; font-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Checked on every visit: after an upgrade the next page is the new one.
  'Cache-Control': 'no-cache',
}

/** The shop owner's dashboard: one page, and the parts of its program under names that change with them. */
export function mountDashboard(app: FastifyInstance): void {
  const folder = join(packageRoot, 'dist', 'web', 'dashboard')
  const page = lazily(() => assetOf(readFileSync(join(folder, 'index.html')), 'text/html; charset=utf-8'))
  const parts = lazily(() => readParts(join(folder, 'dashboard')))

  // What its page is called.
  app.get('/inbox', (_request, reply) => reply.redirect('conversations', 308))
  for (const path of ['/', ...PLACES.flatMap((place) => [`/${place}`, `/${place}/*`])]) {
    app.get(path, (request, reply) => sendAsset(request, reply.headers(PAGE_HEADERS), page()))
  }
  app.get('/dashboard/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    const part = parts().get(name) ?? raise(notFound())
    return sendAsset(request, reply.header('Cache-Control', cacheOf(name)), part)
  })
}

/** Under a name with its hash in it a part never changes. */
function cacheOf(name: string): string {
  return /-[\w-]{8}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function readParts(folder: string): Map<string, Asset> {
  return new Map(
    readdirSync(folder).map((name) => {
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      return [name, assetOf(readFileSync(join(folder, name)), type)]
    }),
  )
}

/** Made when it is first wanted, so that a service that shows no dashboard reads none. */
function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
