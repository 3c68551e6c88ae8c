import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'
import { isStatus, type Status } from './texts.ts'

const webhooks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/webhooks',
  validateSearch: ({ status }: Record<string, unknown>): { status?: Status | undefined } => ({
    status: isStatus(status) ? status : undefined,
  }),
  component: lazyPage(() => import('./page.tsx'), 'Webhooks'),
})

const delivery = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/webhooks/$id',
  component: lazyPage(() => import('./delivery.tsx'), 'Delivery'),
})

export const webhookRoutes = [webhooks, delivery] as const
