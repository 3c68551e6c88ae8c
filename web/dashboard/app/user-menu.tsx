import { Link } from '@tanstack/react-router'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { useApi } from '../api/queries.ts'
import { type Language, languages, texts, useLanguage } from '../i18n.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { useNames } from './navigation.ts'
import { useRoles } from './roles.ts'
import { useMe } from './session.ts'
import { useSignOut } from './sign-out.ts'
import { type Theme, useTheme } from './theme.ts'

export const useUserTexts = texts({
  en: {
    menu: 'Your menu',
    theme: 'Appearance',
    language: 'Language',
    themes: { system: 'As the device', light: 'Light', dark: 'Dark' },
    keys: 'Keyboard shortcuts',
    signOut: 'Sign out',
  },
  ms: {
    menu: 'Menu anda',
    theme: 'Paparan',
    language: 'Bahasa',
    themes: { system: 'Ikut peranti', light: 'Cerah', dark: 'Gelap' },
    keys: 'Pintasan papan kekunci',
    signOut: 'Log keluar',
  },
})

export const themeIcons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

const ITEM =
  'flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none data-[highlighted]:bg-hover pointer-coarse:min-h-11'

/** Who is signed in and where, with what is theirs to choose. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const words = useUserTexts()
  const names = useNames()
  const { names: roles } = useRoles()
  const me = useMe()
  const { data: workspace } = useApi('GET /workspace', {})
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const signOut = useSignOut()
  if (!me) return null
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex w-full items-center gap-2.5 rounded-md p-2 text-left hover:bg-hover data-[state=open]:bg-hover">
        <span className="sr-only">{words.menu}: </span>
        <Face email={me.email} />
        <span className="grid min-w-0 grow">
          <span className="truncate text-sm font-medium">{workspace?.data.name ?? 'icebot'}</span>
          <span className="truncate text-xs text-quiet">{me.email}</span>
        </span>
        <Icon name="down" size={14} className="rotate-180 text-quiet" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        side="top"
        align="start"
        sideOffset={6}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-64 overflow-y-auto rounded-md border bg-raised p-1 shadow-md animate-appear"
      >
        <DropdownMenu.Label className="grid px-2 py-1.5 text-sm">
          <span className="truncate font-medium">{me.email}</span>
          <span className="truncate text-xs text-quiet">
            {[roles[me.role], workspace?.data.name].filter(Boolean).join(' · ')}
          </span>
        </DropdownMenu.Label>
        <Line />
        <Choice
          name={words.theme}
          value={theme}
          onChoose={(value) => chooseTheme(value as Theme)}
          options={(Object.keys(themeIcons) as Theme[]).map((value) => ({
            value,
            name: words.themes[value],
            icon: themeIcons[value],
          }))}
        />
        <Line />
        <Choice
          name={words.language}
          value={language}
          onChoose={(value) => chooseLanguage(value as Language)}
          options={Object.entries(languages).map(([value, name]) => ({ value, name }))}
        />
        <Line />
        <DropdownMenu.Item asChild className={ITEM}>
          <Link to="/settings/account">
            <Icon name="account" size={16} />
            {names.account}
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item className={ITEM} onSelect={onHelp}>
          <Icon name="keyboard" size={16} />
          {words.keys}
        </DropdownMenu.Item>
        <DropdownMenu.Item className={ITEM} onSelect={signOut}>
          <Icon name="signOut" size={16} />
          {words.signOut}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** A person in a letter. */
export function Face({ email }: { email: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold uppercase text-accent"
    >
      {email.slice(0, 1)}
    </span>
  )
}

function Choice({
  name,
  value,
  options,
  onChoose,
}: {
  name: string
  value: string
  options: { value: string; name: ReactNode; icon?: IconName }[]
  onChoose: (value: string) => void
}) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChoose} aria-label={name}>
      <DropdownMenu.Label className="px-2 py-1 text-xs font-medium text-quiet">{name}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          className={ITEM}
          // One may want to see it and choose again.
          onSelect={(event) => event.preventDefault()}
        >
          {option.icon && <Icon name={option.icon} size={16} />}
          <span className="grow">{option.name}</span>
          <DropdownMenu.ItemIndicator>
            <Icon name="check" size={16} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

function Line() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}
