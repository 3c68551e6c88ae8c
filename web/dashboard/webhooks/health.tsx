import type { ReactNode } from 'react'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { count, Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { type Endpoint, TONES, useWebhookTexts } from './texts.ts'

const useTexts = texts({
  en: {
    about: {
      untried: 'Nothing was sent yet. Send a test to see whether your receiver answers.',
      healthy: 'Your receiver takes what it is sent.',
      unhealthy:
        'The last three attempts failed. Nothing is lost: each delivery is tried for about nine hours.',
    },
    waiting: 'Waiting',
    failed: 'Given up',
    last: 'Last attempt',
    delivered: 'Last delivered',
    never: 'never',
    trouble: 'The last attempt failed',
  },
  ms: {
    about: {
      untried: 'Belum ada yang dihantar. Hantar ujian untuk lihat sama ada penerima anda menjawab.',
      healthy: 'Penerima anda menerima apa yang dihantar.',
      unhealthy:
        'Tiga percubaan terakhir gagal. Tiada yang hilang: setiap penghantaran dicuba selama kira-kira sembilan jam.',
    },
    waiting: 'Menunggu',
    failed: 'Dihentikan',
    last: 'Percubaan terakhir',
    delivered: 'Terakhir dihantar',
    never: 'tidak pernah',
    trouble: 'Percubaan terakhir gagal',
  },
})

/** How it is going, before anything else. */
export function Health({ endpoint }: { endpoint: Endpoint }) {
  const words = useTexts()
  const { healths } = useWebhookTexts()
  const { health, pending, failed, last_attempt_at, last_delivered_at, last_error } = endpoint
  const at = (time: string | null) => (time ? <Time at={time} /> : words.never)
  return (
    <section className="grid gap-4 rounded-md border bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[health]}>{healths[health]}</Badge>
        <p className="text-sm">{words.about[health]}</p>
      </div>
      {last_error && (
        <p className="flex gap-2 text-sm text-alarm">
          <Icon name="warning" />
          <span className="min-w-0 break-words">
            {words.trouble}: {last_error}
          </span>
        </p>
      )}
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact name={words.waiting}>{count(pending)}</Fact>
        <Fact name={words.failed}>{count(failed)}</Fact>
        <Fact name={words.last}>{at(last_attempt_at)}</Fact>
        <Fact name={words.delivered}>{at(last_delivered_at)}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-base font-medium tabular-nums">{children}</dd>
    </div>
  )
}
