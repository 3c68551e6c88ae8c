import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Inbox'),
})

export const inboxRoutes = [inbox] as const
