import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { useErrorText } from '../ui/states.tsx'
import { useWaitText } from '../ui/wait.ts'
import { Alarm, Frame } from './frame.tsx'

const useTexts = texts({
  en: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The email or the password is wrong.',
    forgotten: 'Forgot your password?',
  },
  ms: {
    title: 'Log masuk',
    email: 'E-mel',
    password: 'Kata laluan',
    submit: 'Log masuk',
    wrong: 'E-mel atau kata laluan salah.',
    forgotten: 'Lupa kata laluan?',
  },
})

export function SignIn() {
  const words = useTexts()
  const { next = '/' } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useDeed('POST /session', {
    quiet: true,
    onDone: () => {
      // What somebody else saw in this browser is nothing to whom comes now.
      client.clear()
      router.history.push(next)
    },
  })
  const say = useRefusal(words.wrong)
  return (
    <Frame title={words.title} onSubmit={() => signIn.mutate({ body: { email, password } })}>
      {signIn.error && <Alarm>{say(signIn.error)}</Alarm>}
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
      <p className="text-center text-sm">
        <Link to="/sign-in/forgotten" search={email ? { email } : {}} className="text-accent underline">
          {words.forgotten}
        </Link>
      </p>
    </Frame>
  )
}

/** Why somebody was not let in, and after how long they may try again. */
function useRefusal(wrong: string): (error: unknown) => string {
  const say = useErrorText()
  const wait = useWaitText()
  return (error) => {
    if (!(error instanceof ApiError)) return say(error)
    if (error.status === 401) return wrong
    return error.status === 429 ? wait(error.retryAfterSeconds) : say(error)
  }
}
