import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { useTitle } from '../ui/page.tsx'
import { ErrorNote } from '../ui/states.tsx'

const useTexts = texts({
  en: { title: 'Sign in', email: 'Email', password: 'Password', submit: 'Sign in' },
  ms: { title: 'Log masuk', email: 'E-mel', password: 'Kata laluan', submit: 'Log masuk' },
})

export function SignIn() {
  const words = useTexts()
  useTitle(words.title)
  const { next = '/' } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useDeed('POST /session', {
    quiet: true,
    touches: ['me'],
    onDone: () => void navigate({ to: next }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { email, password } })
  }
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <form onSubmit={submit} className="grid w-full max-w-sm gap-4 rounded-md border bg-card p-6 shadow-md">
        <p className="text-sm font-semibold text-accent">icebot</p>
        <h1 className="text-lg font-semibold">{words.title}</h1>
        {signIn.error && <ErrorNote error={signIn.error} />}
        <Input
          label={words.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Input
          label={words.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" look="primary" busy={signIn.isPending}>
          {words.submit}
        </Button>
      </form>
    </main>
  )
}
