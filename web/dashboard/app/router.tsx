import { createRoute, createRouter } from '@tanstack/react-router'
import { agentRoutes } from '../agent/routes.ts'
import { callRoutes } from '../calls/routes.ts'
import { catalogueRoutes } from '../catalogue/routes.ts'
import { customerRoutes } from '../customers/routes.ts'
import { inboxRoutes } from '../inbox/routes.ts'
import { orderRoutes } from '../orders/routes.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { signInRoutes } from '../sign-in/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { websiteRoutes } from '../website/routes.ts'
import { Lost, RouteError } from './lost.tsx'
import { rootRoute, shellRoute, signInRoute } from './roots.ts'

// A wrong address of somebody signed in still shows where one can go.
const lost = createRoute({ getParentRoute: () => shellRoute, path: '$', component: Lost })

const routeTree = rootRoute.addChildren([
  signInRoute,
  ...signInRoutes,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...inboxRoutes,
    ...orderRoutes,
    ...callRoutes,
    ...catalogueRoutes,
    ...customerRoutes,
    ...agentRoutes,
    ...websiteRoutes,
    ...webhookRoutes,
    ...settingsRoutes,
    lost,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: Lost,
  defaultErrorComponent: RouteError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
