import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listen } from '../api/live.ts'
import { useApi } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icons.tsx'
import { places, useNames } from './navigation.ts'

const useTexts = texts({
  en: {
    skip: 'Skip to the content',
    navigation: 'Main',
    agent: 'Agent',
    integrations: 'Integrations',
    settings: 'Settings',
    waiting: (count: number) => `${count} waiting for a person`,
    offline: 'Not connected: what is shown may be old.',
  },
  ms: {
    skip: 'Terus ke kandungan',
    navigation: 'Utama',
    agent: 'Ejen',
    integrations: 'Integrasi',
    settings: 'Tetapan',
    waiting: (count: number) => `${count} menunggu seseorang`,
    offline: 'Tidak bersambung: paparan mungkin lama.',
  },
})

/** Around every page: where one can go, and the live connection that keeps it current. */
export function Shell() {
  const words = useTexts()
  const isLive = useLive()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-raised focus:p-3"
      >
        {words.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r bg-sunk lg:block">
        <Navigation />
      </aside>
      <main id="content" tabIndex={-1} className="min-h-dvh outline-none max-lg:pb-16">
        {!isLive && (
          <p
            role="status"
            className="flex items-center justify-center gap-2 bg-wait-soft px-4 py-1 text-xs text-wait"
          >
            <Icon name="warning" size={14} />
            {words.offline}
          </p>
        )}
        <Outlet />
      </main>
    </div>
  )
}

function Navigation() {
  const words = useTexts()
  const names = useNames()
  const { data: waiting } = useApi('GET /alerts', { query: { unseen: '1', limit: 100 } })
  const count = waiting?.data.length ?? 0
  return (
    <nav aria-label={words.navigation} className="grid gap-0.5 p-3 text-sm">
      <p className="flex items-center gap-2 px-2 pb-3 pt-1 text-base font-semibold">icebot</p>
      {places.map(({ name, to, icon, part }, place) => {
        const isFirst = part !== 'work' && places[place - 1]?.part !== part
        return (
          <div key={name} className="contents">
            {isFirst && <p className="px-2 pb-1 pt-4 text-xs font-medium text-quiet">{words[part]}</p>}
            <Link
              to={to}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ className: 'bg-hover font-medium text-ink', 'aria-current': 'page' }}
              inactiveProps={{ className: 'text-quiet' }}
              className="flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
            >
              <Icon name={icon} />
              <span className="grow">{names[name]}</span>
              {name === 'inbox' && count > 0 && (
                <Badge tone="accent">
                  <span aria-hidden="true">{count}</span>
                  <span className="sr-only">{words.waiting(count)}</span>
                </Badge>
              )}
            </Link>
          </div>
        )
      })}
    </nav>
  )
}

/** Whether the stream is up; a short interruption is nobody's business. */
function useLive(): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(client, (isConnected) => {
      clearTimeout(timer)
      if (isConnected) setLive(true)
      else timer = setTimeout(() => setLive(false), 3_000)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])
  return isLive
}
