import { Link } from '@tanstack/react-router'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { exactTime } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { type FullDelivery, useWebhookTexts } from './texts.ts'

const useTexts = texts({
  en: {
    good: 'The test arrived.',
    bad: 'The test did not arrive.',
    open: 'Show what was sent',
    close: 'Close',
    advice: 'A test is not tried again by itself.',
  },
  ms: {
    good: 'Ujian sudah sampai.',
    bad: 'Ujian tidak sampai.',
    open: 'Tunjuk apa yang dihantar',
    close: 'Tutup',
    advice: 'Ujian tidak dicuba lagi dengan sendirinya.',
  },
})

/** How a test ended: what the receiver said, when, and how long it took. */
export function TestResult({ delivery, onClose }: { delivery: FullDelivery; onClose: () => void }) {
  const words = useTexts()
  const shared = useWebhookTexts()
  const isGood = delivery.status === 'delivered'
  const last = delivery.log.at(-1)
  return (
    <section
      role="status"
      className={classes(
        'grid gap-2 rounded-md border p-4 text-sm',
        isGood ? 'border-good bg-good-soft' : 'border-alarm bg-alarm-soft',
      )}
    >
      <p className={classes('flex items-center gap-2 font-medium', isGood ? 'text-good' : 'text-alarm')}>
        <Icon name={isGood ? 'check' : 'warning'} />
        {isGood ? words.good : words.bad}
      </p>
      {last && (
        <p className="break-words">
          {exactTime(last.at)} · {last.status === null ? shared.noAnswer : shared.answered(last.status)} ·{' '}
          {shared.milliseconds(last.duration_ms)}
          {last.error && ` · ${last.error}`}
        </p>
      )}
      {!isGood && <p>{words.advice}</p>}
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link to="/integrations/webhooks/$id" params={{ id: delivery.id }}>
            {words.open}
          </Link>
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </section>
  )
}
