import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import { texts } from '../i18n.ts'
import { Card, Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { BackLink } from './back-link.tsx'
import { ColumnsGuide } from './columns-guide.tsx'
import { FileChooser } from './file-chooser.tsx'
import { Done, Trial, type TrialResult } from './import-result.tsx'
import type { ReadFile } from './read-file.ts'

const useTexts = texts({
  en: {
    title: 'Import products',
    about: 'It is checked first: you see what would happen before it does.',
    checking: (name: string) => `Checking ${name}`,
  },
  ms: {
    title: 'Import produk',
    about: 'Ia disemak dahulu: anda nampak apa yang akan berlaku.',
    checking: (name: string) => `Menyemak ${name}`,
  },
})

export function ImportProducts() {
  const words = useTexts()
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <>
          <AgentPicker />
          <BackLink />
        </>
      }
    >
      <ForAgent>{({ id }) => <Import key={id} agentId={id} />}</ForAgent>
    </Page>
  )
}

function Import({ agentId }: { agentId: string }) {
  const words = useTexts()
  const [file, setFile] = useState<ReadFile>()
  const [done, setDone] = useState<TrialResult>()
  const trial = useDeed('POST /agents/:agent_id/products/import', { quiet: true })
  const real = useDeed('POST /agents/:agent_id/products/import', { quiet: true, touches: ['overview'] })
  const params = { agent_id: agentId }
  const result = useRef<HTMLDivElement>(null)
  const isTried = trial.data !== undefined

  // What came of it stands further down than a phone shows.
  useEffect(() => {
    if (isTried) result.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isTried])

  function check(read: ReadFile): void {
    setFile(read)
    setDone(undefined)
    real.reset()
    trial.mutate({ params, body: { csv: read.text } })
  }

  function bring({ text: csv }: ReadFile): void {
    real.mutate(
      { params, body: { csv, dry_run: false } },
      {
        onSuccess: ({ data }) => setDone(data),
        onError: (error) => {
          if (isStale(error)) trial.mutate({ params, body: { csv } })
        },
      },
    )
  }

  return (
    <>
      <Card>
        <FileChooser onRead={check} busy={trial.isPending || real.isPending} />
      </Card>
      <div ref={result} className="grid grid-cols-[minmax(0,1fr)] gap-6 empty:hidden">
        {trial.isPending && file && (
          <Card title={words.checking(file.name)}>
            <SkeletonRows rows={4} className="h-8" />
          </Card>
        )}
        {trial.error && !trial.isPending && (
          <ErrorNote error={trial.error} {...(file ? { retry: () => check(file) } : {})} />
        )}
        {real.error && !isStale(real.error) && (
          <ErrorNote error={real.error} {...(file ? { retry: () => bring(file) } : {})} />
        )}
        {done && <Done result={done} />}
        {trial.data && file && !trial.isPending && !done && (
          <Trial file={file} result={trial.data.data} busy={real.isPending} onImport={() => bring(file)} />
        )}
      </div>
      <ColumnsGuide />
    </>
  )
}

/** The catalogue has changed since the file was checked: it is checked again, and what is wrong now told in full. */
function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422
}
