import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'
import { readSearch } from './filters.ts'

/** One page for the list and what is opened in it, so that the list stays where it is. */
const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  validateSearch: readSearch,
  component: lazyPage(() => import('./page.tsx'), 'Inbox'),
})
const list = createRoute({ getParentRoute: () => inbox, path: '/' })
const opened = createRoute({ getParentRoute: () => inbox, path: '/$id' })

export const inboxRoutes = [inbox.addChildren([list, opened])] as const
