import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Checkbox, Input, Textarea } from '../ui/field.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { SCOPES, type Scope, useScopeTexts } from './scopes.ts'

const useTexts = texts({
  en: {
    title: 'Create an API key',
    about: 'Every key may read. Give it what the program needs, and no more.',
    name: 'Name',
    nameHint: 'Which program uses it, such as “Till” or “My assistant”.',
    scopes: 'What else it may do',
    origins: 'Websites it may be used from (optional)',
    originsHint:
      'One per line, such as https://shop.example.com. Empty: a browser may use it on any website.',
    bad: (line: string) => `“${line}” is not an origin such as https://shop.example.com`,
    create: 'Create key',
    cancel: 'Cancel',
  },
  ms: {
    title: 'Cipta kunci API',
    about: 'Setiap kunci boleh membaca. Beri apa yang program perlukan sahaja.',
    name: 'Nama',
    nameHint: 'Program yang menggunakannya, seperti “Juruwang” atau “Pembantu saya”.',
    scopes: 'Apa lagi yang dibenarkan',
    origins: 'Laman web yang boleh menggunakannya (pilihan)',
    originsHint:
      'Satu setiap baris, seperti https://shop.example.com. Kosong: boleh digunakan di mana-mana laman.',
    bad: (line: string) => `“${line}” bukan alamat asal seperti https://shop.example.com`,
    create: 'Cipta kunci',
    cancel: 'Batal',
  },
})

export function NewKey({
  agentId,
  onClose,
  onCreated,
}: {
  agentId: string
  onClose: () => void
  onCreated: (created: { name: string; key: string }) => void
}) {
  const words = useTexts()
  const { sentences } = useScopeTexts()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const [typed, setTyped] = useState('')
  const origins = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const create = useDeed('POST /agents/:agent_id/keys', {
    quiet: true,
    touches: ['audit'],
    onDone: ({ data }) => onCreated(data),
  })
  const { error } = create
  const details = error instanceof ApiError ? error.details : []
  const badOrigin = details.map(({ path }) => /^origins\[(\d+)\]$/.exec(path)?.[1]).find(Boolean)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ params: { agent_id: agentId }, body: { name: name.trim(), scopes, origins } })
  }
  return (
    <Dialog open onOpenChange={onClose} title={words.title} about={words.about}>
      <form onSubmit={submit} className="grid gap-4">
        {error && details.length === 0 && <ErrorNote error={error} />}
        <Input
          label={words.name}
          hint={words.nameHint}
          problem={details.find(({ path }) => path === 'name')?.message}
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">{words.scopes}</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              label={sentences[scope]}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
              }
            />
          ))}
        </fieldset>
        <Textarea
          label={words.origins}
          hint={words.originsHint}
          problem={badOrigin && words.bad(origins[Number(badOrigin)] ?? '')}
          rows={2}
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {words.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
