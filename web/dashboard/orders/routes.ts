import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy.tsx'
import { shellRoute } from '../app/roots.ts'
import { textOf } from '../app/search.ts'
import { type Filter, isFilter } from './filters.ts'

const orders = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: ({ status }: Record<string, unknown>): { status?: Filter | undefined } => ({
    status: isFilter(status) && status !== 'all' ? status : undefined,
  }),
  component: lazyPage(() => import('./list.tsx'), 'Orders'),
})

/** What a conversation already knows about the customer comes along in the address. */
const newOrder = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  validateSearch: ({ conversation_id, name, phone }: Record<string, unknown>): Prefill => ({
    conversation_id: textOf(conversation_id),
    name: textOf(name),
    phone: textOf(phone),
  }),
  component: lazyPage(() => import('./new.tsx'), 'NewOrder'),
})

const order = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  component: lazyPage(() => import('./detail.tsx'), 'OrderPage'),
})

export const orderRoutes = [orders, newOrder, order] as const

interface Prefill {
  conversation_id?: string | undefined
  name?: string | undefined
  phone?: string | undefined
}
