import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'

const keys = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/keys',
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})

const team = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/team',
  component: lazyRouteComponent(() => import('./team.tsx'), 'Team'),
})

const plan = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/plan',
  component: lazyRouteComponent(() => import('./plan.tsx'), 'Plan'),
})

const audit = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
})

const account = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
})

export const settingsRoutes = [keys, team, plan, audit, account] as const
