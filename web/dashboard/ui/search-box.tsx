import { Input } from './field.tsx'
import { useSearchText } from './search-text.ts'

const LONGEST = 100

/** Looks for what is typed; what was looked for lives in the address. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (words: string) => void
}) {
  const { text, type, search } = useSearchText(value, onSearch)
  return (
    <Input
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      autoComplete="off"
      maxLength={LONGEST}
      value={text}
      onChange={({ target }) => type(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value)}
    />
  )
}
