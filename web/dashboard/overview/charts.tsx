import { useState } from 'react'
import { useChannelName } from '../app/channels.ts'
import { Choice } from '../ui/choice.tsx'
import { count, ringgit } from '../ui/format.tsx'
import { ChartCard } from './chart-card.tsx'
import { DayBars } from './day-bars.tsx'
import type { Counted } from './numbers.tsx'
import type { Period } from './period.ts'
import { dayName, percent } from './scale.ts'
import { type Share, ShareBars } from './share-bars.tsx'
import { useOverviewTexts } from './texts.ts'

const metrics = ['conversations', 'orders', 'revenue'] as const
type Metric = (typeof metrics)[number]
type Day = Counted['by_day'][number]

/** More channels than these are told together. */
const MOST_CHANNELS = 6

/** How many came, by day. Today alone is one bar, so it stands in its week. */
export function ByDay({ now, days, period }: { now: Counted; days: Day[]; period: Period }) {
  const words = useOverviewTexts()
  const [metric, setMetric] = useState<Metric>('conversations')
  const say: Record<Metric, (value: number, when: string) => string> = {
    conversations: words.saidConversations,
    orders: words.saidOrders,
    revenue: (value, when) => words.saidRevenue(ringgit(value), when),
  }
  const show = (value: number) => (metric === 'revenue' ? ringgit(value) : count(value))
  const nameOf = (date: string) => (date === now.to ? words.today : dayName(date, 'long'))
  const best = days.reduce((most, day) => (day[metric] > most[metric] ? day : most), days[0] as Day)
  const sentence = [
    say[metric](now[metric], words.inPeriod[period]),
    ...(best[metric] > 0 && days.length > 1 ? [words.most(nameOf(best.date), show(best[metric]))] : []),
  ].join('; ')
  return (
    <ChartCard
      question={words.questions[metric]}
      sentence={`${sentence}.`}
      className="xl:col-span-2"
      table={{
        columns: [words.day, ...metrics.map((name) => words[name])],
        rows: days.map(({ date, conversations, orders, revenue }) => ({
          key: date,
          cells: [nameOf(date), count(conversations), count(orders), ringgit(revenue)],
        })),
      }}
      actions={
        <Choice
          label={words.show}
          hideLabel
          value={metric}
          options={metrics.map((value) => [value, words[value]])}
          onChange={setMetric}
        />
      }
    >
      {(sentenceId) => (
        <DayBars
          labelledBy={sentenceId}
          label={words.day}
          unit={metric === 'revenue' ? 'RM' : ''}
          isWhole={metric !== 'revenue'}
          bars={days.map((day) => ({
            date: day.date,
            value: day[metric],
            label:
              day.date === now.to ? words.today : dayName(day.date, days.length > 7 ? 'date' : 'weekday'),
            says: `${nameOf(day.date)}: ${say[metric](day[metric], '').trim()}`,
            isMeant: day.date >= now.from,
          }))}
        />
      )}
    </ChartCard>
  )
}

export function ByOutcome({ now }: { now: Counted }) {
  const words = useOverviewTexts()
  const shares = (Object.keys(words.outcomes) as (keyof typeof words.outcomes)[]).map((key) => ({
    key,
    name: words.outcomes[key],
    value: now.by_outcome[key],
  }))
  return <Shares question={words.questions.outcome} column={words.outcome} parts={shares} />
}

export function ByChannel({ now }: { now: Counted }) {
  const words = useOverviewTexts()
  const nameOf = useChannelName()
  const all = Object.entries(now.by_channel)
    .map(([key, value]) => ({ key, name: nameOf(key), value }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name))
  const rest = all.length > MOST_CHANNELS ? all.slice(MOST_CHANNELS - 1) : []
  const shown = all.slice(0, all.length - rest.length)
  const others = {
    key: '…',
    name: words.others(rest.length),
    value: rest.reduce((sum, { value }) => sum + value, 0),
  }
  return (
    <Shares
      question={words.questions.channel}
      column={words.channel}
      parts={rest.length > 0 ? [...shown, others] : shown}
    />
  )
}

function Shares({
  question,
  column,
  parts,
}: {
  question: string
  column: string
  parts: Omit<Share, 'says'>[]
}) {
  const words = useOverviewTexts()
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const says = ({ name, value }: Omit<Share, 'says'>) => words.ofConversations(name, value, whole)
  const best = parts.reduce<(typeof parts)[number] | undefined>(
    (most, part) => (part.value > (most?.value ?? 0) ? part : most),
    undefined,
  )
  return (
    <ChartCard
      question={question}
      sentence={best ? `${words.largest}: ${says(best)}.` : words.none}
      table={{
        columns: [column, words.conversations, words.share],
        rows: parts.map(({ key, name, value }) => ({
          key,
          cells: [name, count(value), percent(value, whole)],
        })),
      }}
    >
      {(sentenceId) => (
        <ShareBars labelledBy={sentenceId} shares={parts.map((part) => ({ ...part, says: says(part) }))} />
      )}
    </ChartCard>
  )
}
