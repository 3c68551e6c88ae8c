import { type FormEvent, useState } from 'react'
import { useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Input } from '../ui/field.tsx'
import { useTell } from '../ui/toast.tsx'

const useTexts = texts({
  en: {
    open: 'Send failed ones again',
    title: 'Send failed deliveries again',
    about:
      'Everything that was given up of what happened since then goes out again: the same bytes, the same ids. Tests do not.',
    since: 'What happened since',
    submit: 'Send again',
    cancel: 'Cancel',
    done: (count: number) =>
      count === 0 ? 'Nothing failed since then.' : `${count} ${count === 1 ? 'is' : 'are'} sent again.`,
  },
  ms: {
    open: 'Hantar semula yang gagal',
    title: 'Hantar semula penghantaran yang gagal',
    about: 'Semua yang dihentikan sejak masa itu dihantar semula: bait sama, id sama. Ujian tidak.',
    since: 'Apa yang berlaku sejak',
    submit: 'Hantar semula',
    cancel: 'Batal',
    done: (count: number) =>
      count === 0 ? 'Tiada yang gagal sejak itu.' : `${count} sedang dihantar semula.`,
  },
})
const DAY_MS = 86_400_000

export function ReplayFailed() {
  const words = useTexts()
  const tell = useTell()
  const [open, setOpen] = useState(false)
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - DAY_MS)))
  const replay = useDeed('POST /webhook/replay', {
    onDone: ({ data }) => {
      setOpen(false)
      tell({ text: words.done(data.replayed) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replay.mutate({ body: { from: new Date(since).toISOString() } })
  }
  return (
    <>
      <Button icon="refresh" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={words.title} about={words.about}>
        <form onSubmit={submit} className="grid gap-4">
          <Input
            label={words.since}
            type="datetime-local"
            required
            value={since}
            onChange={({ target }) => setSince(target.value)}
          />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{words.cancel}</Button>
            <Button type="submit" look="primary" busy={replay.isPending}>
              {words.submit}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}

/** As the browser's own field for a time wants it: here, without a zone. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
