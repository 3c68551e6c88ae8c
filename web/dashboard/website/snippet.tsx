import { Tabs } from 'radix-ui'
import { useApi } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote, Skeleton } from '../ui/states.tsx'
import { useTexts } from './texts.ts'

const KINDS = ['wordpress', 'shopify', 'wix', 'html'] as const
const NAMES = { wordpress: 'WordPress', shopify: 'Shopify', wix: 'Wix' }

/** The line that puts the chat on a website, and how it gets there. */
export function Snippet({ agentId }: { agentId: string }) {
  const words = useTexts()
  const { data, error, refetch } = useApi('GET /agents/:agent_id/snippet', { params: { agent_id: agentId } })
  return (
    <Card
      title={words.snippet}
      about={words.snippetAbout}
      actions={
        <>
          <Seen agentId={agentId} />
          <Button asChild>
            <a href="/demo" target="_blank" rel="noopener">
              <Icon name="external" size={16} />
              {words.demo}
            </a>
          </Button>
        </>
      }
    >
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12 w-full" />}
      {data && <CodeBlock text={data.data.snippet} label={words.copy} />}
      <Tabs.Root defaultValue="wordpress" className="grid gap-3">
        <Tabs.List aria-label={words.how} className="flex flex-wrap gap-x-5 border-b">
          {KINDS.map((kind) => (
            <Tabs.Trigger
              key={kind}
              value={kind}
              className="min-h-9 border-b-2 border-transparent px-1 text-sm text-quiet hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:min-h-11"
            >
              {kind === 'html' ? words.plain : NAMES[kind]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {KINDS.map((kind) => (
          <Tabs.Content key={kind} value={kind}>
            <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
              {words[kind].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <p className="flex gap-2 text-xs text-quiet">
        <Icon name="info" size={16} />
        {words.checkSite}
      </p>
    </Card>
  )
}

function Seen({ agentId }: { agentId: string }) {
  const words = useTexts()
  const { data } = useApi('GET /overview', { query: { agent_id: agentId } })
  if (!data) return null
  const isSeen = data.data.setup.snippet_seen
  return (
    <span className="self-center">
      <Badge tone={isSeen ? 'good' : 'plain'}>
        {isSeen && <Icon name="check" size={14} />}
        {isSeen ? words.seen : words.unseen}
      </Badge>
    </span>
  )
}
