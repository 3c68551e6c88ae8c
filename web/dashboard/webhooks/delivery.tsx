import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useApi, useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock, Copyable } from '../ui/copy.tsx'
import { exactTime, Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card, Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { type FullDelivery, TONES, useWebhookTexts } from './texts.ts'

const useTexts = texts({
  en: {
    back: 'All webhook deliveries',
    title: 'Delivery',
    id: 'Delivery id',
    copyId: 'Copy the delivery id',
    happened: 'Happened',
    next: 'Next attempt',
    attempts: 'Attempts',
    none: 'It was not tried yet.',
    body: 'What is sent',
    bodyAbout: 'The signature is over the exact text, which is one line.',
    pretty: 'For reading',
    raw: 'Exactly as sent',
    good: 'Taken',
    state: 'State',
  },
  ms: {
    back: 'Semua penghantaran webhook',
    title: 'Penghantaran',
    id: 'Id penghantaran',
    copyId: 'Salin id penghantaran',
    happened: 'Berlaku',
    next: 'Percubaan seterusnya',
    attempts: 'Percubaan',
    none: 'Belum dicuba.',
    body: 'Apa yang dihantar',
    bodyAbout: 'Tandatangan dibuat atas teks yang tepat, iaitu satu baris.',
    pretty: 'Untuk dibaca',
    raw: 'Tepat seperti dihantar',
    good: 'Diterima',
    state: 'Keadaan',
  },
})
const LOOK_AGAIN_MS = 3_000

export function Delivery() {
  const { id } = useParams({ from: '/shell/integrations/webhooks/$id' })
  const words = useTexts()
  const shared = useWebhookTexts()
  const tell = useTell()
  const [isWaiting, setWaiting] = useState(false)
  const { data, error, refetch } = useApi(
    'GET /webhook/deliveries/:id',
    { params: { id } },
    { refetchInterval: isWaiting ? LOOK_AGAIN_MS : false },
  )
  const delivery = data?.data
  const isPending = delivery?.status === 'pending'
  if (delivery && isWaiting !== isPending) setWaiting(isPending)
  const replay = useDeed('POST /webhook/deliveries/:id/replay', {
    quiet: true,
    onDone: () => tell({ text: shared.replayed }),
  })
  const isUnderWay = replay.error instanceof ApiError && replay.error.code === 'under way'
  return (
    <Page
      title={delivery ? `${words.title}: ${delivery.event}` : words.title}
      about={<BackLink name={words.back} />}
      actions={
        delivery && (
          <Button
            look="primary"
            icon="refresh"
            busy={replay.isPending}
            onClick={() => replay.mutate({ params: { id } })}
          >
            {shared.replay}
          </Button>
        )
      }
    >
      {error && !delivery && <ErrorNote error={error} retry={() => void refetch()} />}
      {!delivery && !error && <SkeletonRows rows={3} className="h-24" />}
      {isUnderWay && (
        <p role="alert" className="rounded-md bg-wait-soft p-3 text-sm text-wait">
          {shared.underWay}
        </p>
      )}
      {replay.error && !isUnderWay && <ErrorNote error={replay.error} />}
      {delivery && (
        <>
          <Facts delivery={delivery} />
          <Attempts delivery={delivery} />
          <Body body={delivery.body} />
        </>
      )}
    </Page>
  )
}

function BackLink({ name }: { name: string }) {
  return (
    <Link to="/integrations/webhooks" className="inline-flex items-center gap-1 text-accent underline">
      <Icon name="back" size={14} />
      {name}
    </Link>
  )
}

function Facts({ delivery }: { delivery: FullDelivery }) {
  const words = useTexts()
  const { statuses } = useWebhookTexts()
  const { id, status, created_at, next_attempt_at } = delivery
  return (
    <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <div>
        <dt className="sr-only">{words.state}</dt>
        <dd>
          <Badge tone={TONES[status]}>{statuses[status]}</Badge>
        </dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-quiet">{words.happened}</dt>
        <dd>
          <Time at={created_at} />
        </dd>
      </div>
      {status === 'pending' && next_attempt_at && (
        <div className="flex gap-2">
          <dt className="text-quiet">{words.next}</dt>
          <dd>
            <Time at={next_attempt_at} />
          </dd>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-2">
        <dt className="text-quiet">{words.id}</dt>
        <dd>
          <Copyable text={id} label={words.copyId} />
        </dd>
      </div>
    </dl>
  )
}

function Attempts({ delivery: { log } }: { delivery: FullDelivery }) {
  const words = useTexts()
  const shared = useWebhookTexts()
  return (
    <Card title={words.attempts}>
      {log.length === 0 && <p className="text-sm text-quiet">{words.none}</p>}
      <ol className="grid gap-3">
        {log.map(({ at, status, error, duration_ms }) => (
          <li key={at} className="flex gap-3 text-sm">
            <Icon
              name={error === null ? 'check' : 'close'}
              className={error === null ? 'mt-0.5 text-good' : 'mt-0.5 text-alarm'}
            />
            <div className="min-w-0">
              <p className="break-words">
                {error === null ? words.good : error}
                {status !== null && error === null && ` · ${shared.answered(status)}`}
              </p>
              <p className="text-xs text-quiet">
                <time dateTime={at}>{exactTime(at)}</time> · {shared.milliseconds(duration_ms)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Body({ body }: { body: string }) {
  const words = useTexts()
  const [isRaw, setRaw] = useState(false)
  return (
    <Card
      title={words.body}
      about={words.bodyAbout}
      actions={[false, true].map((raw) => (
        <Button
          key={String(raw)}
          look={raw === isRaw ? 'plain' : 'quiet'}
          aria-pressed={raw === isRaw}
          onClick={() => setRaw(raw)}
        >
          {raw ? words.raw : words.pretty}
        </Button>
      ))}
    >
      <CodeBlock text={isRaw ? body : pretty(body)} />
    </Card>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
