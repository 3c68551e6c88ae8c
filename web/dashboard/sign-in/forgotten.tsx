import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useApi, useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { Input } from '../ui/field.tsx'
import { ErrorNote, SkeletonRows, useErrorText } from '../ui/states.tsx'
import { useWaitText } from '../ui/wait.ts'
import { Alarm, Frame } from './frame.tsx'

const useTexts = texts({
  en: {
    title: 'Forgot your password?',
    about: 'Give your email. If it belongs to an account, a link to choose a new password is sent there.',
    email: 'Email',
    submit: 'Send link',
    sent: (email: string) =>
      `If ${email} belongs to an account, a link is on its way. It works once, for 24 hours. Look in the spam folder too.`,
    noMail:
      'This service sends no mail. Ask an owner of your team: Settings › Team has a button for a new link.',
    operator: 'Whoever runs the service can make one too:',
    back: 'Back to sign in',
  },
  ms: {
    title: 'Lupa kata laluan?',
    about:
      'Beri e-mel anda. Jika ia milik satu akaun, pautan untuk memilih kata laluan baharu dihantar ke situ.',
    email: 'E-mel',
    submit: 'Hantar pautan',
    sent: (email: string) =>
      `Jika ${email} milik satu akaun, pautan sedang dihantar. Ia berfungsi sekali, selama 24 jam. Semak folder spam juga.`,
    noMail:
      'Perkhidmatan ini tidak menghantar e-mel. Minta pemilik pasukan anda: Tetapan › Pasukan ada butang untuk pautan baharu.',
    operator: 'Pengendali perkhidmatan juga boleh membuatnya:',
    back: 'Kembali ke log masuk',
  },
})

export function Forgotten() {
  const words = useTexts()
  const given = useSearch({ from: '/sign-in/forgotten' }).email ?? ''
  const [email, setEmail] = useState(given)
  const { data, error, refetch } = useApi('GET /session/forgot', {})
  const forgot = useDeed('POST /session/forgot', { quiet: true })
  const say = useRefusal()
  const canMail = data?.data.mail
  return (
    <Frame title={words.title} onSubmit={() => canMail && forgot.mutate({ body: { email } })}>
      {!data && !error && <SkeletonRows rows={2} />}
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      {canMail === false && <Operator email={email} />}
      {canMail && forgot.isSuccess && (
        <p role="status" className="rounded-md bg-good-soft p-3 text-sm text-good">
          {words.sent(forgot.variables.body.email)}
        </p>
      )}
      {canMail && !forgot.isSuccess && (
        <>
          <p className="text-sm text-quiet">{words.about}</p>
          {forgot.error && <Alarm>{say(forgot.error)}</Alarm>}
          <Input
            label={words.email}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button type="submit" look="primary" busy={forgot.isPending}>
            {words.submit}
          </Button>
        </>
      )}
      <p className="text-center text-sm">
        <Link to="/sign-in" className="text-accent underline">
          {words.back}
        </Link>
      </p>
    </Frame>
  )
}

function Operator({ email }: { email: string }) {
  const words = useTexts()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
      <p>{words.noMail}</p>
      <p>{words.operator}</p>
      <CodeBlock text={`npm run -s icebot -- user reset --email ${email || 'EMAIL'}`} />
    </div>
  )
}

function useRefusal(): (error: unknown) => string {
  const say = useErrorText()
  const wait = useWaitText()
  return (error) =>
    error instanceof ApiError && error.status === 429 ? wait(error.retryAfterSeconds) : say(error)
}
