import { createRoute } from '@tanstack/react-router'
import type { Query } from '../api/client.ts'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'

type Filter = NonNullable<Query<'GET /calls'>>
export type CallStatus = NonNullable<Filter['status']>
export type Direction = NonNullable<Filter['direction']>

export const statuses: CallStatus[] = [
  'dialing',
  'in_progress',
  'completed',
  'no_answer',
  'busy',
  'failed',
  'cancelled',
]
export const directions: Direction[] = ['outbound', 'inbound']

export interface CallsSearch {
  status?: CallStatus | undefined
  direction?: Direction | undefined
  /** The dialog that places a call is open, with this number in it if one is given. */
  place?: string | undefined
}

const calls = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calls',
  validateSearch: ({ status, direction, place }: Record<string, unknown>): CallsSearch => ({
    status: oneOf(statuses, status) ? status : undefined,
    direction: oneOf(directions, direction) ? direction : undefined,
    place: typeof place === 'string' || typeof place === 'number' ? String(place) : undefined,
  }),
  component: lazyPage(() => import('./page.tsx'), 'Calls'),
})

const lists = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calls/lists',
  component: lazyPage(() => import('./lists.tsx'), 'Lists'),
})

const call = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calls/$id',
  component: lazyPage(() => import('./call.tsx'), 'Call'),
})

export const callRoutes = [calls, lists, call] as const

function oneOf<One extends string>(all: One[], value: unknown): value is One {
  return all.some((one) => one === value)
}
