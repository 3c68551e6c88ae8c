import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'
import { isPeriod, type Period } from './period.ts'

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: ({ period, agent }: Record<string, unknown>): { period?: Period; agent?: string } => ({
    ...(isPeriod(period) && period !== 'today' ? { period } : {}),
    ...(typeof agent === 'string' && agent ? { agent } : {}),
  }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'Overview'),
})

export const overviewRoutes = [overview] as const
