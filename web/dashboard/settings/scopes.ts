import type { Body } from '../api/client.ts'
import { type Language, language, texts } from '../i18n.ts'

export type Scope = NonNullable<Body<'POST /agents/:agent_id/keys'>['scopes']>[number]

export const SCOPES: Scope[] = [
  'conversations:label',
  'conversations:status',
  'conversations:note',
  'catalogue:sync',
  'calls:create',
  'calls:recordings',
]

/** What a scope allows as the end of "may …". */
export const useScopeTexts = texts({
  en: {
    may: 'May',
    read: 'read',
    onlyRead: 'May only read',
    deeds: {
      'conversations:label': 'change the labels of conversations',
      'conversations:status': 'change the status of conversations',
      'conversations:note': 'add internal notes',
      'catalogue:sync': 'sync the catalogue and order status',
      'calls:create': 'place phone calls',
      'calls:recordings': 'fetch call recordings',
    } as Record<string, string>,
    sentences: {
      'conversations:label': 'May change the labels of conversations',
      'conversations:status': 'May open, park and close conversations',
      'conversations:note': 'May add internal notes to conversations',
      'catalogue:sync': 'May sync products and stock, and report order status',
      'calls:create': 'May place phone calls, which cost credits',
      'calls:recordings': 'May fetch call recordings',
    } as Record<Scope, string>,
  },
  ms: {
    may: 'Boleh',
    read: 'membaca',
    onlyRead: 'Hanya boleh membaca',
    deeds: {
      'conversations:label': 'menukar label perbualan',
      'conversations:status': 'menukar status perbualan',
      'conversations:note': 'menambah nota dalaman',
      'catalogue:sync': 'menyelaras katalog dan status pesanan',
      'calls:create': 'membuat panggilan telefon',
      'calls:recordings': 'mengambil rakaman panggilan',
    },
    sentences: {
      'conversations:label': 'Boleh menukar label perbualan',
      'conversations:status': 'Boleh membuka, menangguh dan menutup perbualan',
      'conversations:note': 'Boleh menambah nota dalaman pada perbualan',
      'catalogue:sync': 'Boleh menyelaras produk dan stok, dan melaporkan status pesanan',
      'calls:create': 'Boleh membuat panggilan telefon, yang menggunakan kredit',
      'calls:recordings': 'Boleh mengambil rakaman panggilan',
    },
  },
})

const LISTS: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en', { type: 'conjunction' }),
  ms: new Intl.ListFormat('ms', { type: 'conjunction' }),
}

/** All a key may do, as one sentence. */
export function useScopeSentence(): (scopes: string[]) => string {
  const { may, read, onlyRead, deeds } = useScopeTexts()
  return (scopes) =>
    scopes.length === 0
      ? onlyRead
      : `${may} ${LISTS[language()].format([read, ...scopes.map((scope) => deeds[scope] ?? scope)])}`
}
