import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { count } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProblems } from './import-problems.tsx'
import type { ReadFile } from './read-file.ts'

export type TrialResult = Answer<'POST /agents/:agent_id/products/import'>['data']

const useTexts = texts({
  en: {
    counts: (created: string, updated: string) => `${created} new, ${updated} changed`,
    read: (rows: string, products: string) => `${rows} lines read, ${products} products understood.`,
    sound: 'No problems. Nothing is changed until you import.',
    nothing: 'There are no products in this file.',
    import: (products: number) =>
      products === 1 ? 'Import 1 product' : `Import ${count(products)} products`,
    ignored: (columns: string) => `Not read, because no column is called so: ${columns}.`,
    encodings: {
      'utf-8': '',
      'utf-16': 'This file is in UTF-16 and was read as such.',
      'windows-1252':
        'This file is not in UTF-8; it was read as Windows-1252. Look at the names below: if letters are wrong, save it again as “CSV UTF-8”.',
    },
    done: (products: number) => (products === 1 ? '1 product is in' : `${count(products)} products are in`),
    doneAbout: 'The agent sells them from now on.',
    see: 'See the catalogue',
  },
  ms: {
    counts: (created: string, updated: string) => `${created} baharu, ${updated} diubah`,
    read: (rows: string, products: string) => `${rows} baris dibaca, ${products} produk difahami.`,
    sound: 'Tiada masalah. Tiada yang berubah sehingga anda import.',
    nothing: 'Tiada produk dalam fail ini.',
    import: (products: number) => `Import ${count(products)} produk`,
    ignored: (columns: string) => `Tidak dibaca kerana tiada lajur bernama begitu: ${columns}.`,
    encodings: {
      'utf-8': '',
      'utf-16': 'Fail ini dalam UTF-16 dan dibaca begitu.',
      'windows-1252':
        'Fail ini bukan UTF-8; ia dibaca sebagai Windows-1252. Lihat nama di bawah: jika hurufnya salah, simpan semula sebagai “CSV UTF-8”.',
    },
    done: (products: number) => `${count(products)} produk sudah masuk`,
    doneAbout: 'Ejen menjualnya mulai sekarang.',
    see: 'Lihat katalog',
  },
})

/** What would happen, with everything that is in the way. */
export function Trial({
  file,
  result,
  busy,
  onImport,
}: {
  file: ReadFile
  result: TrialResult
  busy: boolean
  onImport: () => void
}) {
  const words = useTexts()
  const isSound = result.problems.length === 0
  const isReady = isSound && result.products > 0
  return (
    <Card title={file.name} about={words.read(count(result.rows), count(result.products))}>
      {words.encodings[file.encoding] && <Note>{words.encodings[file.encoding]}</Note>}
      {result.ignored_columns.length > 0 && <Note>{words.ignored(result.ignored_columns.join(', '))}</Note>}
      {!isSound && <ImportProblems problems={result.problems} />}
      {isSound && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-good-soft p-3">
          <Icon name={isReady ? 'check' : 'info'} className="text-good" />
          <p className="grow basis-48 text-sm">
            <span className="font-semibold">
              {isReady ? words.counts(count(result.created), count(result.updated)) : words.nothing}
            </span>
            {isReady && <span className="block text-quiet">{words.sound}</span>}
          </p>
          {isReady && (
            <Button look="primary" busy={busy} onClick={onImport}>
              {words.import(result.products)}
            </Button>
          )}
        </div>
      )}
      {result.preview.length > 0 && <ImportPreview rows={result.preview} products={result.products} />}
    </Card>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p className="flex gap-3 rounded-md bg-wait-soft p-3 text-sm text-wait">
      <Icon name="warning" />
      <span className="wrap-anywhere">{children}</span>
    </p>
  )
}

export function Done({ result }: { result: TrialResult }) {
  const words = useTexts()
  return (
    <Card>
      <div role="status" className="flex flex-wrap items-center gap-3">
        <Icon name="check" size={24} className="text-good" />
        <div className="grow basis-48">
          <h2 className="text-base font-semibold">{words.done(result.products)}</h2>
          <p className="text-sm text-quiet">
            {words.counts(count(result.created), count(result.updated))}. {words.doneAbout}
          </p>
        </div>
        <Button asChild look="primary">
          <Link to="/catalogue">{words.see}</Link>
        </Button>
      </div>
    </Card>
  )
}
