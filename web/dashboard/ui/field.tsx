import { Switch as RadixSwitch } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

const CONTROL =
  'w-full rounded-md border border-edge bg-card px-3 text-sm placeholder:text-quiet disabled:opacity-60 aria-invalid:border-alarm'

interface Around {
  label: string
  hint?: ReactNode
  /** What is wrong with it; told in place of the hint. */
  problem?: string | undefined
  /** The label is heard but not seen. */
  hideLabel?: boolean
}

/** Label, control and what there is to know about it, tied together for everybody. */
export function Field({
  label,
  hint,
  problem,
  hideLabel,
  children,
}: Around & {
  children: (ties: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}) {
  const id = useId()
  const about = problem ?? hint
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        ...(about ? { 'aria-describedby': `${id}-about` } : {}),
        ...(problem ? { 'aria-invalid': true } : {}),
      })}
      {about && (
        <p
          id={`${id}-about`}
          className={classes('text-xs', problem ? 'text-alarm' : 'text-quiet')}
          role={problem ? 'alert' : undefined}
        >
          {about}
        </p>
      )}
    </div>
  )
}

export function Input({
  label,
  hint,
  problem,
  hideLabel,
  className,
  ...rest
}: Around & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, problem, hideLabel: hideLabel ?? false }}>
      {(ties) => (
        <input className={classes(CONTROL, 'h-9 pointer-coarse:h-11', className)} {...rest} {...ties} />
      )}
    </Field>
  )
}

export function Textarea({
  label,
  hint,
  problem,
  hideLabel,
  className,
  ...rest
}: Around & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, problem, hideLabel: hideLabel ?? false }}>
      {(ties) => (
        <textarea className={classes(CONTROL, 'py-2 leading-5', className)} rows={4} {...rest} {...ties} />
      )}
    </Field>
  )
}

/** The browser's own: it works everywhere, on a phone best of all. */
export function Select({
  label,
  hint,
  problem,
  hideLabel,
  options,
  className,
  ...rest
}: Around & ComponentProps<'select'> & { options: [value: string, name: string][] }) {
  return (
    <Field {...{ label, hint, problem, hideLabel: hideLabel ?? false }}>
      {(ties) => (
        <select className={classes(CONTROL, 'h-9 pointer-coarse:h-11', className)} {...rest} {...ties}>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Checkbox({
  label,
  hint,
  ...rest
}: { label: string; hint?: ReactNode } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
        aria-describedby={hint ? `${id}-about` : undefined}
        {...rest}
      />
      <div>
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-about`} className="text-xs text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

export function Switch({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: string
  checked: boolean
  onChange: (next: boolean) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <RadixSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        className="relative h-5 w-9 shrink-0 rounded-full border border-edge bg-sunk transition-colors duration-150 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-edge transition-transform duration-150 data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </RadixSwitch.Root>
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
    </div>
  )
}
