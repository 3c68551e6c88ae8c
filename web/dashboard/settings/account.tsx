import { useNames } from '../app/navigation.ts'
import { NotifySettings } from '../app/notify-settings.tsx'
import { useRoles } from '../app/roles.ts'
import { useMe } from '../app/session.ts'
import { useSignOut } from '../app/sign-out.ts'
import { type Theme, useTheme } from '../app/theme.ts'
import { useUserTexts } from '../app/user-menu.tsx'
import { type Language, languages, texts, useLanguage } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

const useTexts = texts({
  en: {
    who: 'Signed in as',
    notices: 'Notices',
    looks: 'Language and looks',
    looksAbout: 'For this browser.',
  },
  ms: {
    who: 'Log masuk sebagai',
    notices: 'Notis',
    looks: 'Bahasa dan rupa',
    looksAbout: 'Untuk pelayar ini.',
  },
})

export function Account() {
  const words = useTexts()
  const { names, about } = useRoles()
  const me = useMe()
  const user = useUserTexts()
  const signOut = useSignOut()
  return (
    <Page
      title={useNames().account}
      actions={
        <Button icon="signOut" onClick={signOut}>
          {user.signOut}
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
  const user = useUserTexts()
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  return (
    <Card title={words.looks} about={words.looksAbout}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={user.language}
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
          options={Object.entries(languages)}
        />
        <Select
          label={user.theme}
          value={theme}
          onChange={({ target }) => setTheme(target.value as Theme)}
          options={Object.entries(user.themes)}
        />
      </div>
    </Card>
  )
}
