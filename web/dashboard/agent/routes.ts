import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const agent = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Agent'),
})

const knowledge = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent/knowledge',
  component: lazyRouteComponent(() => import('./knowledge.tsx'), 'Knowledge'),
})

/** `new` is one that is still to be written. */
const document = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent/knowledge/$id',
  component: lazyRouteComponent(() => import('./document.tsx'), 'Document'),
})

export const agentRoutes = [agent, knowledge, document] as const
