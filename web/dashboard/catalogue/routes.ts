import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'
import { textOf } from '../app/search.ts'

const catalogue = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue',
  validateSearch: ({ q, archived }: Record<string, unknown>): Search => ({
    q: textOf(q),
    archived: archived ? true : undefined,
  }),
  component: lazyPage(() => import('./page.tsx'), 'Catalogue'),
})

const fresh = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/new',
  component: lazyPage(() => import('./new.tsx'), 'NewProduct'),
})

const spreadsheet = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/import',
  component: lazyPage(() => import('./import.tsx'), 'ImportProducts'),
})

const product = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/$id',
  component: lazyPage(() => import('./product.tsx'), 'ProductPage'),
})

interface Search {
  q?: string | undefined
  archived?: true | undefined
}

export const catalogueRoutes = [catalogue, fresh, spreadsheet, product] as const
