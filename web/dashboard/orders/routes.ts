import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../app/roots.ts'
import { type Filter, isFilter } from './filters.ts'

const orders = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: ({ status }: Record<string, unknown>): { status?: Filter } =>
    isFilter(status) && status !== 'all' ? { status } : {},
  component: lazyRouteComponent(() => import('./list.tsx'), 'Orders'),
})

/** What a conversation already knows about the customer comes along in the address. */
const newOrder = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  validateSearch: ({ conversation_id, name, phone }: Record<string, unknown>): Prefill => ({
    ...given('conversation_id', conversation_id),
    ...given('name', name),
    ...given('phone', phone),
  }),
  component: lazyRouteComponent(() => import('./new.tsx'), 'NewOrder'),
})

const order = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'OrderPage'),
})

export const orderRoutes = [orders, newOrder, order] as const

interface Prefill {
  conversation_id?: string
  name?: string
  phone?: string
}

/** A number typed into an address without quotes arrives as a number. */
function given(key: keyof Prefill, value: unknown): Prefill {
  return typeof value === 'string' || typeof value === 'number' ? { [key]: String(value) } : {}
}
