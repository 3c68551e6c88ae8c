import { texts } from '../i18n.ts'
import type { Action } from './try-out.ts'

type Data = Record<string, unknown>

const useTexts = texts({
  en: {
    searched: (words: string, found: number) => `looked for “${words}” in the catalogue · ${found} found`,
    read: (titles: string) => `read ${titles}`,
    readNothing: (question: string) => `found nothing in the knowledge about “${question}”`,
    hours: 'looked at the opening hours',
    category: (name: string) => `looked through ${name}`,
    recommended: 'chose what to recommend',
    added: (line: string) => `put ${line} into the order`,
    changed: 'changed the order',
    customer: 'noted name and number',
    fulfilment: 'noted how the order is received',
    status: 'looked up orders',
    cancelled: 'cancelled an order',
    handedOver: 'handed over to the team',
    other: (tool: string) => `did: ${tool}`,
  },
  ms: {
    searched: (words: string, found: number) => `mencari “${words}” dalam katalog · ${found} dijumpai`,
    read: (titles: string) => `membaca ${titles}`,
    readNothing: (question: string) => `tiada dalam pengetahuan tentang “${question}”`,
    hours: 'melihat waktu buka',
    category: (name: string) => `melihat ${name}`,
    recommended: 'memilih cadangan',
    added: (line: string) => `memasukkan ${line} ke dalam pesanan`,
    changed: 'mengubah pesanan',
    customer: 'mencatat nama dan nombor',
    fulfilment: 'mencatat cara terima pesanan',
    status: 'menyemak pesanan',
    cancelled: 'membatalkan pesanan',
    handedOver: 'menyerahkan kepada pasukan',
    other: (tool: string) => `buat: ${tool}`,
  },
})
type Words = ReturnType<typeof useTexts>

/** What an action was, in words; those it needs only for itself are not worth a line. */
const LINES: Record<string, (words: Words, input: Data, result: Data) => string | undefined> = {
  search_catalogue: (words, input, { products }) => words.searched(String(input.words), lengthOf(products)),
  search_knowledge: (words, { question }, { passages }) => {
    const titles = [...new Set(listOf(passages).map(({ title }) => String(title)))]
    return titles.length > 0
      ? words.read(titles.map((title) => `“${title}”`).join(', '))
      : words.readNothing(String(question))
  },
  browse_catalogue: (words, { category }) => (category ? words.category(String(category)) : undefined),
  recommend_products: (words) => words.recommended,
  opening_hours: (words) => words.hours,
  show_cart: () => undefined,
  set_language: () => undefined,
  add_to_cart: (words, { quantity }, { lines }) => {
    const name = listOf(lines).at(-1)?.name
    return name ? words.added(`${quantity ?? 1} × ${name}`) : undefined
  },
  change_cart_line: (words) => words.changed,
  remove_cart_line: (words) => words.changed,
  set_customer: (words) => words.customer,
  set_fulfilment: (words) => words.fulfilment,
  order_status: (words) => words.status,
  cancel_order: (words) => words.cancelled,
  hand_over: (words) => words.handedOver,
}

/** What the agent did on the way, as quiet lines. */
export function Done({ actions }: { actions: Action[] }) {
  const words = useTexts()
  const lines = actions.flatMap(({ tool, input, result }) => {
    const line = LINES[tool] ?? (() => words.other(tool))
    return line(words, dataOf(input), dataOf(result)) ?? []
  })
  if (lines.length === 0) return null
  return (
    <ul className="grid gap-0.5 border-l-2 pl-3 text-xs text-quiet">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function dataOf(value: unknown): Data {
  return value && typeof value === 'object' ? (value as Data) : {}
}

function listOf(value: unknown): Data[] {
  return Array.isArray(value) ? value.map(dataOf) : []
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
