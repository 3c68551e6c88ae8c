import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AgentPicker } from '../app/agent.tsx'
import { ForAgent } from '../app/for-agent.tsx'
import type { AgentItem } from '../app/save-agent.ts'
import { texts } from '../i18n.ts'
import { Page } from '../ui/page.tsx'
import { TryIt } from './try-it.tsx'

const useTexts = texts({
  en: {
    parts: 'Parts of the agent',
    settings: 'Settings',
    knowledge: 'Knowledge',
  },
  ms: {
    parts: 'Bahagian ejen',
    settings: 'Tetapan',
    knowledge: 'Pengetahuan',
  },
})
const TAB = 'min-h-9 inline-flex items-center border-b-2 px-1 text-sm pointer-coarse:min-h-11'

/** Everything about one agent, with the agent itself beside it to try. */
export function AgentFrame({
  title,
  about,
  actions,
  children,
}: {
  title: string
  about: ReactNode
  actions?: ReactNode
  children: (agent: AgentItem) => ReactNode
}) {
  const words = useTexts()
  return (
    <Page
      title={title}
      about={about}
      wide
      actions={
        <>
          <AgentPicker />
          {actions}
        </>
      }
    >
      <nav aria-label={words.parts} className="-mt-2 flex gap-5 border-b">
        {(['/agent', '/agent/knowledge'] as const).map((to) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/agent' }}
            activeProps={{ className: 'border-accent font-medium text-ink', 'aria-current': 'page' }}
            inactiveProps={{ className: 'border-transparent text-quiet hover:text-ink' }}
            className={TAB}
          >
            {to === '/agent' ? words.settings : words.knowledge}
          </Link>
        ))}
      </nav>
      <ForAgent>
        {(agent) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div key={agent.id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
              {children(agent)}
            </div>
            <TryIt key={`try ${agent.id}`} agent={agent} />
          </div>
        )}
      </ForAgent>
    </Page>
  )
}
