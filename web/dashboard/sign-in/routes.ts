import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { rootRoute } from '../app/roots.ts'

/** It stands in a command to be copied, and anybody can make a link: nothing a shell could take for something else. */
const EMAIL = /^[\w.+-]+@[\w.-]+$/

const forgotten = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/forgotten',
  validateSearch: ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof email === 'string' && EMAIL.test(email) ? email : undefined,
  }),
  component: lazyPage(() => import('./forgotten.tsx'), 'Forgotten'),
})

export const signInRoutes = [forgotten] as const
