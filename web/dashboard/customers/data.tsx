import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, type Item } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { useCalled } from '../app/called.ts'
import { useIsOwner } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { download } from '../ui/download.ts'
import { Input } from '../ui/field.tsx'
import { phone } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { useCustomerTexts } from './texts.ts'

export type CustomerDetail = Item<'GET /customers/:key'>

/** What the law lets customers ask for: to have what is kept about them, and to be forgotten. */
export function DataCard({ customer }: { customer: CustomerDetail }) {
  const words = useCustomerTexts()
  const tell = useTell()
  const isOwner = useIsOwner()
  const [isErasing, setErasing] = useState(false)
  const kept = useDeed('GET /customers/:key/export', {
    touches: ['audit'],
    onDone: ({ data }) => {
      save(data, customer)
      tell({ text: words.exported })
    },
  })
  return (
    <Card title={words.data} about={words.dataAbout}>
      <div className="flex flex-wrap gap-2">
        <Button
          icon="download"
          busy={kept.isPending}
          onClick={() => kept.mutate({ params: { key: customer.key } })}
        >
          {words.export}
        </Button>
        {isOwner && (
          <Button icon="trash" className="text-alarm" onClick={() => setErasing(true)}>
            {words.erase}
          </Button>
        )}
      </div>
      {!isOwner && <p className="text-xs text-quiet">{words.onlyOwners}</p>}
      {isErasing && <Erasing customer={customer} onClose={() => setErasing(false)} />}
    </Card>
  )
}

function Erasing({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const words = useCustomerTexts()
  const called = useCalled()
  const tell = useTell()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const erase = useDeed('POST /customers/:key/erase', {
    quiet: true,
    touches: ['conversations', 'orders', 'calls', 'alerts', 'overview', 'audit'],
    onDone: ({ data }) => {
      tell({ text: words.erased(data.conversations, data.orders) })
      void navigate({ to: '/customers', replace: true })
    },
  })
  const name = called(customer)
  const isSure = means(typed, name, customer.phone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSure && !erase.isPending) erase.mutate({ params: { key: customer.key } })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.eraseTitle(name)}>
      <form onSubmit={submit} className="grid gap-4">
        <Points title={words.goes} list={words.goesList} icon="trash" />
        <Points title={words.stays} list={words.staysList} icon="check" />
        {erase.error && <Refusal error={erase.error} />}
        <Input
          label={words.typeIt(`“${name}”`)}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button type="submit" look="danger" disabled={!isSure} busy={erase.isPending}>
            {words.eraseNow}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Points({ title, list, icon }: { title: string; list: string[]; icon: 'trash' | 'check' }) {
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-1 text-quiet">
        {list.map((point) => (
          <li key={point} className="flex gap-2">
            <Icon name={icon} size={14} className="mt-1" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Refusal({ error }: { error: unknown }) {
  const words = useCustomerTexts()
  const sentence = error instanceof ApiError ? words.refusals[error.code] : undefined
  if (!sentence) return <ErrorNote error={error} />
  return (
    <p role="alert" className="flex gap-3 rounded-md bg-alarm-soft p-3 text-sm text-alarm">
      <Icon name="warning" />
      {sentence}
    </p>
  )
}

/** The name in any case, or the number in any of the ways it is written. */
function means(typed: string, name: string, number: string | null): boolean {
  const text = typed.trim().toLowerCase()
  if (text === '') return false
  if (text === name.trim().toLowerCase()) return true
  const digits = (one: string) => one.replace(/\D/g, '')
  return (
    number !== null && digits(text) !== '' && [digits(number), digits(phone(number))].includes(digits(text))
  )
}

function save(data: unknown, { name, phone: number, key }: CustomerDetail): void {
  const called = (name ?? number ?? key).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  download(`customer-${called}.json`, 'application/json', JSON.stringify(data, null, 2))
}
