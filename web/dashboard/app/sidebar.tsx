import { Link } from '@tanstack/react-router'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import type { Alert } from './alerts.ts'
import { Bell } from './bell.tsx'
import { Mark } from './brand.tsx'
import { Keys } from './keys.tsx'
import { places, useNames, usePartNames } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

export const useNavigationTexts = texts({
  en: {
    navigation: 'Main',
    find: 'Go anywhere',
    search: 'Search',
    waiting: (count: number) => `${count} waiting for a person`,
  },
  ms: {
    navigation: 'Utama',
    find: 'Pergi ke mana-mana',
    search: 'Cari',
    waiting: (count: number) => `${count} menunggu seseorang`,
  },
})

/** The bar at the side of a screen: search, places, who is signed in. */
export function Sidebar({ alerts, onGo, onHelp }: { alerts: Alert[]; onGo: () => void; onHelp: () => void }) {
  const words = useNavigationTexts()
  return (
    <aside className="sticky top-0 z-20 hidden h-dvh flex-col border-r bg-sunk lg:flex">
      <div className="flex items-center justify-between py-3 pl-4 pr-2">
        <Link to="/" className="flex items-center gap-2.5 rounded-md text-base font-semibold">
          <Mark />
          icebot
        </Link>
        <Bell alerts={alerts} />
      </div>
      <div className="px-3 pb-3">
        <button
          type="button"
          onClick={onGo}
          aria-keyshortcuts="Control+K Meta+K"
          className="flex h-8 w-full items-center gap-2 rounded-md border bg-card px-2 text-sm text-quiet hover:text-ink"
        >
          <Icon name="search" size={16} />
          <span className="grow truncate text-left">{words.search}</span>
          <span aria-hidden="true">
            <Keys keys="mod+k" />
          </span>
        </button>
      </div>
      <nav aria-label={words.navigation} className="grow overflow-y-auto px-3 pb-3 text-sm">
        <PlaceLinks waiting={alerts.length} />
      </nav>
      <div className="border-t p-2">
        <UserMenu onHelp={onHelp} />
      </div>
    </aside>
  )
}

export function PlaceLinks({
  waiting,
  onGo,
  className,
}: {
  waiting: number
  onGo?: () => void
  className?: string
}) {
  const names = useNames()
  const parts = usePartNames()
  return (
    <div className={classes('grid gap-0.5', className ?? 'grid-cols-[minmax(0,1fr)]')}>
      {places.map(({ name, to, icon, part }, place) => {
        const isFirst = part !== 'work' && places[place - 1]?.part !== part
        return (
          <div key={name} className="contents">
            {isFirst && (
              <p className="col-span-full px-2 pb-1 pt-3 text-xs font-medium text-quiet">{parts[part]}</p>
            )}
            <Link
              to={to}
              onClick={onGo}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ className: 'bg-hover font-medium text-ink', 'aria-current': 'page' }}
              inactiveProps={{ className: 'text-quiet' }}
              className="group flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
            >
              <Icon name={icon} className="group-aria-[current=page]:text-accent" />
              <span className="min-w-0 grow truncate">{names[name]}</span>
              {name === 'inbox' && <Waiting count={waiting} />}
            </Link>
          </div>
        )
      })}
    </div>
  )
}

/** How many wait for a person, beside the inbox. */
export function Waiting({ count }: { count: number }) {
  const words = useNavigationTexts()
  if (count === 0) return null
  return (
    <Badge tone="accent">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{words.waiting(count)}</span>
    </Badge>
  )
}
