import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { useWaitText } from '../ui/wait.ts'

const useTexts = texts({
  en: {
    title: 'Password',
    about: 'Changing it signs every other browser out.',
    current: 'Present password',
    wrong: 'This is not your present password.',
    next: 'New password',
    hint: 'At least 10 characters. A few words you will remember are fine.',
    short: 'The password needs at least 10 characters.',
    submit: 'Change password',
    done: (count: number) =>
      count === 0
        ? 'Your password is changed.'
        : `Your password is changed; ${count} other ${count === 1 ? 'browser was' : 'browsers were'} signed out.`,
  },
  ms: {
    title: 'Kata laluan',
    about: 'Menukarnya melog keluar semua pelayar lain.',
    current: 'Kata laluan sekarang',
    wrong: 'Ini bukan kata laluan anda sekarang.',
    next: 'Kata laluan baharu',
    hint: 'Sekurang-kurangnya 10 aksara. Beberapa perkataan yang mudah diingat pun boleh.',
    short: 'Kata laluan perlu sekurang-kurangnya 10 aksara.',
    submit: 'Tukar kata laluan',
    done: (count: number) =>
      count === 0
        ? 'Kata laluan anda sudah ditukar.'
        : `Kata laluan anda sudah ditukar; ${count} pelayar lain dilog keluar.`,
  },
})
const SHORTEST = 10

export function PasswordForm({ email }: { email: string }) {
  const words = useTexts()
  const tell = useTell()
  const wait = useWaitText()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useDeed('POST /password', {
    quiet: true,
    touches: ['sessions'],
    onDone: ({ data }) => {
      setCurrent('')
      setPassword('')
      tell({ text: words.done(data.signed_out) })
    },
  })
  const error = change.error instanceof ApiError ? change.error : undefined
  const isShown = Boolean(error?.details.length) || error?.status === 429
  const newProblem = error?.problemWith('password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ body: { current, password } })
  }
  return (
    <Card title={words.title} about={words.about}>
      <form onSubmit={submit} className="grid max-w-md gap-4">
        {change.error && !isShown && <ErrorNote error={change.error} />}
        {error?.status === 429 && (
          <p role="alert" className="rounded-md bg-alarm-soft p-3 text-sm text-alarm">
            {wait(error.retryAfterSeconds)}
          </p>
        )}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <Input
          label={words.current}
          problem={error?.problemWith('current') && words.wrong}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <Input
          label={words.next}
          hint={words.hint}
          problem={newProblem && (password.length < SHORTEST ? words.short : newProblem)}
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <div>
          <Button type="submit" look="primary" busy={change.isPending}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}
