import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from '../../lib/html.ts'
import { packageRoot } from '../../lib/root.ts'

/** `refreshSeconds`: the page looks again by itself. */
export interface Page {
  title: string
  body: Html
  status?: number
  refreshSeconds?: number
}

const ASSETS = { 'pay.css': 'text/css', 'pay.js': 'text/javascript' }
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  // The address itself is the key to the page: it must not travel on.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Complete without script. Addresses are relative, so that it also works behind a proxy that adds a prefix. */
export function sendPayPage(
  reply: FastifyReply,
  { title, body, status, refreshSeconds }: Page,
): FastifyReply {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<link rel="stylesheet" href="../assets/pay.css">
<script src="../assets/pay.js" defer></script>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
  return reply
    .code(status ?? 200)
    .headers(HEADERS)
    .send(document.text)
}

export function mountPayAssets(app: FastifyInstance): void {
  for (const [file, type] of Object.entries(ASSETS)) {
    const text = readFileSync(join(packageRoot, 'web/pay', file), 'utf8')
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=300',
      'X-Content-Type-Options': 'nosniff',
    }
    app.get(`/assets/${file}`, (_request, reply) => reply.headers(headers).send(text))
  }
}
