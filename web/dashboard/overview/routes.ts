import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'
import { isPeriod, type Period } from './period.ts'

interface Search {
  period?: Period | undefined
  agent?: string | undefined
}

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  // Named even when there is none: what is only left out stays as it stands in the address.
  validateSearch: ({ period, agent }: Record<string, unknown>): Search => ({
    period: isPeriod(period) && period !== 'today' ? period : undefined,
    agent: typeof agent === 'string' && agent ? agent : undefined,
  }),
  component: lazyPage(() => import('./page.tsx'), 'Overview'),
})

export const overviewRoutes = [overview] as const
