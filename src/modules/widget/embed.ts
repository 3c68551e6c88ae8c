import type { FastifyInstance } from 'fastify'
import { type Asset, assetOf, sendAsset } from '../../platform/http/index.ts'
import { lookOf } from '../agents/index.ts'
import { FOREIGN, JAVASCRIPT, readProgram } from './assets.ts'
import { admit, originOf, PREFIX, siteOf } from './door.ts'
import type { WidgetParts } from './parts.ts'
import type { Site } from './store.ts'

/** So many agents' scripts are kept ready; it costs little to make one again. */
const MOST_KEPT = 200

/** `GET /embed`: the widget's program and, at its end, the call that starts it for this agent. No secret is in it. */
export function mountEmbed(app: FastifyInstance, { db, speech, widgetUrl }: WidgetParts): void {
  const kept = new Map<string, Asset>()
  let program: ReturnType<typeof readProgram> | undefined

  function scriptFor(site: Site, host: string): Asset {
    program ??= readProgram()
    const config = {
      bot: site.agentId,
      host,
      version: program.version,
      agentName: site.agentName,
      shopName: site.shopName,
      ...lookOf(site),
      talk: canTalkAtAll(speech),
    }
    const call = `;globalThis[Symbol.for("icebot.widget")].start(${scriptJson(config)})\n`
    const known = kept.get(call)
    if (known) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const made = assetOf(program.text + call, JAVASCRIPT)
    kept.set(call, made)
    return made
  }

  app.get(`${PREFIX}/embed`, async (request, reply) => {
    const { site } = await siteOf(db, request)
    const origin = originOf(request)
    // A script tag sends no Origin; a page that sends one must be allowed.
    if (origin === undefined) reply.header('Vary', 'Origin')
    else admit(reply, site, origin)
    reply.headers({ ...FOREIGN, 'Cache-Control': 'public, max-age=60' })
    return sendAsset(request, reply, scriptFor(site, await widgetUrl()))
  })
}

/** Whether there is anything behind a Talk button. */
export function canTalkAtAll({ voice, recogniser }: WidgetParts['speech']): boolean {
  return voice !== undefined || recogniser !== undefined
}

/** JSON that is also JavaScript, wherever it may be pasted. */
function scriptJson(value: unknown): string {
  const escaped: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escaped[character] as string)
}
