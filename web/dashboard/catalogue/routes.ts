import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const catalogue = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Catalogue'),
})

export const catalogueRoutes = [catalogue] as const
