import { useApi, useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { exactTime, Time } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { browserOf } from './browser.ts'

const useTexts = texts({
  en: {
    title: 'Where you are signed in',
    about: 'A sign-in ends by itself after 30 days. End any that you do not know, then change your password.',
    this: 'This browser',
    unknown: 'Unknown browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    since: 'Since',
    until: 'until',
    end: 'Sign out',
    endName: (name: string) => `Sign out ${name}`,
    endTitle: 'Sign this browser out?',
    endAbout: 'Whoever uses it has to sign in again.',
    ended: 'That browser is signed out.',
  },
  ms: {
    title: 'Di mana anda log masuk',
    about:
      'Log masuk tamat sendiri selepas 30 hari. Tamatkan yang tidak dikenali, kemudian tukar kata laluan anda.',
    this: 'Pelayar ini',
    unknown: 'Pelayar tidak dikenali',
    on: (browser: string, system: string) => `${browser} di ${system}`,
    since: 'Sejak',
    until: 'hingga',
    end: 'Log keluar',
    endName: (name: string) => `Log keluar ${name}`,
    endTitle: 'Log keluar pelayar ini?',
    endAbout: 'Sesiapa yang menggunakannya perlu log masuk semula.',
    ended: 'Pelayar itu sudah dilog keluar.',
  },
})

export function Sessions() {
  const words = useTexts()
  const tell = useTell()
  const { data, error, refetch } = useApi('GET /sessions', {})
  const end = useDeed('DELETE /sessions/:id', { onDone: () => tell({ text: words.ended }) })
  const nameOf = (userAgent: string | null) => {
    const { browser, system } = browserOf(userAgent ?? '')
    if (!browser) return userAgent?.slice(0, 60) || words.unknown
    return system ? words.on(browser, system) : browser
  }
  return (
    <Card title={words.title} about={words.about}>
      {!data && !error && <SkeletonRows rows={2} />}
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      <ul className="grid gap-4">
        {data?.data.map(({ id, user_agent, created_at, expires_at, current }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                <span className="min-w-0 break-words">{nameOf(user_agent)}</span>
                {current && <Badge tone="good">{words.this}</Badge>}
              </p>
              <p className="text-xs text-quiet">
                {words.since} <Time at={created_at} />, {words.until} {exactTime(expires_at)}
              </p>
            </div>
            {!current && (
              <ConfirmButton
                aria-label={words.endName(nameOf(user_agent))}
                title={words.endTitle}
                about={words.endAbout}
                confirm={words.end}
                onConfirm={() => end.mutate({ params: { id } })}
              >
                {words.end}
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
