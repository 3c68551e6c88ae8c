import type { ReactNode } from 'react'
import type { Item } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { useNames } from '../app/navigation.ts'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { count } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card, Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { Ledger } from './ledger.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

const useTexts = texts({
  en: {
    about: 'What your workspace may do and what it has left. Replies and minutes of voice use credits.',
    credits: 'Credits',
    plan: 'Plan',
    plans: { free: 'Free', paid: 'Paid' },
    calls: 'Phone calls',
    callsOk: 'Possible: paid and verified',
    callsNo: 'Need a paid plan and a verified business',
    verified: 'Verified',
    unverified: 'Not verified',
    none: 'No credits are left. Customers are not answered by the agent: every conversation is handed to your team, and no call begins.',
    noCalls: 'Less than a minute of calls is left (400 credits a minute), so no call begins.',
    low: 'Credits run low. Top up before the agent has to stop.',
    topUp: 'Top up credits',
    topUpAbout:
      'Whoever runs the service sets the balance with one command. It sets the whole balance, so add what is left.',
    demo: 'This is the demo shop.',
  },
  ms: {
    about:
      'Apa yang ruang kerja anda boleh buat dan baki yang ada. Balasan dan minit suara menggunakan kredit.',
    credits: 'Kredit',
    plan: 'Pelan',
    plans: { free: 'Percuma', paid: 'Berbayar' },
    calls: 'Panggilan telefon',
    callsOk: 'Boleh: berbayar dan disahkan',
    callsNo: 'Perlukan pelan berbayar dan perniagaan yang disahkan',
    verified: 'Disahkan',
    unverified: 'Belum disahkan',
    none: 'Kredit sudah habis. Ejen tidak menjawab pelanggan: setiap perbualan diserahkan kepada pasukan anda, dan tiada panggilan bermula.',
    noCalls: 'Baki kurang daripada seminit panggilan (400 kredit seminit), jadi tiada panggilan bermula.',
    low: 'Kredit hampir habis. Tambah sebelum ejen terpaksa berhenti.',
    topUp: 'Tambah kredit',
    topUpAbout:
      'Pengendali perkhidmatan menetapkan baki dengan satu arahan. Ia menetapkan seluruh baki, jadi campurkan baki yang ada.',
    demo: 'Ini kedai demo.',
  },
})

export type Workspace = Item<'GET /workspace'>

export function Plan() {
  const words = useTexts()
  const { data, error, refetch } = useApi('GET /workspace', {})
  const workspace = data?.data
  return (
    <Page title={useNames().plan} about={words.about}>
      {!data && !error && <SkeletonRows rows={3} className="h-24" />}
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      {workspace && (
        <>
          <Balance workspace={workspace} />
          <WorkspaceForm key={workspace.id} workspace={workspace} />
          <Card title={words.topUp} about={words.topUpAbout}>
            <CodeBlock text={topUpCommand(workspace)} />
          </Card>
          <Ledger />
        </>
      )}
    </Page>
  )
}

const TOP_UP = 10_000

function topUpCommand({ id, credits }: Workspace): string {
  return `npm run -s icebot -- workspace update ${id} --credits ${Math.max(credits, 0) + TOP_UP}`
}

function Balance({ workspace }: { workspace: Workspace }) {
  const words = useTexts()
  const { name, plan, verified, credits, is_demo } = workspace
  const warning = useWarning(workspace)
  return (
    <Card title={name} {...(is_demo ? { about: words.demo } : {})}>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact name={words.credits}>
          <span className="text-xl font-semibold tabular-nums">{count(credits)}</span>
        </Fact>
        <Fact name={words.plan}>
          <span className="flex flex-wrap gap-2">
            <Badge tone={plan === 'paid' ? 'accent' : 'plain'}>{words.plans[plan]}</Badge>
            <Badge tone={verified ? 'good' : 'plain'}>{verified ? words.verified : words.unverified}</Badge>
          </span>
        </Fact>
        <Fact name={words.calls}>{plan === 'paid' && verified ? words.callsOk : words.callsNo}</Fact>
      </dl>
      {warning && (
        <p role="status" className="flex gap-2 rounded-md bg-wait-soft p-3 text-sm text-wait">
          <Icon name="warning" />
          {warning}
        </p>
      )}
    </Card>
  )
}

/** Five minutes of voice: what the service itself raises an alert at. */
const LOW_WITH_CALLS = 2_000
const LOW = 100
const MINUTE = 400

function useWarning({ plan, credits }: Workspace): string | undefined {
  const words = useTexts()
  if (credits <= 0) return words.none
  if (plan === 'paid' && credits < MINUTE) return words.noCalls
  return credits < (plan === 'paid' ? LOW_WITH_CALLS : LOW) ? words.low : undefined
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  )
}
