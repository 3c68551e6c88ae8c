import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const orders = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Orders'),
})

export const orderRoutes = [orders] as const
