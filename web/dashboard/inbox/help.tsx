import { texts } from '../i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SEND_KEY } from './composer.tsx'
import { useWords } from './texts.ts'

const useKeyWords = texts({
  en: {
    next: 'Next conversation',
    previous: 'Previous conversation',
    reply: 'Reply',
    note: 'Write a note',
    close: 'Close the conversation',
    search: 'Search',
    send: 'Send what is written',
    back: 'Back',
    help: 'Show this',
  },
  ms: {
    next: 'Perbualan seterusnya',
    previous: 'Perbualan sebelumnya',
    reply: 'Balas',
    note: 'Tulis nota',
    close: 'Tutup perbualan',
    search: 'Cari',
    send: 'Hantar apa yang ditulis',
    back: 'Kembali',
    help: 'Tunjukkan ini',
  },
})

export function Help({ onClose }: { onClose: () => void }) {
  const words = useWords()
  const names = useKeyWords()
  const keys: [string, string][] = [
    ['j', names.next],
    ['k', names.previous],
    ['r', names.reply],
    ['n', names.note],
    ['e', names.close],
    ['/', names.search],
    [`${SEND_KEY}↵`, names.send],
    ['Esc', names.back],
    ['?', names.help],
  ]
  return (
    <Dialog open onOpenChange={onClose} title={words.help}>
      <dl className="grid gap-2">
        {keys.map(([key, name]) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>{name}</dt>
            <dd>
              <kbd className="rounded-sm border bg-sunk px-2 py-0.5 font-mono text-xs">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
