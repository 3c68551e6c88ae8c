import { type Item, problemWith } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'

/** One thing the agent knows about the call; the id only tells rows apart. */
export interface Row {
  id: string
  name: string
  value: string
}

const MOST = 20
const PLACE = /\{\{\s*([a-z][a-z0-9_]{0,39})\s*\}\}/g

const useTexts = texts({
  en: {
    title: 'What the agent should know',
    about: 'Fills {{name}} in its greeting and persona, and is known to it in the call.',
    name: (place: number) => `Name of detail ${place}`,
    value: (place: number) => `Value of detail ${place}`,
    namePlaceholder: 'name',
    valuePlaceholder: 'Siti',
    add: 'Add a detail',
    remove: (name: string) => `Remove ${name || 'this detail'}`,
    wrongName: 'Use small letters, digits and underscores, such as order_number.',
    reserved: 'This name is taken by the service; choose another.',
    tooLong: 'At most 500 characters.',
  },
  ms: {
    title: 'Apa yang ejen perlu tahu',
    about: 'Mengisi {{name}} dalam sapaan dan personanya, dan diketahui semasa panggilan.',
    name: (place: number) => `Nama butiran ${place}`,
    value: (place: number) => `Nilai butiran ${place}`,
    namePlaceholder: 'name',
    valuePlaceholder: 'Siti',
    add: 'Tambah butiran',
    remove: (name: string) => `Buang ${name || 'butiran ini'}`,
    wrongName: 'Guna huruf kecil, angka dan garis bawah, contohnya order_number.',
    reserved: 'Nama ini digunakan oleh perkhidmatan; pilih yang lain.',
    tooLong: 'Paling banyak 500 aksara.',
  },
})

/** Rows for what the agent's words have a place for. */
export function variablesIn(agent: Pick<Item<'GET /agents'>, 'welcome' | 'persona'> | undefined): Row[] {
  const names = [...`${agent?.welcome} ${agent?.persona}`.matchAll(PLACE)].map(([, name = '']) => name)
  return [...new Set(names)].slice(0, MOST).map((name) => ({ id: name, name, value: '' }))
}

/** What was filled in; a row without a value is left out. */
export function variablesOf(rows: Row[]): Record<string, string> {
  const given = rows.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
  return Object.fromEntries(given.map(({ name, value }) => [name.trim(), value.trim()]))
}

export function Variables({
  rows,
  onChange,
  error,
}: {
  rows: Row[]
  onChange: (rows: Row[]) => void
  error: unknown
}) {
  const words = useTexts()
  const change = (id: string, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-medium">{words.title}</legend>
      <p className="text-xs text-quiet">{words.about}</p>
      {rows.map((row, place) => (
        <div key={row.id} className="grid grid-cols-[2fr_3fr_auto] items-start gap-2">
          <Input
            label={words.name(place + 1)}
            hideLabel
            placeholder={words.namePlaceholder}
            autoCapitalize="none"
            spellCheck={false}
            value={row.name}
            maxLength={40}
            onChange={({ target }) => change(row.id, { name: target.value })}
            problem={problemOf(error, row.name, words)}
          />
          <Input
            label={words.value(place + 1)}
            hideLabel
            placeholder={words.valuePlaceholder}
            value={row.value}
            maxLength={500}
            onChange={({ target }) => change(row.id, { value: target.value })}
          />
          <IconButton
            icon="close"
            label={words.remove(row.name)}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      {rows.length < MOST && (
        <div>
          <Button
            look="quiet"
            icon="plus"
            onClick={() => onChange([...rows, { id: `new ${nextId++}`, name: '', value: '' }])}
          >
            {words.add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

let nextId = 0

function problemOf(
  error: unknown,
  name: string,
  words: { wrongName: string; reserved: string; tooLong: string },
): string | undefined {
  const message = problemWith(error, `variables.${name.trim()}`)
  if (message === undefined) return undefined
  if (message.includes('reserved')) return words.reserved
  return message.includes('characters') && message.includes('at most') ? words.tooLong : words.wrongName
}
