import { texts } from '../i18n.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { Status } from './filters.ts'

export const STATUSES: Status[] = ['open', 'pending', 'closed']
const TONES: Record<Status, Tone> = { open: 'good', pending: 'wait', closed: 'plain' }

export const useStatusNames = texts<Record<Status, string>>({
  en: { open: 'Open', pending: 'Waiting', closed: 'Closed' },
  ms: { open: 'Terbuka', pending: 'Menunggu', closed: 'Ditutup' },
})

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{useStatusNames()[status]}</Badge>
}
