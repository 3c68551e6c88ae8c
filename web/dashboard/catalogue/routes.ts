import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const catalogue = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue',
  validateSearch: ({ q, archived }: Record<string, unknown>): { q?: string; archived?: true } => ({
    ...(q === undefined || q === '' ? {} : { q: String(q) }),
    ...(archived ? { archived: true } : {}),
  }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'Catalogue'),
})

const fresh = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/new',
  component: lazyRouteComponent(() => import('./new.tsx'), 'NewProduct'),
})

const spreadsheet = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/import',
  component: lazyRouteComponent(() => import('./import.tsx'), 'ImportProducts'),
})

const product = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/$id',
  component: lazyRouteComponent(() => import('./product.tsx'), 'ProductPage'),
})

export const catalogueRoutes = [catalogue, fresh, spreadsheet, product] as const
