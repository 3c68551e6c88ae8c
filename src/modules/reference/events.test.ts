import { describe, expect, it } from 'vitest'
import { breakingChanges, renderReference } from '../../platform/openapi/index.ts'
import { eventNames } from '../webhooks/index.ts'
import { v1Document } from './v1.ts'

describe('webhooks in the reference', () => {
  const document = v1Document()

  it('are all there, in the document and on the page', () => {
    expect(Object.keys(document.webhooks ?? {})).toEqual(eventNames)
    const page = renderReference(document)
    for (const name of eventNames) expect(page).toContain(`>${name}<`)
  })

  it('are part of the promise: neither an event nor a field of one may go', () => {
    const without = structuredClone(document)
    delete without.webhooks?.['order.paid']
    expect(breakingChanges(document, without)).toEqual(['the webhook order.paid was removed'])
    const poorer = structuredClone(document)
    delete poorer.components.schemas.MessageEvent?.properties?.channel
    expect(breakingChanges(document, poorer).join('\n')).toMatch(/the webhook message\.created.*channel/)
  })
})
