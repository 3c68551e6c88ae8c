import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listen } from '../api/live.ts'
import { texts } from '../i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { useUnseen } from './alerts.ts'
import { useFocusOnPages } from './focus.ts'
import { Go } from './go.tsx'
import { Help } from './help.tsx'
import { places, useNames } from './navigation.ts'
import { useNotify } from './notify.ts'
import { PhoneBar } from './phone-bar.tsx'
import { useMe } from './session.ts'
import { useShortcuts } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { startOver } from './sign-out.ts'

const useTexts = texts({
  en: {
    skip: 'Skip to the content',
    offline: 'Not connected: what is shown may be old.',
    find: 'Go anywhere',
    help: 'Show this help',
    goTo: 'Go to',
  },
  ms: {
    skip: 'Terus ke kandungan',
    offline: 'Tidak bersambung: paparan mungkin lama.',
    find: 'Pergi ke mana-mana',
    help: 'Tunjuk bantuan ini',
    goTo: 'Pergi ke',
  },
})

type Over = 'go' | 'help'

/** Around every page: where one can go, what waits, and the live connection that keeps it current. */
export function Shell() {
  const words = useTexts()
  const isLive = useLive()
  const alerts = useUnseen()
  const [over, setOver] = useState<Over>()
  const open = (what: Over) => (isOpen: boolean) => setOver(isOpen ? what : undefined)
  const showGo = () => setOver('go')
  const showHelp = () => setOver('help')
  useOnePerson()
  useNotify(alerts)
  useFocusOnPages()
  useGlobalShortcuts(() => setOver((now) => (now === 'go' ? undefined : 'go')), showHelp)
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-raised focus:p-3"
      >
        {words.skip}
      </a>
      <Sidebar alerts={alerts ?? []} onGo={showGo} onHelp={showHelp} />
      <main
        id="content"
        tabIndex={-1}
        className="min-h-dvh outline-none max-lg:pb-[calc(4rem+env(safe-area-inset-bottom))]"
      >
        {!isLive && (
          <p
            role="status"
            className="fixed inset-x-0 top-2 z-30 mx-auto flex w-fit max-w-[92vw] items-center gap-2 rounded-full border border-wait bg-wait-soft px-4 py-1 text-xs text-wait shadow-md"
          >
            <Icon name="warning" size={14} />
            {words.offline}
          </p>
        )}
        <Outlet />
      </main>
      <PhoneBar alerts={alerts ?? []} onGo={showGo} />
      <Go open={over === 'go'} onOpenChange={open('go')} onHelp={showHelp} />
      <Help open={over === 'help'} onOpenChange={open('help')} />
    </div>
  )
}

function useGlobalShortcuts(toggleGo: () => void, showHelp: () => void): void {
  const words = useTexts()
  const names = useNames()
  const navigate = useNavigate()
  useShortcuts(
    Object.fromEntries(
      places.map(({ name, to, key }) => [
        `g ${key}`,
        { does: names[name], run: () => void navigate({ to }) },
      ]),
    ),
    words.goTo,
  )
  useShortcuts({
    'mod+k': { does: words.find, run: toggleGo, always: true },
    '?': { does: words.help, run: showHelp },
  })
}

/** When somebody else signs in with this browser, in another tab, nothing of the last one stays on this page. */
function useOnePerson(): void {
  const id = useMe()?.id
  const [first] = useState(id)
  useEffect(() => {
    if (id !== undefined && id !== first) startOver()
  }, [id, first])
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
