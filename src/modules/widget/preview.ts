import type { FastifyInstance } from 'fastify'
import { type Asset, assetOf, sendAsset } from '../../platform/http/index.ts'
import { JAVASCRIPT, readBuilt } from './assets.ts'
import { canTalkAtAll } from './embed.ts'
import type { WidgetParts } from './parts.ts'

const HEADERS = {
  // Of no origin, with nowhere to send anything: what is tried in it stays in it.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

/** The widget as it would look, for a frame in our own dashboard, which tells it what to show; it knows no agent. */
export function mountPreview(app: FastifyInstance, { speech }: Pick<WidgetParts, 'speech'>): void {
  const page = assetOf(pageOf(canTalkAtAll(speech)), 'text/html; charset=utf-8')
  let program: Asset | undefined

  app.get('/widget/preview', (request, reply) => sendAsset(request, reply.headers(HEADERS), page))
  app.get('/widget/preview.js', (request, reply) => {
    program ??= assetOf(readBuilt('preview.js'), JAVASCRIPT)
    return sendAsset(request, reply.header('Cache-Control', 'no-cache'), program)
  })
}

function pageOf(canTalk: boolean): string {
  return `<!doctype html>
<html lang="en" ${canTalk ? 'data-talk' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview</title>
<script src="/widget/preview.js" defer></script>
</head>
<body></body>
</html>
`
}
