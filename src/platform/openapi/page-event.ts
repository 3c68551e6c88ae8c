import { type Html, html } from '../../lib/html.ts'
import { codeFigure, jsonCode } from './code.ts'
import { exampleOf } from './example.ts'
import { fieldsOf, fieldTable } from './fields.ts'
import { markdown } from './markdown.ts'
import type { OpenApiDocument, PlacedOperation } from './types.ts'

/** What the service sends by itself: when, and with which body. */
export function eventSection(document: OpenApiDocument, placed: PlacedOperation, words: string): Html {
  const { operationId: id, summary, description, requestBody } = placed.operation
  const schema = requestBody?.content['application/json']?.schema ?? {}
  return html`<section class="operation" data-find="${words}" aria-labelledby="${id}">
<div class="words">
<h3 id="${id}">${summary}<a class="anchor" href="#${id}" aria-label="Link to ${summary}">#</a></h3>
${markdown(description)}
<h4>Body</h4>${fieldTable(document, 'Body', fieldsOf(document, schema), 'optional')}
</div>
<div class="samples">
${codeFigure('Example body', 'json', jsonCode(exampleOf(document, schema)))}
</div>
</section>`
}
