import { type FormEvent, useState } from 'react'
import { ApiError, type Body } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { useIsOwner } from '../app/session.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { phone } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import type { Workspace } from './plan.tsx'

const useTexts = texts({
  en: {
    title: 'Workspace',
    members: 'Only an owner can change these.',
    name: 'Name of the business',
    window: 'Minutes to pay an order',
    windowHint:
      'After that an unpaid order is cancelled and its stock is on sale again. Empty: as the service is set up.',
    windowBad: 'Give minutes, 30 days at most, or leave it empty.',
    number: 'Number for outgoing calls',
    numberHint: 'One that your telephone carrier lets you call from. Empty: none.',
    numberBad: 'This is not a phone number.',
    numberTaken: 'Another workspace calls from this number. Ask who runs the service.',
    save: 'Save',
    saved: 'Saved.',
  },
  ms: {
    title: 'Ruang kerja',
    members: 'Hanya pemilik boleh mengubahnya.',
    name: 'Nama perniagaan',
    window: 'Minit untuk membayar pesanan',
    windowHint:
      'Selepas itu pesanan yang belum dibayar dibatalkan dan stoknya dijual semula. Kosong: ikut tetapan perkhidmatan.',
    windowBad: 'Beri minit, paling lama 30 hari, atau biarkan kosong.',
    number: 'Nombor untuk panggilan keluar',
    numberHint: 'Nombor yang dibenarkan oleh pembekal telefon anda. Kosong: tiada.',
    numberBad: 'Ini bukan nombor telefon.',
    numberTaken: 'Ruang kerja lain menggunakan nombor ini. Tanya pengendali perkhidmatan.',
    save: 'Simpan',
    saved: 'Disimpan.',
  },
})

interface Typed {
  name: string
  minutes: string
  number: string
}

export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const words = useTexts()
  const isOwner = useIsOwner()
  const tell = useTell()
  const [typed, setTyped] = useState<Typed>(() => typedOf(workspace))
  const save = useDeed('PATCH /workspace', {
    quiet: true,
    onDone: ({ data }) => {
      setTyped(typedOf(data))
      tell({ text: words.saved })
    },
  })
  const error = save.error instanceof ApiError ? save.error : undefined
  const problem = (path: string, text: string) => (error?.problemWith(path) ? text : undefined)
  const isTaken = error?.code === 'number not available'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: changeOf(typed) })
  }
  const set = (field: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value })
  return (
    <Card title={words.title} {...(isOwner ? {} : { about: words.members })}>
      <form onSubmit={submit} className="grid gap-4">
        {save.error && !isTaken && !error?.details.length && <ErrorNote error={save.error} />}
        <Input
          label={words.name}
          required
          maxLength={200}
          disabled={!isOwner}
          value={typed.name}
          onChange={set('name')}
        />
        <Input
          label={words.window}
          hint={words.windowHint}
          problem={problem('payment_window_seconds', words.windowBad)}
          type="number"
          step="any"
          min="0.1"
          inputMode="decimal"
          disabled={!isOwner}
          value={typed.minutes}
          onChange={set('minutes')}
        />
        <Input
          label={words.number}
          hint={words.numberHint}
          problem={isTaken ? words.numberTaken : problem('outbound_number', words.numberBad)}
          type="tel"
          autoComplete="off"
          placeholder="03-5555 0100"
          disabled={!isOwner}
          value={typed.number}
          onChange={set('number')}
        />
        {isOwner && (
          <div>
            <Button type="submit" look="primary" busy={save.isPending}>
              {words.save}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function typedOf({ name, payment_window_seconds: seconds, outbound_number }: Workspace): Typed {
  return {
    name,
    minutes: seconds === null ? '' : String(Math.round((seconds / 60) * 100) / 100),
    number: outbound_number ? phone(outbound_number) : '',
  }
}

function changeOf({ name, minutes, number }: Typed): Body<'PATCH /workspace'> {
  return {
    name: name.trim(),
    payment_window_seconds: minutes.trim() === '' ? null : Math.round(Number(minutes) * 60),
    outbound_number: number.trim() || null,
  }
}
