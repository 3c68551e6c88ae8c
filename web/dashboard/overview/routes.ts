import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Overview'),
})

export const overviewRoutes = [overview] as const
