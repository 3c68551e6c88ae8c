/** What each scope allows, in the words a shop owner reads when creating a key (specification, section 5). */
export const scopes = {
  'conversations:label': 'May change the labels of conversations',
  'conversations:status': 'May open, park and close conversations',
  'conversations:note': 'May add internal notes to conversations',
  'catalogue:sync': 'May sync products and stock, and report order status',
  'calls:create': 'May place phone calls',
  'calls:recordings': 'May fetch call recordings',
} as const

export type Scope = keyof typeof scopes

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text)
}
