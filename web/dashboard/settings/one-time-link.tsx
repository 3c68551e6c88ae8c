import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icons.tsx'

/** How a one-time link went out: by mail, or here, to be passed on. */
export interface Sent {
  email: string
  mailed: boolean
  mail_error: string | null
  link: string | null
}

const useTexts = texts({
  en: {
    mailed: (email: string) => `A link was mailed to ${email}.`,
    give: (email: string) => `Give this link to ${email}`,
    noMail: 'This service sends no mail, so pass the link on yourself.',
    refused: (error: string) => `The mail was not taken (${error}), so pass the link on yourself.`,
    once: 'It works once, for 24 hours, and is shown only now. Whoever has it can choose the password.',
    copy: 'Copy link',
    done: 'Done',
  },
  ms: {
    mailed: (email: string) => `Pautan sudah dihantar ke ${email}.`,
    give: (email: string) => `Beri pautan ini kepada ${email}`,
    noMail: 'Perkhidmatan ini tidak menghantar e-mel, jadi sampaikan pautan sendiri.',
    refused: (error: string) => `E-mel tidak diterima (${error}), jadi sampaikan pautan sendiri.`,
    once: 'Ia berfungsi sekali, selama 24 jam, dan hanya ditunjukkan sekarang. Sesiapa yang memilikinya boleh memilih kata laluan.',
    copy: 'Salin pautan',
    done: 'Selesai',
  },
})

export function OneTimeLink({ sent, onDone }: { sent: Sent; onDone: () => void }) {
  const words = useTexts()
  const { email, mailed, mail_error, link } = sent
  if (mailed || !link)
    return (
      <section
        role="status"
        className="flex flex-wrap items-center gap-3 rounded-md border border-good bg-good-soft p-4 text-sm"
      >
        <Icon name="check" className="text-good" />
        <p className="grow">{words.mailed(email)}</p>
        <Button onClick={onDone}>{words.done}</Button>
      </section>
    )
  return (
    <section role="status" className="grid gap-3 rounded-md border border-wait bg-wait-soft p-4 text-sm">
      <h2 className="flex items-center gap-2 font-medium text-wait">
        <Icon name="link" />
        {words.give(email)}
      </h2>
      <p>{mail_error ? words.refused(mail_error) : words.noMail}</p>
      <code className="break-all rounded-sm bg-card p-2 font-mono text-xs">{link}</code>
      <p>{words.once}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link} label={words.copy} />
        <Button look="primary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </section>
  )
}
