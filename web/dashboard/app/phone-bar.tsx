import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../api/queries.ts'
import { type Language, languages, texts, useLanguage } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Alert } from './alerts.ts'
import { AlertBoard } from './bell.tsx'
import { dailyPlaces, placeOf, useNames } from './navigation.ts'
import { NotifySettings } from './notify-settings.tsx'
import { useRoles } from './roles.ts'
import { useMe } from './session.ts'
import { PlaceLinks, useNavigationTexts, Waiting } from './sidebar.tsx'
import { useSignOut } from './sign-out.ts'
import { type Theme, useTheme } from './theme.ts'
import { Face, themeIcons, useUserTexts } from './user-menu.tsx'

const useTexts = texts({
  en: { more: 'More' },
  ms: { more: 'Lagi' },
})

const TAB = 'relative grid justify-items-center content-center gap-0.5 text-xs'

/** The bar at the foot of a phone: the four places of the day, and a sheet with everything. */
export function PhoneBar({ alerts, onGo }: { alerts: Alert[]; onGo: () => void }) {
  const words = useTexts()
  const navigation = useNavigationTexts()
  const names = useNames()
  const [isOpen, setOpen] = useState(false)
  const here = placeOf(useLocation().pathname)
  const isElsewhere = here !== undefined && !dailyPlaces.some(({ name }) => name === here.name)
  return (
    <>
      <nav
        aria-label={navigation.navigation}
        className="fixed inset-x-0 bottom-0 z-30 grid h-[calc(4rem+env(safe-area-inset-bottom))] grid-cols-5 border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {dailyPlaces.map(({ name, to, icon }) => (
          <Link
            key={name}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ className: 'font-medium text-accent', 'aria-current': 'page' }}
            inactiveProps={{ className: 'text-quiet' }}
            className={TAB}
          >
            <Icon name={icon} size={22} />
            <span className="max-w-full truncate">{names[name]}</span>
            {name === 'inbox' && (
              <span className="absolute left-1/2 top-1.5 ml-1.5">
                <Waiting count={alerts.length} />
              </span>
            )}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={classes(TAB, isElsewhere ? 'font-medium text-accent' : 'text-quiet')}
        >
          <Icon name="menu" size={22} />
          {words.more}
        </button>
      </nav>
      <Dialog open={isOpen} onOpenChange={setOpen} title={words.more}>
        <Everything
          alerts={alerts}
          onDone={() => setOpen(false)}
          onFind={() => {
            setOpen(false)
            onGo()
          }}
        />
      </Dialog>
    </>
  )
}

function Everything({ alerts, onDone, onFind }: { alerts: Alert[]; onDone: () => void; onFind: () => void }) {
  const words = useUserTexts()
  const navigation = useNavigationTexts()
  const { names: roles } = useRoles()
  const me = useMe()
  const { data: workspace } = useApi('GET /workspace', {})
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const signOut = useSignOut()
  return (
    <div className="grid gap-4">
      <Button icon="search" onClick={onFind} className="w-full justify-start text-quiet">
        {navigation.find}
      </Button>
      {alerts.length > 0 && (
        <div className="rounded-md border p-2">
          <AlertBoard alerts={alerts} onGo={onDone} />
        </div>
      )}
      <nav aria-label={navigation.navigation} className="text-sm">
        <PlaceLinks waiting={alerts.length} onGo={onDone} className="grid-cols-2" />
      </nav>
      <div className="grid gap-4 border-t pt-4">
        <NotifySettings />
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={words.theme}
            value={theme}
            onChange={({ target }) => chooseTheme(target.value as Theme)}
            options={(Object.keys(themeIcons) as Theme[]).map((value) => [value, words.themes[value]])}
          />
          <Select
            label={words.language}
            value={language}
            onChange={({ target }) => chooseLanguage(target.value as Language)}
            options={Object.entries(languages)}
          />
        </div>
      </div>
      {me && (
        <div className="flex items-center gap-3 border-t pt-4">
          <Face email={me.email} />
          <div className="grid min-w-0 grow text-sm">
            <span className="truncate font-medium">{me.email}</span>
            <span className="truncate text-xs text-quiet">
              {[roles[me.role], workspace?.data.name].filter(Boolean).join(' · ')}
            </span>
          </div>
          <Button icon="signOut" onClick={signOut}>
            {words.signOut}
          </Button>
        </div>
      )}
    </div>
  )
}
