import { Link } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import type { Item } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import type { AgentItem } from '../app/save-agent.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Input } from '../ui/field.tsx'
import { count, Time } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { AddFiles } from './add-files.tsx'
import { type Brought, MOST_DOCUMENTS, readFile } from './files.ts'
import { AgentFrame } from './frame.tsx'
import { useKnowledgeTexts } from './knowledge-texts.ts'

type DocumentItem = Item<'GET /agents/:agent_id/documents'>

export function Knowledge() {
  const words = useKnowledgeTexts()
  return (
    <AgentFrame title={words.title} about={words.about}>
      {(agent) => <Documents agent={agent} />}
    </AgentFrame>
  )
}

function Documents({ agent }: { agent: AgentItem }) {
  const words = useKnowledgeTexts()
  const { data, isPending, error, refetch } = useApi('GET /agents/:agent_id/documents', {
    params: { agent_id: agent.id },
  })
  const [brought, setBrought] = useState<Brought[]>()
  const [wanted, setWanted] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const bring = async (files: Iterable<File>) => setBrought(await Promise.all([...files].map(readFile)))
  const { isOver, ...dropping } = useDrop(bring)
  const documents = data?.data ?? []
  const isFull = documents.length >= MOST_DOCUMENTS
  const shown = documents.filter(({ title }) => title.toLowerCase().includes(wanted.trim().toLowerCase()))

  return (
    <div {...dropping} className={classes('grid gap-6 rounded-md', isOver && 'outline-2 outline-accent')}>
      <Card
        title={words.list}
        about={data && words.limits(count(documents.length), count(MOST_DOCUMENTS))}
        actions={
          <>
            <Button icon="upload" onClick={() => picker.current?.click()}>
              {words.upload}
            </Button>
            <Button asChild look="primary">
              <Link to="/agent/knowledge/$id" params={{ id: 'new' }}>
                {words.write}
              </Link>
            </Button>
          </>
        }
      >
        <input
          ref={picker}
          type="file"
          multiple
          accept=".txt,.md,.markdown,text/plain,text/markdown"
          className="hidden"
          aria-label={words.upload}
          onChange={({ target }) => {
            void bring([...(target.files ?? [])])
            target.value = ''
          }}
        />
        {isFull && <p className="text-sm text-wait">{words.full}</p>}
        {isPending && <SkeletonRows rows={4} />}
        {error && <ErrorNote error={error} retry={() => void refetch()} />}
        {data && documents.length === 0 && (
          <Empty icon="document" title={words.empty}>
            {words.emptyAbout}
          </Empty>
        )}
        {documents.length > 8 && (
          <Input
            label={words.search}
            hideLabel
            type="search"
            placeholder={words.search}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
        {documents.length > 0 && shown.length === 0 && (
          <p className="text-sm text-quiet">{words.noneAbout}</p>
        )}
        {shown.length > 0 && <List documents={shown} />}
        <p className="text-xs text-quiet">{words.drop}</p>
      </Card>
      {brought && (
        <AddFiles
          agentId={agent.id}
          brought={brought}
          taken={documents.map(({ title }) => title)}
          onClose={() => setBrought(undefined)}
        />
      )}
    </div>
  )
}

function List({ documents }: { documents: DocumentItem[] }) {
  const words = useKnowledgeTexts()
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{words.list}</caption>
      <thead>
        <tr className="border-b text-left text-xs text-quiet">
          <th scope="col" className="py-2 pr-3 font-medium">
            {words.heading}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-medium">
            {words.length}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden">
            {words.passages}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            {words.changed}
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.map(({ id, title, characters, passages, updated_at }) => (
          <tr key={id} className="border-b last:border-b-0">
            <td className="py-2.5 pr-3 align-top">
              <Link
                to="/agent/knowledge/$id"
                params={{ id }}
                className="break-words font-medium hover:underline"
              >
                {title}
              </Link>
            </td>
            <td className="px-3 py-2.5 text-right align-top tabular-nums">{count(characters)}</td>
            <td className="px-3 py-2.5 text-right align-top tabular-nums max-sm:hidden">{count(passages)}</td>
            <td className="whitespace-nowrap py-2.5 pl-3 text-right align-top text-quiet">
              <Time at={updated_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Files let go over the page's list. */
function useDrop(onFiles: (files: File[]) => void) {
  const [depth, setDepth] = useState(0)
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    isOver: depth > 0,
    onDragEnter: (event: DragEvent) => isFiles(event) && setDepth((now) => now + 1),
    onDragLeave: (event: DragEvent) => isFiles(event) && setDepth((now) => Math.max(0, now - 1)),
    onDragOver: (event: DragEvent) => {
      if (isFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!isFiles(event)) return
      event.preventDefault()
      setDepth(0)
      onFiles([...event.dataTransfer.files])
    },
  }
}
