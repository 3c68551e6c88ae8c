import { type FormEvent, useState } from 'react'
import { problemWith } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Input } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { useRefusal } from './refusals.ts'
import { type Endpoint, EVENTS, type EventName, useWebhookTexts } from './texts.ts'

const useTexts = texts({
  en: {
    first: 'Set up your webhook',
    firstAbout: 'Say where to send and what. The signing secret is shown once, right after you save.',
    change: 'Where and what is sent',
    url: 'Address (URL)',
    hint: 'Begins with https:// and can be reached from the internet. Saving sends nothing.',
    events: 'Tell it when…',
    choose: 'Choose at least one event.',
    save: 'Save webhook',
    saved: 'Saved. It counts from the next event on.',
  },
  ms: {
    first: 'Sediakan webhook anda',
    firstAbout:
      'Nyatakan ke mana dan apa yang dihantar. Rahsia tandatangan ditunjukkan sekali, selepas disimpan.',
    change: 'Ke mana dan apa yang dihantar',
    url: 'Alamat (URL)',
    hint: 'Bermula dengan https:// dan boleh dicapai dari internet. Menyimpan tidak menghantar apa-apa.',
    events: 'Beritahu apabila…',
    choose: 'Pilih sekurang-kurangnya satu peristiwa.',
    save: 'Simpan webhook',
    saved: 'Disimpan. Berkuat kuasa mulai peristiwa seterusnya.',
  },
})

export function EndpointForm({
  endpoint,
  onSecret,
}: {
  endpoint: Endpoint | null | undefined
  onSecret: (secret: string) => void
}) {
  const words = useTexts()
  const about = useWebhookTexts().events
  const tell = useTell()
  const { say } = useRefusal()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<EventName[]>(endpoint?.events ?? EVENTS)
  const save = useDeed('PUT /webhook', {
    quiet: true,
    onDone: ({ data }) => {
      setUrl(data.url)
      if (data.secret) onSecret(data.secret)
      tell({ text: words.saved })
    },
  })
  const refused = problemWith(save.error, 'url')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (events.length > 0) save.mutate({ body: { url: url.trim(), events } })
  }
  const toggle = (name: EventName, isOn: boolean) =>
    setEvents(EVENTS.filter((one) => (one === name ? isOn : events.includes(one))))
  return (
    <Card title={endpoint ? words.change : words.first} {...(endpoint ? {} : { about: words.firstAbout })}>
      <form onSubmit={submit} className="grid gap-4">
        {save.error && !refused && <ErrorNote error={save.error} />}
        <Input
          label={words.url}
          hint={words.hint}
          problem={refused && say(refused)}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://shop.example.com/webhooks"
          required
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{words.events}</legend>
          {EVENTS.map((name) => (
            <Checkbox
              key={name}
              label={name}
              hint={about[name]}
              checked={events.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            />
          ))}
          {events.length === 0 && (
            <p role="alert" className="text-xs text-alarm">
              {words.choose}
            </p>
          )}
        </fieldset>
        <div>
          <Button type="submit" look="primary" busy={save.isPending} disabled={events.length === 0}>
            {words.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
