import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const agent = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Agent'),
})

export const agentRoutes = [agent] as const
