import { useState } from 'react'
import { useDeed } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { count } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import type { Brought } from './files.ts'
import { useKnowledgeTexts } from './knowledge-texts.ts'

/** What will become of files that somebody brought, before it does. */
export function AddFiles({
  agentId,
  brought,
  taken,
  onClose,
}: {
  agentId: string
  brought: Brought[]
  taken: string[]
  onClose: () => void
}) {
  const words = useKnowledgeTexts()
  const tell = useTell()
  const save = useDeed('POST /agents/:agent_id/documents', { quiet: true })
  const [saved, setSaved] = useState<string[]>([])
  const good = brought.filter(({ file, problem }) => !problem && !saved.includes(file))
  const isTaken = (title: string) => taken.some((one) => one.toLowerCase() === title.toLowerCase())

  const add = async () => {
    for (const { file, title, body } of good) {
      try {
        await save.mutateAsync({ params: { agent_id: agentId }, body: { title, body } })
      } catch {
        return
      }
      setSaved((now) => [...now, file])
    }
    tell({ text: words.added(good.length) })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={words.review}
      about={words.reviewAbout}
    >
      <ul className="grid gap-3">
        {brought.map(({ file, title, body, problem }) => (
          <li key={file} className="flex gap-3 text-sm">
            <Icon
              name={problem ? 'warning' : saved.includes(file) ? 'check' : 'document'}
              className={problem ? 'text-alarm' : 'text-quiet'}
            />
            <div className="min-w-0">
              <p className="break-words font-medium">{problem ? file : title}</p>
              <p className={problem ? 'text-xs text-alarm' : 'text-xs text-quiet'}>
                {problem
                  ? words.problems[problem]
                  : [words.characters(count(body.length)), isTaken(title) && words.replaces]
                      .filter(Boolean)
                      .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {save.error && <ErrorNote error={save.error} />}
      <DialogActions>
        <Button onClick={onClose} disabled={save.isPending}>
          {words.cancel}
        </Button>
        <Button look="primary" busy={save.isPending} disabled={good.length === 0} onClick={() => void add()}>
          {words.add(good.length)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
