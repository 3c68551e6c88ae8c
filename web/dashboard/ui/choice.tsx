import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'

/** One of a few, side by side. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel,
}: {
  label: string
  value: Value
  options: [value: Value, name: ReactNode][]
  onChange: (next: Value) => void
  hideLabel?: boolean
}) {
  return (
    <div className="grid gap-1">
      {!hideLabel && (
        <p className="text-sm font-medium" aria-hidden="true">
          {label}
        </p>
      )}
      <RadioGroup.Root
        aria-label={label}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        orientation="horizontal"
        className="inline-flex max-w-full flex-wrap gap-0.5 justify-self-start rounded-md border bg-sunk p-0.5"
      >
        {options.map(([one, name]) => (
          <RadioGroup.Item
            key={one}
            value={one}
            className="inline-flex min-h-8 items-center gap-2 rounded-sm px-3 text-sm text-quiet hover:text-ink data-[state=checked]:bg-card data-[state=checked]:font-medium data-[state=checked]:text-ink pointer-coarse:min-h-11"
          >
            {name}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
