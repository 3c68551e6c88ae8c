import { useShortcuts } from '../app/shortcuts.ts'
import { texts } from '../i18n.ts'

const useTexts = texts({
  en: { list: 'In the list', next: 'Next row', previous: 'Previous row' },
  ms: { list: 'Dalam senarai', next: 'Baris seterusnya', previous: 'Baris sebelumnya' },
})

/** j and k go down and up the rows of a list: from one link marked `data-row` to the next. */
export function useRowKeys(): void {
  const words = useTexts()
  useShortcuts(
    {
      j: { does: words.next, run: () => step(1) },
      k: { does: words.previous, run: () => step(-1) },
    },
    words.list,
  )
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at === -1 ? 0 : at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
