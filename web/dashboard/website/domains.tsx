import { useState } from 'react'
import type { Item } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { useSettled } from '../ui/settled.ts'
import { bareOf, isShopHost, originOf, portOf } from './hosts.ts'
import { useTexts } from './texts.ts'

type Explanation = Item<'POST /agents/:agent_id/domains/check'>
type Judged = Explanation['entries'][number]

const MOST = 50

/** Where the chat may appear, with why an address would or would not be let in. */
export function Domains({
  agentId,
  entries,
  onChange,
}: {
  agentId: string
  entries: string[]
  onChange: (next: string[]) => void
}) {
  const words = useTexts()
  const [address, setAddress] = useState('')
  const tested = useCheck(agentId, address, entries)
  const add = (entry: string) => onChange([...new Set([...entries, entry])])
  return (
    <Card title={words.domains} about={words.domainsAbout}>
      {entries.length === 0 && (
        <p className="flex gap-2 rounded-md bg-wait-soft p-3 text-sm text-wait">
          <Icon name="warning" />
          {words.nowhere}
        </p>
      )}
      {entries.length > 0 && (
        <ul className="grid">
          {entries.map((entry) => (
            <Entry
              key={entry}
              entry={entry}
              entries={entries}
              judged={tested?.origin ? tested.entries.find((one) => one.entry === entry) : undefined}
              port={portOf(tested?.origin)}
              onAdd={add}
              onRemove={() => onChange(entries.filter((one) => one !== entry))}
            />
          ))}
        </ul>
      )}
      <div className="grid gap-4 border-t pt-4 sm:grid-cols-2">
        <NewEntry agentId={agentId} entries={entries} onAdd={add} />
        <div className="grid content-start gap-2">
          <Input
            label={words.test}
            hint={words.testHint}
            type="text"
            inputMode="url"
            placeholder="https://www.kedai.my/menu"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={dontSubmit}
          />
          {tested && <Verdict tested={tested} onAdd={add} />}
        </div>
      </div>
    </Card>
  )
}

function Entry({
  entry,
  entries,
  judged,
  port,
  onAdd,
  onRemove,
}: {
  entry: string
  entries: string[]
  judged: Judged | undefined
  port: string
  onAdd: (entry: string) => void
  onRemove: () => void
}) {
  const words = useTexts()
  const isWildcard = entry.startsWith('*.')
  const bare = bareOf(entry)
  const www = isShopHost(entry) && !entries.includes(`www.${entry}`) && !entries.includes(`*.${entry}`)
  return (
    <li className="flex items-center gap-3 border-t py-2 first:border-t-0">
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <code className="break-all font-mono text-sm">{entry}</code>
            {judged && (
              <Badge tone={judged.matches ? 'good' : 'plain'}>
                <Icon name={judged.matches ? 'check' : 'close'} size={14} />
                {judged.matches ? words.matches : words.matchesNot}
              </Badge>
            )}
          </p>
          <p className="text-xs text-quiet">
            {judged?.why
              ? words.why[judged.why](bare, port)
              : isWildcard
                ? words.allowsSubdomains(bare)
                : [words.allows(originOf(entry)), www && words.notWww(entry)].filter(Boolean).join(', ')}
          </p>
        </div>
        {www && (
          <Button look="quiet" icon="plus" onClick={() => onAdd(`www.${entry}`)}>
            {words.alsoAdd(`www.${entry}`)}
          </Button>
        )}
      </div>
      <IconButton icon="trash" label={words.remove(entry)} onClick={onRemove} />
    </li>
  )
}

/** What is being written is judged with the rest of the list, as the service would. */
function NewEntry({
  agentId,
  entries,
  onAdd,
}: {
  agentId: string
  entries: string[]
  onAdd: (entry: string) => void
}) {
  const words = useTexts()
  const [written, setWritten] = useState('')
  const text = written.trim()
  const before = useCheck(agentId, text, entries)
  const after = useCheck(agentId, text, [...entries, text])
  const own = after?.entries.at(-1)
  const fault = text !== '' && own?.why && !own.matches ? words.why[own.why](bareOf(text), '') : undefined
  // What the service made of it: in lower case, and as browsers send it.
  const entry = own && !fault ? own.entry : undefined
  const suggestion = fault ? (before?.suggestion ?? undefined) : undefined
  const add = (next: string) => {
    onAdd(next)
    setWritten('')
  }
  const hint =
    before?.allowed && !fault
      ? words.already(before.entry ?? '')
      : entry && !entry.startsWith('*.')
        ? words.willAllow(originOf(entry))
        : entry
          ? words.allowsSubdomains(bareOf(entry))
          : words.entryHint
  return (
    <div className="grid content-start gap-2">
      <div className="flex items-start gap-2">
        <div className="grow">
          <Input
            label={words.entry}
            hint={hint}
            problem={fault}
            placeholder="kedai.my"
            autoComplete="off"
            spellCheck={false}
            value={written}
            onChange={({ target }) => setWritten(target.value)}
            onKeyDown={(event) => {
              dontSubmit(event)
              if (event.key === 'Enter' && entry) add(entry)
            }}
          />
        </div>
        <Button
          icon="plus"
          className="mt-6.75"
          disabled={!entry || entries.length >= MOST}
          onClick={() => entry && add(entry)}
        >
          {words.add}
        </Button>
      </div>
      {suggestion && (
        <div>
          <Button icon="check" onClick={() => add(suggestion)}>
            {words.use(suggestion)}
          </Button>
        </div>
      )}
    </div>
  )
}

function Verdict({ tested, onAdd }: { tested: Explanation; onAdd: (entry: string) => void }) {
  const words = useTexts()
  const { allowed, origin, entry, why, suggestion } = tested
  return (
    <div
      role="status"
      className={`grid gap-2 rounded-md p-3 text-sm ${allowed ? 'bg-good-soft text-good' : 'bg-wait-soft text-wait'}`}
    >
      <p className="flex gap-2">
        <Icon name={allowed ? 'check' : 'warning'} />
        <span className="break-words">
          {allowed ? words.yes(origin ?? '', entry ?? '') : why && words.refusals[why]}
        </span>
      </p>
      {suggestion && (
        <div>
          <Button icon="plus" className="text-ink" onClick={() => onAdd(suggestion)}>
            {words.alsoAdd(suggestion)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What the service says to an address with these entries, once somebody pauses. */
function useCheck(agentId: string, address: string, entries: string[]): Explanation | undefined {
  const origin = useSettled(address.trim())
  const body = { origin, allowed_domains: entries }
  const { data } = useApi(
    'POST /agents/:agent_id/domains/check',
    { params: { agent_id: agentId }, body },
    { enabled: origin !== '' && origin === address.trim() },
  )
  return address.trim() === '' ? undefined : data?.data
}

const dontSubmit = (event: { key: string; preventDefault(): void }) => {
  if (event.key === 'Enter') event.preventDefault()
}
