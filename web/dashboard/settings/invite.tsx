import { type FormEvent, useState } from 'react'
import { ApiError, problemWith } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { ROLES, type Role, useRoles } from '../app/roles.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Input, Select } from '../ui/field.tsx'
import { ErrorNote } from '../ui/states.tsx'
import type { Sent } from './one-time-link.tsx'

const useTexts = texts({
  en: {
    title: 'Invite somebody',
    about: 'They get a link to choose their own password with. It works once, for 24 hours.',
    email: 'Email',
    role: 'Role',
    taken: 'Somebody with this email is here already.',
    bad: 'This is not an email address.',
    submit: 'Invite',
    cancel: 'Cancel',
  },
  ms: {
    title: 'Jemput seseorang',
    about: 'Mereka mendapat pautan untuk memilih kata laluan sendiri. Ia berfungsi sekali, selama 24 jam.',
    email: 'E-mel',
    role: 'Peranan',
    taken: 'Seseorang dengan e-mel ini sudah ada.',
    bad: 'Ini bukan alamat e-mel.',
    submit: 'Jemput',
    cancel: 'Batal',
  },
})

export function Invite({ onClose, onSent }: { onClose: () => void; onSent: (sent: Sent) => void }) {
  const words = useTexts()
  const roles = useRoles()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const invite = useDeed('POST /team', { quiet: true, onDone: ({ data }) => onSent(data) })
  const { error } = invite
  const problem =
    error instanceof ApiError && error.status === 409 ? words.taken : problemWith(error, 'email') && words.bad
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ body: { email: email.trim(), role } })
  }
  return (
    <Dialog open onOpenChange={onClose} title={words.title} about={words.about}>
      <form onSubmit={submit} className="grid gap-4">
        {error && !problem && <ErrorNote error={error} />}
        <Input
          label={words.email}
          type="email"
          autoComplete="off"
          required
          problem={problem || undefined}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Select
          label={words.role}
          hint={roles.about[role]}
          value={role}
          onChange={({ target }) => setRole(target.value === 'owner' ? 'owner' : 'member')}
          options={ROLES.map((name) => [name, roles.names[name]])}
        />
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
