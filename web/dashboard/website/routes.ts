import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'

const website = createRoute({
  getParentRoute: () => shellRoute,
  path: '/website',
  component: lazyPage(() => import('./page.tsx'), 'Website'),
})

export const websiteRoutes = [website] as const
