import { useRef, useState } from 'react'
import { Input } from '../ui/field.tsx'

const PAUSE_MS = 250

/** Looks for what is typed once the typing pauses; what was looked for lives in the address. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (words: string) => Promise<void>
}) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = (words: string) => {
    clearTimeout(timer.current)
    void onSearch(words).then(() => setTyped((now) => (now === words ? undefined : now)))
  }
  return (
    <Input
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(target.value), PAUSE_MS)
      }}
      onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value)}
    />
  )
}
