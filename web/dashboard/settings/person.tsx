import { ApiError } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { type Member, ROLES, useRoles } from '../app/roles.ts'
import { useIsOwner, useMe } from '../app/session.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { Time } from '../ui/format.tsx'
import { useTell } from '../ui/toast.tsx'
import type { Sent } from './one-time-link.tsx'

const useTexts = texts({
  en: {
    you: 'You',
    waiting: 'Has not chosen a password yet',
    since: 'Here since',
    role: (email: string) => `Role of ${email}`,
    reset: 'New password link',
    resetTitle: (email: string) => `Make a new link for ${email}?`,
    resetAbout:
      'They choose a new password with it. Until they do, the old one goes on working; older links stop working now.',
    resetConfirm: 'Make link',
    remove: 'Remove',
    removeTitle: (email: string) => `Remove ${email}?`,
    removeAbout: 'They are signed out at once, and their tokens stop working. What they wrote stays.',
    removeSelf: 'This is you: you are signed out at once, and another owner has to invite you again.',
    removeConfirm: 'Remove',
    removed: (email: string) => `${email} was removed and signed out.`,
    changed: (email: string, role: string) => `${email} is now: ${role}.`,
    lastOwner: 'A workspace needs an owner. Make somebody else one first.',
  },
  ms: {
    you: 'Anda',
    waiting: 'Belum memilih kata laluan',
    since: 'Di sini sejak',
    role: (email: string) => `Peranan ${email}`,
    reset: 'Pautan kata laluan',
    resetTitle: (email: string) => `Buat pautan baharu untuk ${email}?`,
    resetAbout:
      'Mereka memilih kata laluan baharu dengannya. Sebelum itu, yang lama masih berfungsi; pautan lama terhenti sekarang.',
    resetConfirm: 'Buat pautan',
    remove: 'Buang',
    removeTitle: (email: string) => `Buang ${email}?`,
    removeAbout: 'Mereka dilog keluar serta-merta, dan token mereka terhenti. Apa yang mereka tulis kekal.',
    removeSelf: 'Ini anda: anda dilog keluar serta-merta, dan pemilik lain perlu menjemput anda semula.',
    removeConfirm: 'Buang',
    removed: (email: string) => `${email} sudah dibuang dan dilog keluar.`,
    changed: (email: string, role: string) => `${email} kini: ${role}.`,
    lastOwner: 'Ruang kerja perlukan pemilik. Jadikan orang lain pemilik dahulu.',
  },
})

export function Person({ member, onSent }: { member: Member; onSent: (sent: Sent) => void }) {
  const words = useTexts()
  const roles = useRoles()
  const isOwner = useIsOwner()
  const isSelf = useMe()?.id === member.id
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border bg-card p-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-all font-medium">{member.email}</span>
          {isSelf && <Badge tone="accent">{words.you}</Badge>}
          {!isOwner && <Badge>{roles.names[member.role]}</Badge>}
        </p>
        <p className="text-xs text-quiet">
          {member.has_password ? (
            <>
              {words.since} <Time at={member.created_at} />
            </>
          ) : (
            words.waiting
          )}
        </p>
      </div>
      {isOwner && <Deeds member={member} isSelf={isSelf} onSent={onSent} />}
    </li>
  )
}

function Deeds({
  member: { id, email, role },
  isSelf,
  onSent,
}: {
  member: Member
  isSelf: boolean
  onSent: (sent: Sent) => void
}) {
  const words = useTexts()
  const { names } = useRoles()
  const tell = useTell()
  const touches = isSelf ? ['me'] : []
  const change = useDeed('PATCH /team/:id', {
    quiet: true,
    touches,
    onDone: ({ data }) => tell({ text: words.changed(email, names[data.role]) }),
  })
  const remove = useDeed('DELETE /team/:id', {
    quiet: true,
    touches,
    onDone: () => tell({ text: words.removed(email) }),
  })
  const reset = useDeed('POST /team/:id/reset', {
    onDone: ({ data }) => {
      onSent({ email, ...data })
      scrollTo({ top: 0 })
    },
  })
  const refused = (error: unknown) =>
    tell({
      error:
        error instanceof ApiError && error.code === 'last owner'
          ? new ApiError(error.status, { message: words.lastOwner })
          : error,
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={words.role(email)}
        hideLabel
        value={role}
        disabled={change.isPending}
        onChange={({ target }) =>
          change.mutate(
            { params: { id }, body: { role: target.value === 'owner' ? 'owner' : 'member' } },
            { onError: refused },
          )
        }
        options={ROLES.map((name) => [name, names[name]])}
      />
      <ConfirmButton
        title={words.resetTitle(email)}
        about={words.resetAbout}
        confirm={words.resetConfirm}
        busy={reset.isPending}
        onConfirm={() => reset.mutate({ params: { id } })}
      >
        {words.reset}
      </ConfirmButton>
      <ConfirmButton
        className="text-alarm"
        title={words.removeTitle(email)}
        about={isSelf ? words.removeSelf : words.removeAbout}
        confirm={words.removeConfirm}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } }, { onError: refused })}
      >
        {words.remove}
      </ConfirmButton>
    </div>
  )
}
