import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, type Item, problemWith } from '../api/client.ts'
import { keyOf, useDeed } from '../api/queries.ts'
import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import type { AgentItem } from '../app/save-agent.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { Input } from '../ui/field.tsx'
import { phone, Time } from '../ui/format.tsx'
import { Card, Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { MoreRows } from '../ui/table.tsx'
import { useNumberProblem } from './refusals.ts'

type Barred = Item<'GET /do-not-call'>

const useTexts = texts({
  en: {
    title: 'Who not to call',
    about:
      'Both lists are asked before every call. Numbers on do-not-call are never rung by any agent; who opted out is not rung by that one agent.',
    back: 'All calls',
    doNotCall: 'Do not call',
    doNotCallAbout:
      'Numbers that no agent of this workspace may call: people who complained, wrong numbers, your own.',
    doNotCallEmpty: 'No number is barred. Add one, and no agent rings it again.',
    optOuts: 'Opted out',
    optOutsOf: (agent: string) => `Who does not want calls from ${agent}. Other agents may still call them.`,
    optOutsEmpty: 'Nobody opted out. Who says so in a call or a message is best written down here.',
    number: 'Number to add',
    hint: 'Such as 012-345 6789',
    add: 'Add',
    remove: 'Remove',
    removeName: (number: string) => `Remove ${number}`,
    removeDnc: (number: string) => `Let agents call ${number} again?`,
    removeDncAbout: 'From then on this number can be rung. Do this only if they want to be called.',
    removeOptOut: (number: string) => `Let this agent call ${number} again?`,
    removeOptOutAbout: 'They asked not to be called. Do this only if they asked for calls again.',
    since: 'since',
  },
  ms: {
    title: 'Jangan hubungi',
    about:
      'Kedua-dua senarai disemak sebelum setiap panggilan. Nombor dalam senarai jangan hubungi tidak ditelefon oleh mana-mana ejen; yang menolak tidak ditelefon oleh ejen itu sahaja.',
    back: 'Semua panggilan',
    doNotCall: 'Jangan hubungi',
    doNotCallAbout:
      'Nombor yang tidak boleh ditelefon oleh mana-mana ejen: yang mengadu, nombor salah, nombor anda sendiri.',
    doNotCallEmpty: 'Tiada nombor dihalang. Tambah satu, dan tiada ejen akan menelefonnya lagi.',
    optOuts: 'Menolak panggilan',
    optOutsOf: (agent: string) =>
      `Yang tidak mahu panggilan daripada ${agent}. Ejen lain masih boleh menelefon.`,
    optOutsEmpty: 'Tiada yang menolak. Sesiapa yang menolak dalam panggilan atau mesej, catat di sini.',
    number: 'Nombor untuk ditambah',
    hint: 'Contohnya 012-345 6789',
    add: 'Tambah',
    remove: 'Buang',
    removeName: (number: string) => `Buang ${number}`,
    removeDnc: (number: string) => `Benarkan ejen menelefon ${number} semula?`,
    removeDncAbout: 'Selepas ini nombor ini boleh ditelefon. Buat hanya jika mereka mahu dihubungi.',
    removeOptOut: (number: string) => `Benarkan ejen ini menelefon ${number} semula?`,
    removeOptOutAbout: 'Mereka minta tidak ditelefon. Buat hanya jika mereka minta ditelefon semula.',
    since: 'sejak',
  },
})

export function Lists() {
  const words = useTexts()
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <Button asChild>
          <Link to="/calls">{words.back}</Link>
        </Button>
      }
    >
      <DoNotCall />
      <ForAgent>{(agent) => <OptOuts agent={agent} />}</ForAgent>
    </Page>
  )
}

function DoNotCall() {
  const words = useTexts()
  const list = useBarred(keyOf('GET /do-not-call'), (after) =>
    api('GET /do-not-call', { query: { limit: 100, ...(after ? { after } : {}) } }),
  )
  const add = useDeed('POST /do-not-call', { quiet: true })
  const remove = useDeed('DELETE /do-not-call/:phone')
  return (
    <Card title={words.doNotCall} about={words.doNotCallAbout}>
      <Add
        error={add.error}
        isPending={add.isPending}
        onAdd={(phone, done) => add.mutate({ body: { phone } }, { onSuccess: done })}
      />
      <Numbers
        label={words.doNotCall}
        list={list}
        empty={words.doNotCallEmpty}
        ask={words.removeDnc}
        about={words.removeDncAbout}
        onRemove={(phone) => remove.mutate({ params: { phone } })}
      />
    </Card>
  )
}

function OptOuts({ agent }: { agent: AgentItem }) {
  const words = useTexts()
  const agent_id = agent.id
  const list = useBarred([...keyOf('GET /agents/:agent_id/opt-outs'), agent_id], (after) =>
    api('GET /agents/:agent_id/opt-outs', {
      params: { agent_id },
      query: { limit: 100, ...(after ? { after } : {}) },
    }),
  )
  const add = useDeed('POST /agents/:agent_id/opt-outs', { quiet: true })
  const remove = useDeed('DELETE /agents/:agent_id/opt-outs/:phone')
  return (
    <Card title={words.optOuts} about={words.optOutsOf(agent.name)} actions={<AgentPicker />}>
      <Add
        error={add.error}
        isPending={add.isPending}
        onAdd={(phone, done) => add.mutate({ params: { agent_id }, body: { phone } }, { onSuccess: done })}
      />
      <Numbers
        label={words.optOuts}
        list={list}
        empty={words.optOutsEmpty}
        ask={words.removeOptOut}
        about={words.removeOptOutAbout}
        onRemove={(phone) => remove.mutate({ params: { agent_id, phone } })}
      />
    </Card>
  )
}

function Add({
  error,
  isPending,
  onAdd,
}: {
  error: unknown
  isPending: boolean
  onAdd: (phone: string, done: () => void) => void
}) {
  const words = useTexts()
  const noNumber = useNumberProblem()
  const [number, setNumber] = useState('')
  const isWrong = problemWith(error, 'phone') !== undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (number.trim() !== '') onAdd(number.trim(), () => setNumber(''))
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="flex items-start gap-2">
        <div className="max-w-64 grow">
          <Input
            label={words.number}
            hideLabel
            type="tel"
            autoComplete="off"
            value={number}
            placeholder={words.hint}
            onChange={({ target }) => setNumber(target.value)}
            problem={isWrong ? noNumber : undefined}
          />
        </div>
        <Button type="submit" icon="plus" busy={isPending}>
          {words.add}
        </Button>
      </div>
      {Boolean(error) && !isWrong && <ErrorNote error={error} />}
    </form>
  )
}

function Numbers({
  label,
  list,
  empty,
  ask,
  about,
  onRemove,
}: {
  label: string
  list: ReturnType<typeof useBarred>
  empty: string
  ask: (number: string) => string
  about: string
  onRemove: (phone: string) => void
}) {
  const words = useTexts()
  if (list.isPending) return <SkeletonRows rows={3} className="h-8" />
  if (list.error && list.rows.length === 0)
    return <ErrorNote error={list.error} retry={() => void list.refetch()} />
  if (list.rows.length === 0) return <p className="text-sm text-quiet">{empty}</p>
  return (
    <>
      <ul aria-label={label} className="divide-y rounded-md border">
        {list.rows.map(({ phone: number, created_at }) => (
          <li key={number} className="flex items-center justify-between gap-3 py-1 pl-3 pr-1 text-sm">
            <span className="grid sm:flex sm:gap-3">
              <span className="font-medium tabular-nums">{phone(number)}</span>
              <span className="text-quiet">
                {words.since} <Time at={created_at} />
              </span>
            </span>
            <ConfirmButton
              look="quiet"
              aria-label={words.removeName(phone(number))}
              title={ask(phone(number))}
              about={about}
              confirm={words.remove}
              onConfirm={() => onRemove(number)}
            >
              {words.remove}
            </ConfirmButton>
          </li>
        ))}
      </ul>
      <MoreRows pages={list} />
    </>
  )
}

/** Page by page, by the last number held. */
function useBarred(
  key: readonly unknown[],
  ask: (after: string | undefined) => Promise<{ data: Barred[]; hasMore: boolean }>,
) {
  const pages = useInfiniteQuery({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.phone : undefined),
  })
  return { ...pages, rows: pages.data?.pages.flatMap(({ data }) => data) ?? [] }
}
