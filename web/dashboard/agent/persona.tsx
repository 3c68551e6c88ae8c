import { Button } from '../ui/button.tsx'
import { Textarea } from '../ui/field.tsx'
import { count } from '../ui/format.tsx'
import { Menu } from '../ui/menu.tsx'
import { useTexts } from './texts.ts'

const LONGEST = 2_000
const WARN_BELOW = 300

/** The shop's own words for how its agent should be. */
export function Persona({
  value,
  problem,
  onChange,
}: {
  value: string
  problem: string | undefined
  onChange: (next: string) => void
}) {
  const words = useTexts()
  const left = LONGEST - value.length
  return (
    <div className="grid gap-2">
      <Textarea
        label={words.persona}
        hint={left < WARN_BELOW ? words.left(count(left)) : words.personaHint}
        problem={problem}
        placeholder={words.personaPlaceholder}
        rows={5}
        maxLength={LONGEST}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <div>
        <Menu
          trigger={<Button icon="down">{words.examples}</Button>}
          items={words.exampleList.map(([name, text]) => ({
            name,
            onSelect: () =>
              onChange(value.trim() === '' ? text : `${value.trim()}\n\n${text}`.slice(0, LONGEST)),
          }))}
        />
      </div>
    </div>
  )
}
