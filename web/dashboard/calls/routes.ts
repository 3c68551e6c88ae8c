import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const calls = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calls',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Calls'),
})

export const callRoutes = [calls] as const
