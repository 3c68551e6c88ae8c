import { ToggleGroup } from 'radix-ui'

/** One of a few, all in sight. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: [value: Value, name: string][]
  onChange: (value: Value) => void
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next as Value)}
      className="flex rounded-md border bg-sunk p-0.5"
    >
      {options.map(([one, name]) => (
        <ToggleGroup.Item
          key={one}
          value={one}
          className="min-h-7 rounded-sm px-2.5 text-xs text-quiet hover:text-ink data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-ink pointer-coarse:min-h-10"
        >
          {name}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
