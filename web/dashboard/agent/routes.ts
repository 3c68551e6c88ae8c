import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'

const agent = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent',
  component: lazyPage(() => import('./page.tsx'), 'Agent'),
})

const knowledge = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent/knowledge',
  component: lazyPage(() => import('./knowledge.tsx'), 'Knowledge'),
})

/** `new` is one that is still to be written. */
const document = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agent/knowledge/$id',
  component: lazyPage(() => import('./document.tsx'), 'Document'),
})

export const agentRoutes = [agent, knowledge, document] as const
