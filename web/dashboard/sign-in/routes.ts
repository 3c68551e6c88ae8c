import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../app/roots.ts'

const forgotten = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/forgotten',
  validateSearch: ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof email === 'string' ? email : undefined,
  }),
  component: lazyRouteComponent(() => import('./forgotten.tsx'), 'Forgotten'),
})

export const signInRoutes = [forgotten] as const
