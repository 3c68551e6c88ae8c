import { type DragEvent, useId, useState } from 'react'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Textarea } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { checked, type ReadFile, readFile, type Unreadable } from './read-file.ts'

const useTexts = texts({
  en: {
    choose: 'Choose a CSV file',
    drop: 'or drop it here',
    limits:
      'Up to 5,000 lines and 12 MB, in UTF-8 as spreadsheets save it (“CSV UTF-8”). Nothing is changed yet.',
    paste: 'Or paste from a spreadsheet',
    pasted: 'Pasted text',
    pasteLabel: 'Lines with their column names',
    check: 'Check',
    problems: {
      tooLarge: 'This is too large: a file has at most 12 MB and 5 million characters. Split it into parts.',
      isWorkbook:
        'This is a workbook. In Excel, Numbers or Google Sheets save it as “CSV UTF-8” and choose that file.',
      isEmpty: 'This is empty.',
      isBinary: 'This is not a text file. Choose a CSV file.',
    } satisfies Record<Unreadable, string>,
  },
  ms: {
    choose: 'Pilih fail CSV',
    drop: 'atau lepaskan di sini',
    limits:
      'Hingga 5,000 baris dan 12 MB, dalam UTF-8 seperti disimpan lembaran kerja (“CSV UTF-8”). Belum ada yang berubah.',
    paste: 'Atau tampal dari lembaran kerja',
    pasted: 'Teks ditampal',
    pasteLabel: 'Baris dengan nama lajurnya',
    check: 'Semak',
    problems: {
      tooLarge: 'Ini terlalu besar: satu fail paling banyak 12 MB dan 5 juta aksara. Pecahkan.',
      isWorkbook:
        'Ini buku kerja. Dalam Excel, Numbers atau Google Sheets, simpan sebagai “CSV UTF-8” dan pilih fail itu.',
      isEmpty: 'Ini kosong.',
      isBinary: 'Ini bukan fail teks. Pilih fail CSV.',
    } satisfies Record<Unreadable, string>,
  },
})

/** A file, dropped or chosen, or text that is pasted. What cannot be read is told here and goes no further. */
export function FileChooser({ onRead, busy }: { onRead: (file: ReadFile) => void; busy: boolean }) {
  const words = useTexts()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<Unreadable>()
  const [text, setText] = useState('')

  function take(read: ReadFile | Unreadable): void {
    setProblem(typeof read === 'string' ? read : undefined)
    if (typeof read !== 'string') onRead(read)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void readFile(file).then(take)
  }

  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the label and its field inside do the same by keyboard */}
      <div
        className={classes(
          'grid justify-items-center gap-2 rounded-md border-2 border-dashed border-edge p-6 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent',
          isOver && 'bg-accent-soft',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={24} className="text-accent" />
        <p className="text-sm">
          <label htmlFor={id} className="cursor-pointer font-medium text-accent underline">
            {words.choose}
          </label>{' '}
          {words.drop}
        </p>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          disabled={busy}
          aria-describedby={`${id}-limits`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void readFile(file).then(take)
            // The same file, mended, can be chosen again.
            target.value = ''
          }}
        />
        <p id={`${id}-limits`} className="max-w-prose text-xs text-quiet">
          {words.limits}
        </p>
      </div>
      {problem && (
        <p role="alert" className="rounded-md bg-alarm-soft p-3 text-sm text-alarm">
          {words.problems[problem]}
        </p>
      )}
      <details>
        <summary className="text-sm font-medium text-accent">{words.paste}</summary>
        <div className="mt-3 grid gap-2">
          <Textarea
            label={words.pasteLabel}
            rows={6}
            className="font-mono"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div>
            <Button
              busy={busy}
              disabled={text.trim() === ''}
              onClick={() => take(checked({ name: words.pasted, text, encoding: 'utf-8' }))}
            >
              {words.check}
            </Button>
          </div>
        </div>
      </details>
    </div>
  )
}
