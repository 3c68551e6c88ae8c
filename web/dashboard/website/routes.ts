import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const website = createRoute({
  getParentRoute: () => shellRoute,
  path: '/website',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Website'),
})

export const websiteRoutes = [website] as const
