import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  plain: 'border bg-card hover:bg-hover',
  quiet: 'text-quiet hover:bg-hover hover:text-ink',
  danger: 'bg-alarm text-on-alarm hover:opacity-90',
}
const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md font-medium transition-colors duration-150 disabled:opacity-50 disabled:cursor-default'

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  icon?: IconName
  /** While it is under way: cannot be pressed again, and says so to those who listen. */
  busy?: boolean
  /** The look of a button on the one element inside, such as a link. */
  asChild?: boolean
}

export function Button({
  look = 'plain',
  icon,
  busy = false,
  asChild,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const looks = classes(BASE, LOOKS[look], 'min-h-9 px-3 text-sm pointer-coarse:min-h-11', className)
  if (asChild) return <Slot.Root className={looks}>{children}</Slot.Root>
  return (
    <button
      type="button"
      className={looks}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

/** A button that is only a picture; `label` is what it is called. */
export function IconButton({
  icon,
  label,
  look = 'quiet',
  className,
  ...rest
}: Omit<ButtonProps, 'asChild' | 'busy' | 'icon'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(BASE, LOOKS[look], 'size-9 pointer-coarse:size-11', className)}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
