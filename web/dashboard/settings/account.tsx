import { useNames } from '../app/navigation.ts'
import { NotifySettings } from '../app/notify-settings.tsx'
import { useMe } from '../app/session.ts'
import { useSignOut } from '../app/sign-out.ts'
import { type Theme, useTheme } from '../app/theme.ts'
import { type Language, languages, texts, useLanguage } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { PasswordForm } from './password-form.tsx'
import { useRoles } from './roles.ts'
import { Sessions } from './sessions.tsx'

const useTexts = texts({
  en: {
    who: 'Signed in as',
    notices: 'Notices',
    signOut: 'Sign out',
    looks: 'Language and looks',
    looksAbout: 'For this browser.',
    language: 'Language',
    theme: 'Looks',
    themes: { system: 'Like this device', light: 'Light', dark: 'Dark' } as Record<Theme, string>,
  },
  ms: {
    who: 'Log masuk sebagai',
    notices: 'Notis',
    signOut: 'Log keluar',
    looks: 'Bahasa dan rupa',
    looksAbout: 'Untuk pelayar ini.',
    language: 'Bahasa',
    theme: 'Rupa',
    themes: { system: 'Ikut peranti ini', light: 'Cerah', dark: 'Gelap' },
  },
})

export function Account() {
  const words = useTexts()
  const { names, about } = useRoles()
  const me = useMe()
  const signOut = useSignOut()
  return (
    <Page
      title={useNames().account}
      actions={
        <Button icon="signOut" onClick={() => void signOut()}>
          {words.signOut}
        </Button>
      }
    >
      {me && (
        <Card title={words.who}>
          <p className="flex flex-wrap items-center gap-2 text-base">
            <span className="min-w-0 break-all font-medium">{me.email}</span>
            <Badge tone="accent">{names[me.role]}</Badge>
          </p>
          <p className="text-sm text-quiet">{about[me.role]}</p>
        </Card>
      )}
      <Looks />
      <Card title={words.notices}>
        <NotifySettings />
      </Card>
      {me && <PasswordForm email={me.email} />}
      <Sessions />
    </Page>
  )
}

function Looks() {
  const words = useTexts()
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  return (
    <Card title={words.looks} about={words.looksAbout}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={words.language}
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
          options={Object.entries(languages)}
        />
        <Select
          label={words.theme}
          value={theme}
          onChange={({ target }) => setTheme(target.value as Theme)}
          options={Object.entries(words.themes)}
        />
      </div>
    </Card>
  )
}
