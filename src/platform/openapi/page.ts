import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, html } from '../../lib/html.ts'
import { packageRoot } from '../../lib/root.ts'
import { markdown } from './markdown.ts'
import { eventSection } from './page-event.ts'
import { introduction, introductionLinks } from './page-introduction.ts'
import { operationSection, verbBadge } from './page-operation.ts'
import { type OpenApiDocument, type PlacedOperation, verbs } from './types.ts'

/** The page needs these beside it; separate files, because its policy allows nothing inline. */
export const referenceAssets: Record<
  '/docs/reference.css' | '/docs/reference.js',
  { type: string; body: string }
> = {
  '/docs/reference.css': { type: 'text/css; charset=utf-8', body: asset('reference.css') },
  '/docs/reference.js': { type: 'text/javascript; charset=utf-8', body: asset('reference.js') },
}

/**
 * The reference as a page. Everything is readable without script; a script adds the filter, copying and sending.
 * Links are relative to `/docs`.
 */
export function renderReference(document: OpenApiDocument): string {
  const { title, version } = document.info
  const groups = operationsByTag(document)
  const specification = `${document.servers[0]?.url.slice(1)}/openapi.json`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Reference of the ${title}, version ${version}">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="docs/reference.css">
<script src="docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<header class="top">
<button type="button" class="menu" popovertarget="contents">Contents</button>
<a class="brand" href="#introduction">${title}</a>
<span class="version">${version}</span>
<a class="raw" href="${specification}">openapi.json</a>
</header>
<div class="frame">
${contents(groups, document)}
<main id="main" tabindex="-1">
${introduction(document)}
${groups.map(({ tag, description, operations }) => tagSection(document, tag, description, operations))}
<p id="no-match" class="empty" hidden>Nothing matches. <button type="button" class="plain" data-clear>Clear the filter</button></p>
</main>
</div>
<div id="told" class="quiet" role="status"></div>
</body>
</html>
`
  return page.text
}

interface Group {
  tag: string
  description: string | undefined
  operations: PlacedOperation[]
}

function operationsByTag(document: OpenApiDocument): Group[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => (item[verb] ? [{ verb, path, operation: item[verb] }] : [])),
  )
  const events = Object.entries(document.webhooks ?? {}).map(([path, { post }]) => {
    return { verb: 'post' as const, path, operation: post, isEvent: true }
  })
  return document.tags.map(({ name, description }) => ({
    tag: name,
    description,
    operations: [...all, ...events].filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function contents(groups: Group[], document: OpenApiDocument): Html {
  return html`<nav id="contents" aria-label="Contents" popover>
<div class="filter" data-script hidden>
<label class="quiet" for="filter">Filter</label>
<input id="filter" type="search" placeholder="Filter" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
</div>
<ul class="links">
${introductionLinks(document).map(
  ({ id, title, script }) =>
    html`<li data-find="${title.toLowerCase()}"${script && html` data-script hidden`}><a href="#${id}">${title}</a></li>`,
)}
</ul>
${groups.map(
  ({ tag, operations }) => html`<div class="group" data-group>
<p class="group-name" id="contents-${slug(tag)}">${tag}</p>
<ul class="links" aria-labelledby="contents-${slug(tag)}">
${operations.map(
  (placed) =>
    html`<li data-find="${wordsOf(placed)}"><a href="#${placed.operation.operationId}"><span>${
      placed.operation.summary
    }</span>${verbBadge(placed.verb)}</a></li>`,
)}
</ul></div>`,
)}
<p class="empty quiet-empty" data-none hidden>Nothing matches.</p>
</nav>`
}

function tagSection(
  document: OpenApiDocument,
  tag: string,
  description: string | undefined,
  operations: PlacedOperation[],
): Html {
  return html`<section class="tag" data-group aria-labelledby="${slug(tag)}">
<h2 id="${slug(tag)}">${tag}</h2>
${description !== undefined && html`<div class="lead">${markdown(description)}</div>`}
${operations.map((placed) => (placed.isEvent ? eventSection : operationSection)(document, placed, wordsOf(placed)))}
</section>`
}

/** What the filter looks in. */
function wordsOf({ verb, path, operation }: PlacedOperation): string {
  return `${verb} ${path} ${operation.summary} ${operation['x-required-scope'] ?? ''}`.toLowerCase()
}

function slug(text: string): string {
  return `tag-${text.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}

function asset(name: string): string {
  return readFileSync(join(packageRoot, 'web', 'reference', name), 'utf8')
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#007a7c"/><path d="M9 11h14v3a7 7 0 0 1-14 0zm2 13h10" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`
