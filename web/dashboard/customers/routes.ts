import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'
import { textOf } from '../app/search.ts'

const customers = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  // A number that is looked for arrives as a number.
  validateSearch: ({ q }: Record<string, unknown>): { q?: string | undefined } => ({ q: textOf(q) }),
  component: lazyPage(() => import('./list.tsx'), 'Customers'),
})

const customer = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$key',
  component: lazyPage(() => import('./detail.tsx'), 'CustomerPage'),
})

export const customerRoutes = [customers, customer] as const
