import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { lazyPage } from './lazy.tsx'
import { Lost, RouteError } from './lost.tsx'
import { me } from './session.ts'
import { Shell } from './shell.tsx'

export const rootRoute = createRootRoute({ notFoundComponent: Lost, errorComponent: RouteError })

/** Everything behind the sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(me)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
    }
  },
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // Only a path of our own: a link must not lead people elsewhere after they signed in.
  // Said even when there is none: what is left out of the answer stays as it was in the address.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
  }),
  component: lazyPage(() => import('../sign-in/page.tsx'), 'SignIn'),
})
