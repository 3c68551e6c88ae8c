import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { problemWith } from '../api/client.ts'
import { useApi, useDeed } from '../api/queries.ts'
import { useAgent } from '../app/agent.tsx'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Input, Select } from '../ui/field.tsx'
import { count } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { toE164 } from './number.ts'
import { useNumberProblem, useRefusal } from './refusals.ts'
import { type Row, Variables, variablesIn, variablesOf } from './variables.tsx'

const useTexts = texts({
  en: {
    title: 'Place a call',
    about: 'Your agent rings this number and talks. The call is recorded and says so.',
    number: 'Phone number',
    numberHint: 'Such as 012-345 6789',
    rings: (number: string) => `Rings ${number}`,
    agent: 'Agent who calls',
    noVoice: 'no voice',
    sandbox:
      'Calls are simulated here: no real phone rings. A simulated customer picks up, talks and orders something.',
    price: (left: string) => `A minute costs 400 credits; you have ${left}.`,
    call: 'Call now',
    cancel: 'Cancel',
  },
  ms: {
    title: 'Buat panggilan',
    about: 'Ejen anda menelefon nombor ini dan bercakap. Panggilan dirakam dan ini diberitahu.',
    number: 'Nombor telefon',
    numberHint: 'Contohnya 012-345 6789',
    rings: (number: string) => `Menelefon ${number}`,
    agent: 'Ejen yang menelefon',
    noVoice: 'tiada suara',
    sandbox:
      'Panggilan di sini simulasi: tiada telefon sebenar berdering. Pelanggan simulasi menjawab, berbual dan memesan.',
    price: (left: string) => `Seminit berharga 400 kredit; anda ada ${left}.`,
    call: 'Telefon sekarang',
    cancel: 'Batal',
  },
})

/** One call, placed once however often the button is pressed. */
export function PlaceCall({ number: given, onClose }: { number: string; onClose: () => void }) {
  const words = useTexts()
  const navigate = useNavigate()
  const { agent: usual, agents } = useAgent()
  const { data: workspace } = useApi('GET /workspace', {})
  const [number, setNumber] = useState(given)
  const [agentId, setAgentId] = useState<string>()
  const [rows, setRows] = useState<Row[]>()
  const [wasChecked, setChecked] = useState(false)
  const keyFor = useOnceKey()
  const noNumber = useNumberProblem()
  const able = usual?.voice ? usual : agents.find(({ voice }) => voice)
  const agent = agents.find(({ id }) => id === agentId) ?? able ?? usual
  const shown = rows ?? variablesIn(agent)
  const body = { to: number.trim(), variables: variablesOf(shown) }
  const place = useDeed('POST /agents/:agent_id/calls', {
    quiet: true,
    touches: ['conversations', 'overview'],
    headers: () => ({ 'Idempotency-Key': keyFor(`${agent?.id} ${JSON.stringify(body)}`) }),
    onDone: ({ data }) => void navigate({ to: '/calls/$id', params: { id: data.id } }),
  })
  const problem =
    problemWith(place.error, 'to') || (wasChecked && toE164(number) === undefined) ? noNumber : undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    setChecked(true)
    if (!agent || toE164(number) === undefined || place.isPending) return
    place.mutate({ params: { agent_id: agent.id }, body })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title} about={words.about}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <SandboxNote />
        <Input
          label={words.number}
          type="tel"
          autoFocus
          autoComplete="off"
          inputMode="tel"
          required
          value={number}
          onChange={({ target }) => {
            setNumber(target.value)
            setChecked(false)
          }}
          hint={<Preview number={number} />}
          problem={problem}
        />
        {agents.length > 1 && (
          <Select
            label={words.agent}
            value={agent?.id ?? ''}
            onChange={({ target }) => setAgentId(target.value)}
            options={agents.map(({ id, name, voice }) => [id, voice ? name : `${name} (${words.noVoice})`])}
          />
        )}
        <Variables rows={shown} onChange={setRows} error={place.error} />
        {workspace && <p className="text-xs text-quiet">{words.price(count(workspace.data.credits))}</p>}
        {place.error && !problem && <Refused error={place.error} />}
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" icon="calls" type="submit" busy={place.isPending} disabled={!agent}>
            {words.call}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Preview({ number }: { number: string }) {
  const words = useTexts()
  const e164 = toE164(number)
  return <span aria-live="polite">{e164 ? words.rings(e164) : words.numberHint}</span>
}

/** Known by the last call: who carries calls is the operator's setting, and calls say who carried them. */
function SandboxNote() {
  const words = useTexts()
  const { data } = useApi('GET /calls', { query: { limit: 1 } })
  const { data: workspace } = useApi('GET /workspace', {})
  const last = data?.data[0]
  const isSandbox = last ? last.runtime === 'sandbox' : workspace?.data.is_demo
  if (!isSandbox) return null
  return (
    <p className="flex gap-2 rounded-md bg-accent-soft p-3 text-sm text-accent">
      <Icon name="info" />
      {words.sandbox}
    </p>
  )
}

function Refused({ error }: { error: unknown }) {
  const { data: workspace } = useApi('GET /workspace', {})
  const refusal = useRefusal()(error, workspace?.data)
  if (!refusal) return <ErrorNote error={error} />
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-alarm-soft p-3 text-sm text-alarm">
      <p className="flex gap-2">
        <Icon name="warning" />
        {refusal.text}
      </p>
      {refusal.to && (
        <Link to={refusal.to} className="justify-self-start pl-7 font-medium underline">
          {refusal.open}
        </Link>
      )}
    </div>
  )
}

/** A key for each thing that is asked for: the same again is the same call, anything else is another. */
function useOnceKey(): (asked: string) => string {
  const last = useRef({ asked: '', key: '' })
  return (asked) => {
    if (last.current.asked !== asked) last.current = { asked, key: randomKey() }
    return last.current.key
  }
}

/** Not randomUUID: a shop in its own network may have no https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
