import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'

const keys = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/keys',
  component: lazyPage(() => import('./keys.tsx'), 'Keys'),
})

const team = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/team',
  component: lazyPage(() => import('./team.tsx'), 'Team'),
})

const plan = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/plan',
  component: lazyPage(() => import('./plan.tsx'), 'Plan'),
})

const audit = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/audit',
  component: lazyPage(() => import('./audit.tsx'), 'Audit'),
})

const account = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/account',
  component: lazyPage(() => import('./account.tsx'), 'Account'),
})

export const settingsRoutes = [keys, team, plan, audit, account] as const
