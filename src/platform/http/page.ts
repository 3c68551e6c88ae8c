import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from '../../lib/html.ts'
import { packageRoot } from '../../lib/root.ts'

const STYLE_PATH = '/assets/page.css'
const CSP =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A small page of our own, complete without script. */
export function sendPage(
  reply: FastifyReply,
  page: { title: string; body: Html; status?: number },
): FastifyReply {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} · icebot</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body><main>
<p class="brand">icebot</p>
${page.body}
</main></body>
</html>
`
  return reply
    .code(page.status ?? 200)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CSP,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .send(document.text)
}

export function mountPageStyle(app: FastifyInstance): void {
  const css = readFileSync(join(packageRoot, 'web/pages/page.css'), 'utf8')
  app.get(STYLE_PATH, (_request, reply) =>
    reply
      .headers({ 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=300' })
      .send(css),
  )
}
