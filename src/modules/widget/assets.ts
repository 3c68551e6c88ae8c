import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { packageRoot } from '../../lib/root.ts'
import { type Asset, assetOf, sendAsset } from '../../platform/http/index.ts'

export const JAVASCRIPT = 'text/javascript; charset=utf-8'
const TYPES = 'text/plain; charset=utf-8'
const SDK: Record<string, string> = {
  'icebot.js': JAVASCRIPT,
  'icebot.mjs': JAVASCRIPT,
  'icebot.d.ts': TYPES,
}
const WIDGET: Record<string, string> = {
  'talk.js': JAVASCRIPT,
  'capture.js': JAVASCRIPT,
  'playback.js': JAVASCRIPT,
}
/** Pages of other sites load it. */
export const FOREIGN = { 'Cross-Origin-Resource-Policy': 'cross-origin' }
/** Where the SDK is told which host its widget is on. */
const HOST_MARK = '__ICEBOT_WIDGET_URL__'

export function readBuilt(name: string): string {
  return readFileSync(join(packageRoot, 'dist', 'web', name), 'utf8')
}

/** The widget's program, and one version for it and all that pages load beside it. */
export function readProgram(): { text: string; version: string } {
  const text = readBuilt('embed.js')
  const hash = createHash('sha256').update(text)
  for (const name of Object.keys({ ...WIDGET, ...SDK })) hash.update(readBuilt(name))
  return { text, version: hash.digest('hex').slice(0, 12) }
}

/** The files of SDK and widget: public, the same for everybody, loadable from any page. */
export function mountAssets(app: FastifyInstance, widgetUrl: () => Promise<string>): void {
  const known = new Map<string, Asset>()
  let version: string | undefined
  const files = [
    ...Object.entries(SDK).map(([name, type]) => ({ path: `/sdk/${name}`, name, type })),
    ...Object.entries(WIDGET).map(([name, type]) => ({ path: `/widget/${name}`, name, type })),
  ]
  for (const { path, name, type } of files) {
    app.get(path, async (request, reply) => {
      const host = await widgetUrl()
      const key = `${name} ${host}`
      const asset = known.get(key) ?? assetOf(readBuilt(name).replaceAll(HOST_MARK, host), type)
      known.set(key, asset)
      const { v } = request.query as { v?: unknown }
      version ??= readProgram().version
      reply.headers({ ...FOREIGN, 'Access-Control-Allow-Origin': '*', 'Cache-Control': cacheOf(v, version) })
      return sendAsset(request, reply, asset)
    })
  }
}

/** Under its own version a file never changes. During an upgrade it may be asked for by the name of another one. */
function cacheOf(asked: unknown, version: string): string {
  if (asked === undefined) return 'public, max-age=300'
  return asked === version ? 'public, max-age=31536000, immutable' : 'no-cache'
}
