import { Link } from '@tanstack/react-router'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { type Alert, alertIcon, alertPath, useAlertTitle, useReason } from './alerts.ts'

const useTexts = texts({
  en: { seen: (title: string) => `Mark as seen: ${title}`, list: 'Waiting for a person' },
  ms: { seen: (title: string) => `Tanda sudah dilihat: ${title}`, list: 'Menunggu seseorang' },
})

/** Alerts one can go to, or put away. */
export function AlertList({ alerts, onGo }: { alerts: Alert[]; onGo?: () => void }) {
  const words = useTexts()
  return (
    <ul aria-label={words.list} className="divide-y">
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} {...(onGo ? { onGo } : {})} />
      ))}
    </ul>
  )
}

function AlertRow({ alert, onGo }: { alert: Alert; onGo?: () => void }) {
  const words = useTexts()
  const title = useAlertTitle()(alert)
  const reason = useReason()(alert.reason)
  const seen = useDeed('POST /alerts/:id/seen')
  return (
    <li className="flex items-center gap-1">
      <Link
        to={alertPath(alert)}
        onClick={onGo}
        className="flex min-w-0 grow items-start gap-3 rounded-md p-2 hover:bg-hover"
      >
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-wait-soft text-wait">
          <Icon name={alertIcon(alert)} size={16} />
        </span>
        <span className="grid min-w-0 grow">
          <span className="flex items-baseline justify-between gap-3">
            <span className="truncate text-sm font-medium">{title}</span>
            <Time at={alert.created_at} className="shrink-0 text-xs text-quiet" />
          </span>
          <span className="line-clamp-2 text-xs text-quiet wrap-anywhere">{reason}</span>
        </span>
      </Link>
      <IconButton
        icon="check"
        label={words.seen(title)}
        disabled={seen.isPending}
        onClick={() => seen.mutate({ params: { id: alert.id } })}
      />
    </li>
  )
}
