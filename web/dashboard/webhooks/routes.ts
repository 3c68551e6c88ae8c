import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const webhooks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/webhooks',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Webhooks'),
})

export const webhookRoutes = [webhooks] as const
