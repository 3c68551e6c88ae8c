import { texts } from '../i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from './keys.tsx'
import { useAllShortcuts } from './shortcuts.ts'

const useTexts = texts({
  en: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    about: 'They rest while you type in a field.',
  },
  ms: {
    title: 'Pintasan papan kekunci',
    everywhere: 'Di mana-mana',
    about: 'Tidak aktif semasa anda menaip dalam ruangan.',
  },
})

/** What `?` shows: all keys of the page that is open, and those that hold everywhere. */
export function Help({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const words = useTexts()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title} about={words.about} wide>
      <Parts everywhere={words.everywhere} />
    </Dialog>
  )
}

function Parts({ everywhere }: { everywhere: string }) {
  const parts = useAllShortcuts().toReversed()
  return (
    <div className="gap-8 sm:columns-2">
      {parts.map(({ part, shortcuts }) => (
        <section key={part} className="mb-6 break-inside-avoid">
          <h3 className="mb-2 text-xs font-medium text-quiet">{part || everywhere}</h3>
          <dl className="grid">
            {Object.entries(shortcuts).map(([keys, { does }]) => (
              <div key={keys} className="flex min-h-8 items-center justify-between gap-4 border-b text-sm">
                <dt>{does}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
