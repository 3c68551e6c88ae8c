import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'

export interface MenuItem {
  name: string
  icon?: IconName
  danger?: boolean
  /** One of several that is the present one. */
  chosen?: boolean
  disabled?: boolean
  onSelect: () => void
}

export function Menu({
  trigger,
  items,
  label,
}: {
  trigger: ReactNode
  items: (MenuItem | 'line')[]
  label?: string
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          aria-label={label}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md border bg-raised p-1 shadow-md animate-appear"
        >
          {items.map((item, place) =>
            item === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
              <DropdownMenu.Separator key={place} className="my-1 h-px bg-line" />
            ) : (
              <DropdownMenu.Item
                key={item.name}
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
                className={classes(
                  'flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover pointer-coarse:min-h-11',
                  item.danger && 'text-alarm',
                )}
              >
                {item.icon && <Icon name={item.icon} size={16} />}
                <span className="grow">{item.name}</span>
                {item.chosen && <Icon name="check" size={16} />}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
