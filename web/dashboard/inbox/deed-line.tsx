import { Icon } from '../ui/icons.tsx'
import { useDeeds } from './deed-texts.ts'
import { useWords } from './texts.ts'
import type { Action } from './use-thread.ts'

/** What the agent did on the way to its reply: a line that opens. */
export function DeedLine({ actions }: { actions: Action[] }) {
  const deeds = useDeeds()
  const words = useWords()
  const nameOf = ({ tool }: Action) => deeds[tool] ?? tool.replace(/_/g, ' ')
  const steps = actions.map((action) => [nameOf(action), aboutOf(action)].filter(Boolean).join(': '))
  return (
    <details className="group px-1 text-xs text-quiet">
      <summary className="flex list-none items-start gap-2 rounded-sm hover:text-ink">
        <Icon name="next" size={16} className="transition-transform duration-150 group-open:rotate-90" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{[...new Set(steps)].join(' · ')}</span>
      </summary>
      <ol className="grid gap-3 py-2 pl-6">
        {actions.map((action) => (
          <li key={action.id} className="grid gap-1">
            <p className="font-medium text-ink">{nameOf(action)}</p>
            <Facts name={words.asked} value={action.input} />
            <Facts name={words.cameOut} value={action.result} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The one thing it was about, where it can be said in a few words. */
function aboutOf({ input }: Action): string {
  if (typeof input !== 'object' || input === null) return ''
  const { words, question, reason, order_number, category } = input as Record<string, unknown>
  const about = [words, question, reason, order_number, category].find((one) => typeof one === 'string')
  return typeof about === 'string' ? about.slice(0, 80) : ''
}

function Facts({ name, value }: { name: string; value: unknown }) {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  if (isEmpty) return null
  return (
    <div>
      <p>{name}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-48 overflow-auto rounded-sm border bg-sunk p-2 font-mono text-xs">
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  )
}
