import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Time } from '../ui/format.tsx'
import { useTell } from '../ui/toast.tsx'
import type { ApiKey } from './keys.tsx'
import { useScopeSentence } from './scopes.ts'

const useTexts = texts({
  en: {
    used: 'Last used',
    never: 'Never used',
    created: 'Created',
    revokedAt: 'Revoked',
    anywhere: 'Works from anywhere',
    only: 'In browsers only on',
    revoke: 'Revoke',
    revokeName: (name: string) => `Revoke ${name}`,
    title: (name: string) => `Revoke “${name}”?`,
    about:
      'The very next request with this key is refused. It cannot be taken back: whoever needs it gets a new one.',
    confirm: 'Revoke key',
    done: 'The key is revoked.',
    revoked: 'Revoked',
  },
  ms: {
    used: 'Terakhir digunakan',
    never: 'Tidak pernah digunakan',
    created: 'Dicipta',
    revokedAt: 'Dibatalkan',
    anywhere: 'Berfungsi dari mana-mana',
    only: 'Dalam pelayar hanya di',
    revoke: 'Batalkan',
    revokeName: (name: string) => `Batalkan ${name}`,
    title: (name: string) => `Batalkan “${name}”?`,
    about:
      'Permintaan seterusnya dengan kunci ini terus ditolak. Ia tidak boleh dikembalikan: sesiapa yang perlu mendapat kunci baharu.',
    confirm: 'Batalkan kunci',
    done: 'Kunci sudah dibatalkan.',
    revoked: 'Dibatalkan',
  },
})

export function KeyCard({ apiKey }: { apiKey: ApiKey }) {
  const words = useTexts()
  const sentence = useScopeSentence()
  const tell = useTell()
  const revoke = useDeed('POST /keys/:id/revoke', { onDone: () => tell({ text: words.done }) })
  const { id, name, prefix, scopes, origins, created_at, last_used_at, revoked_at } = apiKey
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-md border bg-card p-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <code className="font-mono text-xs text-quiet">{prefix}…</code>
          {revoked_at && <Badge>{words.revoked}</Badge>}
        </p>
        <p className="text-sm">{sentence(scopes)}.</p>
        <p className="break-words text-xs text-quiet">
          {origins.length === 0 ? words.anywhere : `${words.only} ${origins.join(', ')}`}
        </p>
        <p className="text-xs text-quiet">
          {last_used_at ? (
            <>
              {words.used} <Time at={last_used_at} />
            </>
          ) : (
            words.never
          )}{' '}
          · {words.created} <Time at={created_at} />
          {revoked_at && (
            <>
              {' '}
              · {words.revokedAt} <Time at={revoked_at} />
            </>
          )}
        </p>
      </div>
      {!revoked_at && (
        <ConfirmButton
          aria-label={words.revokeName(name)}
          title={words.title(name)}
          about={words.about}
          confirm={words.confirm}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { id } })}
        >
          {words.revoke}
        </ConfirmButton>
      )}
    </li>
  )
}
