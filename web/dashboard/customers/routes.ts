import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const customers = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Customers'),
})

export const customerRoutes = [customers] as const
