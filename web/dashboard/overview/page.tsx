import { getRouteApi, Link } from '@tanstack/react-router'
import { queryClient, useApi } from '../api/queries.ts'
import { useAgent } from '../app/agent.tsx'
import { useNames } from '../app/navigation.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, ErrorNote, Skeleton } from '../ui/states.tsx'
import { ByChannel, ByDay, ByOutcome } from './charts.tsx'
import { Checklist } from './checklist.tsx'
import { Needs } from './needs.tsx'
import { type Counted, Numbers, NumbersSkeleton } from './numbers.tsx'
import { type Period, periods, spanBefore, spanOf } from './period.ts'
import { useOverviewTexts } from './texts.ts'

const route = getRouteApi('/shell/')
/** Changes are told live; that a new day has begun is not. */
const DAY_CHECK_MS = 5 * 60_000

// Who comes back from adding a product or setting a webhook, which no event tells, sees it ticked.
queryClient.setQueryDefaults(['overview'], { staleTime: 0 })

export function Overview() {
  const { period = 'today', agent } = route.useSearch()
  const names = useNames()
  const of = agent ? { agent_id: agent } : {}
  const today = useApi('GET /overview', { query: of }, { refetchInterval: DAY_CHECK_MS })
  return (
    <Page title={names.overview} wide actions={<Choices period={period} agent={agent} />}>
      <Needs />
      {today.data && <Checklist setup={today.data.data.setup} />}
      {today.error && !today.data ? (
        <ErrorNote error={today.error} retry={() => void today.refetch()} />
      ) : today.data ? (
        <Figures today={today.data.data} period={period} of={of} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

/** What the days come to. Which day it is, is the shop's to say, so the other spans are asked for after today. */
function Figures({ today, period, of }: { today: Counted; period: Period; of: { agent_id?: string } }) {
  const spanned = useSpan(spanOf(period, today.to), of, period !== 'today')
  const before = useSpan(spanBefore(period, today.to), of)
  const week = useSpan(spanOf('week', today.to), of)
  const now = period === 'today' ? today : spanned.data?.data
  const days = period === 'today' ? week.data?.data.by_day : now?.by_day
  const failed = [spanned, week].find(({ error }) => error)
  if (failed && !(now && days)) return <ErrorNote error={failed.error} retry={() => void failed.refetch()} />
  if (!now || !days) return <Waiting />
  const isQuiet = now.conversations === 0 && now.orders === 0
  return (
    <>
      <Numbers now={now} before={before.error ? null : before.data?.data} period={period} />
      {isQuiet && days.every(({ conversations, orders }) => conversations === 0 && orders === 0) ? (
        <Quiet period={period} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
          <ByDay now={now} days={days} period={period} />
          <ByOutcome now={now} />
          <ByChannel now={now} />
        </div>
      )}
    </>
  )
}

function useSpan(span: { from: string; to: string }, of: { agent_id?: string }, enabled = true) {
  return useApi('GET /overview', { query: { ...span, ...of } }, { enabled })
}

function Choices({ period, agent }: { period: Period; agent: string | undefined }) {
  const words = useOverviewTexts()
  const navigate = route.useNavigate()
  const { agents } = useAgent()
  return (
    <>
      {agents.length > 1 && (
        <Select
          label={words.agent}
          hideLabel
          value={agent ?? ''}
          options={[['', words.allAgents], ...agents.map(({ id, name }): [string, string] => [id, name])]}
          onChange={({ target }) => void navigate({ search: (now) => ({ ...now, agent: target.value }) })}
        />
      )}
      <Choice
        label={words.period}
        hideLabel
        value={period}
        options={periods.map((one) => [one, words.periods[one]])}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, period: next }), replace: true })}
      />
    </>
  )
}

function Quiet({ period }: { period: Period }) {
  const words = useOverviewTexts()
  return (
    <div className="rounded-md border bg-card">
      <Empty
        icon="overview"
        title={words.quiet[period]}
        action={
          <Button asChild>
            {period === 'month' ? (
              <Link to="/website">{words.tryIt}</Link>
            ) : (
              <Link to="/" search={(now: object) => ({ ...now, period: 'month' as const })}>
                {words.longer}
              </Link>
            )}
          </Button>
        }
      >
        {words.quietAbout}
      </Empty>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <NumbersSkeleton />
      <div className="grid gap-3 xl:grid-cols-2">
        <Skeleton className="h-72 rounded-md xl:col-span-2" />
        <Skeleton className="h-56 rounded-md" />
        <Skeleton className="h-56 rounded-md" />
      </div>
    </>
  )
}
