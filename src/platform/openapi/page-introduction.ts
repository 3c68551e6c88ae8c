import { type Html, html } from '../../lib/html.ts'
import { codeFigure } from './code.ts'
import { inline, markdown, sectionsOf } from './markdown.ts'
import { resolve } from './resolve.ts'
import { type Answer, type OpenApiDocument, verbs } from './types.ts'

interface Chapter {
  id: string
  title: string
  body: Html[]
  /** Of use only with the script, which shows it. */
  script?: boolean
}

/** Title, lead, then the chapters every reader needs before the first operation. */
export function introduction(document: OpenApiDocument): Html {
  const { title, description } = document.info
  const [lead] = sectionsOf(description)
  return html`<section class="introduction" aria-labelledby="introduction">
<h1 id="introduction">${title}</h1>
<div class="lead">${markdown(lead?.body)}</div>
${chapters(document).map(
  ({ id, title, body, script }) =>
    html`<section class="chapter ${id}" data-find="${title.toLowerCase()}" aria-labelledby="${id}"${
      script && html` data-script hidden`
    }><h2 id="${id}">${title}</h2>${body}</section>`,
)}
</section>`
}

export function introductionLinks(document: OpenApiDocument): Omit<Chapter, 'body'>[] {
  return [{ id: 'introduction', title: 'Introduction' }, ...chapters(document)]
}

function chapters(document: OpenApiDocument): Chapter[] {
  const [, ...own] = sectionsOf(document.info.description)
  const [scheme] = Object.values(document.components.securitySchemes)
  const refusals = standingRefusals(document)
  const tooMany = refusals.find(({ status }) => status === '429')
  return [
    { id: 'base-url', title: 'Base URL', body: baseUrl(document) },
    {
      id: 'authentication',
      title: 'Authentication',
      body: [...markdown(scheme?.description), scopeTable(scheme?.['x-scopes'] ?? {})],
    },
    { id: 'connection', title: 'Try it from this page', body: connection(), script: true },
    {
      id: 'errors',
      title: 'Errors',
      body: [...markdown(document.components.schemas.Error?.description), errorTable(refusals)],
    },
    ...(tooMany
      ? [{ id: 'rate-limit', title: 'Rate limit', body: rateLimit(document, tooMany.answer) }]
      : []),
    ...own.map(({ title = '', body }) => ({
      id: title.toLowerCase().replace(/\W+/g, '-'),
      title,
      body: markdown(body),
    })),
  ]
}

function baseUrl({ servers: [server] }: OpenApiDocument): Html[] {
  const shell = html`export BASE_URL="<span data-fill="base">https://your-service.example</span>"
export API_KEY="<span data-fill="key" data-empty="svk_…">svk_…</span>"`
  return [
    html`<p class="address"><code><span data-fill="base">$BASE_URL</span>${server?.url}</code></p>`,
    ...markdown(server?.description),
    html`<p>The examples on this page read two variables, so that you can paste them as they are:</p>`,
    codeFigure('Shell', 'shell', shell),
  ]
}

function scopeTable(scopes: Record<string, string>): Html {
  return html`<table class="rows"><caption class="quiet">Scopes and what they allow</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">What it allows</th></tr></thead>
<tbody>${Object.entries(scopes).map(
    ([scope, allows]) => html`<tr><th scope="row"><code>${scope}</code></th><td>${allows}</td></tr>`,
  )}</tbody></table>`
}

function errorTable(refusals: { status: string; answer: Answer }[]): Html {
  return html`<table class="rows"><caption class="quiet">Answers that any endpoint may give</caption>
<thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead>
<tbody>${refusals.map(
    ({ status, answer }) =>
      html`<tr><th scope="row"><code>${status}</code></th><td>${inline(answer.description)}</td></tr>`,
  )}</tbody></table>`
}

function rateLimit(document: OpenApiDocument, answer: Answer): Html[] {
  const headers = Object.entries(answer.headers ?? {}).filter(([name]) => /^(ratelimit|retry)/i.test(name))
  return [
    ...markdown(answer.description),
    html`<table class="rows"><caption class="quiet">Headers about the rate limit</caption>
<thead><tr><th scope="col">Header</th><th scope="col">What it says</th></tr></thead>
<tbody>${headers.map(
      ([name, header]) =>
        html`<tr><th scope="row"><code>${name}</code></th><td>${inline(resolve(document, header).description)}</td></tr>`,
    )}</tbody></table>`,
  ]
}

/** Where a reader says who they are. */
function connection(): Html[] {
  return [
    html`<p>Fill in your key and every example below becomes yours; reading endpoints get a working Send button.</p>`,
    html`<div class="inputs">
<p><label for="base">Base URL</label><input id="base" type="url" autocomplete="off" spellcheck="false"></p>
<p><label for="key">API key</label><input id="key" type="text" placeholder="svk_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="key-note"></p>
</div>`,
    html`<p class="notes" id="key-note">The key stays in this page. It is not stored, it is gone when you leave, and it travels only to this service when you press Send.</p>`,
  ]
}

/** The refusals that any operation may give; what only one of them says stays with that one. */
function standingRefusals(document: OpenApiDocument): { status: string; answer: Answer }[] {
  const shared = new Set(Object.values(document.components.responses).map(({ description }) => description))
  const found = new Map<string, Answer>()
  for (const item of Object.values(document.paths)) {
    for (const verb of verbs) {
      for (const [status, one] of Object.entries(item[verb]?.responses ?? {})) {
        const answer = resolve<Answer>(document, one)
        if (shared.has(answer.description)) found.set(status, answer)
      }
    }
  }
  return [...found]
    .map(([status, answer]) => ({ status, answer }))
    .sort((a, b) => Number(a.status) - Number(b.status))
}
