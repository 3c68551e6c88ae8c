import { STATUS_CODES } from 'node:http'
import { type Html, html } from '../../lib/html.ts'
import { codeFigure, jsonCode } from './code.ts'
import { EXAMPLE_ID, exampleOf } from './example.ts'
import { type Field, fieldsOf, fieldTable } from './fields.ts'
import { inline, markdown } from './markdown.ts'
import { resolve } from './resolve.ts'
import type { Answer, Media, OpenApiDocument, Operation, Parameter, PlacedOperation, Verb } from './types.ts'

export function operationSection(document: OpenApiDocument, placed: PlacedOperation, words: string): Html {
  const { verb, path, operation } = placed
  const { operationId: id } = operation
  const parameters = parametersOf(document, operation)
  return html`<section class="operation" data-find="${words}" aria-labelledby="${id}">
<div class="words">
<h3 id="${id}">${operation.summary}<a class="anchor" href="#${id}" aria-label="Link to ${operation.summary}">#</a></h3>
<p class="path">${verbBadge(verb)} <code>${document.servers[0]?.url}${pathWithMarks(path)}</code></p>
${markdown(operation.description)}
${scopeLine(operation)}
${parameterTable(document, 'Path parameters', parameters, 'path')}
${parameterTable(document, 'Query parameters', parameters, 'query')}
${parameterTable(document, 'Request headers', parameters, 'header')}
${bodyTable(document, operation)}
${answers(document, operation)}
</div>
<div class="samples">
${codeFigure('Request', 'shell', curl(document, placed))}
${verb === 'get' && tryForm(id, path, document, parameters)}
${exampleAnswer(document, operation)}
</div>
</section>`
}

export function verbBadge(verb: Verb): Html {
  return html`<span class="verb ${verb}">${verb.toUpperCase()}</span>`
}

function parametersOf(document: OpenApiDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
}

function pathWithMarks(path: string): Html[] {
  return path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : html`${part}`))
}

/** A scope that is needed is part of the description already. */
function scopeLine(operation: Operation): Html | false {
  return (
    operation['x-required-scope'] === undefined &&
    html`<p class="notes">Needs no scope: any key may read.</p>`
  )
}

function parameterTable(
  document: OpenApiDocument,
  title: string,
  all: Parameter[],
  place: Parameter['in'],
): Html | false {
  const fields = all
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }): Field => {
      return {
        parent: '',
        name,
        required,
        schema: description === undefined ? schema : { ...schema, description },
      }
    })
  return fields.length > 0 && html`<h4>${title}</h4>${fieldTable(document, title, fields, 'required')}`
}

function bodyTable(document: OpenApiDocument, { requestBody }: Operation): Html | false {
  const schema = requestBody && mediaOf(requestBody)?.schema
  return (
    schema !== undefined &&
    html`<h4>Body</h4>${fieldTable(document, 'Body', fieldsOf(document, schema), 'required')}`
  )
}

function answers(document: OpenApiDocument, { responses }: Operation): Html {
  const all = Object.entries(responses).map(([status, one]) => ({
    status,
    answer: resolve<Answer>(document, one),
  }))
  const good = all.filter(({ status }) => Number(status) < 400)
  const bad = all.filter(({ status }) => Number(status) >= 400)
  return html`${good.map(({ status, answer }) => {
    const schema = mediaOf(answer)?.schema
    return html`<h4>Answer <span class="status">${status} ${STATUS_CODES[status]}</span></h4>
${schema ? fieldTable(document, `Answer ${status}`, fieldsOf(document, schema), 'optional') : html`<p>No body.</p>`}`
  })}
<details class="refusals"><summary>Refusals <span class="codes">${bad.map(({ status }) => status).join(' ')}</span></summary>
<table class="rows"><caption class="quiet">Refusals of this operation</caption><tbody>${bad.map(
    ({ status, answer }) =>
      html`<tr><th scope="row"><code>${status}</code></th><td>${errorTexts(answer).map(
        (error) => html`<p><code>${error}</code></p>`,
      )}<p>${inline(answer.description)}</p></td></tr>`,
  )}</tbody></table></details>`
}

function errorTexts(answer: Answer): string[] {
  const media = mediaOf(answer)
  const bodies = media?.examples ? Object.values(media.examples).map(({ value }) => value) : [media?.example]
  return bodies.flatMap((body) => (body ? [(body as { error: string }).error] : []))
}

function exampleAnswer(document: OpenApiDocument, { responses }: Operation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, one]) => {
      const media = mediaOf(resolve<Answer>(document, one))
      if (!media) return []
      const value = media.example ?? exampleOf(document, media.schema)
      return [codeFigure(`Example answer ${status}`, 'json', jsonCode(value))]
    })
}

/** Works as it stands in a shell that has both variables; the script fills the marked places. */
function curl(document: OpenApiDocument, { verb, path, operation }: PlacedOperation): Html {
  const address = path.split(/(\{\w+\})/).map((part) => {
    const name = part.slice(1, -1)
    return part.startsWith('{')
      ? html`<span data-fill="path" data-name="${name}">${EXAMPLE_ID}</span>`
      : html`${part}`
  })
  const method = verb === 'get' ? '' : `-X ${verb.toUpperCase()} `
  const schema = operation.requestBody && mediaOf(operation.requestBody)?.schema
  const body = schema && JSON.stringify(exampleOf(document, schema), null, 2).replaceAll("'", "'\\''")
  return html`curl ${method}"<span data-fill="base">$BASE_URL</span>${document.servers[0]?.url}${address}<span data-fill="query"></span>" \\
  -H "Authorization: Bearer <span data-fill="key">$API_KEY</span>"${
    body !== undefined &&
    html` \\
  -H "Content-Type: application/json" \\
  -d '${body}'`
  }`
}

function tryForm(id: string, path: string, document: OpenApiDocument, parameters: Parameter[]): Html {
  return html`<form class="try" data-try data-path="${document.servers[0]?.url.slice(1)}${path}" data-script hidden>
${
  parameters.length > 0 &&
  html`<div class="inputs">${parameters.map(
    (parameter) =>
      html`<p><label for="${id}-${parameter.name}">${parameter.name}${
        parameter.required && html` <span class="type">required</span>`
      }</label>${control(id, parameter)}</p>`,
  )}</div>`
}
<p class="send"><button type="submit" class="primary">Send</button> <span class="notes" data-note></span></p>
<div class="result" data-result hidden></div>
</form>`
}

function control(id: string, { name, in: place, required, schema }: Parameter): Html {
  const common = html`id="${id}-${name}" name="${name}" data-in="${place}"${required && html` required`}`
  if (schema.enum) {
    return html`<select ${common}><option value="">any</option>${schema.enum.map(
      (value) => html`<option>${String(value)}</option>`,
    )}</select>`
  }
  const hint = schema.default === undefined ? hintOf(schema.format) : String(schema.default)
  return html`<input ${common} placeholder="${hint}" autocomplete="off" autocapitalize="off" spellcheck="false">`
}

function hintOf(format: string | undefined): string {
  return { uuid: 'uuid', 'date-time': '2026-01-05T02:41:07Z' }[format ?? ''] ?? ''
}

function mediaOf({ content }: { content?: Record<string, Media> }): Media | undefined {
  return content?.['application/json']
}
