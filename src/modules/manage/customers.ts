import { z } from 'zod'
import { writeCursor } from '../../platform/http/index.ts'
import * as conversations from '../conversations/index.ts'
import { conversationSchema } from '../conversations/index.ts'
import * as customers from '../customers/index.ts'
import { customerSchema as schema } from '../customers/index.ts'
import * as orders from '../orders/index.ts'
import { orderSchema } from '../orders/index.ts'
import { type ManageRoute, manageRoute } from './door.ts'

const refusals = { 404: 'customer not found' }

export const customerRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/customers',
    tag: 'Customers',
    summary: 'List customers by newest activity: who wrote, called or ordered',
    query: schema.listQuery,
    answer: schema.page,
    handle: async ({ db, workspaceId }, { query }) => {
      const { customers: list, last } = await customers.listCustomers(db, workspaceId, query)
      return {
        data: list.map(customers.presentCustomer),
        hasMore: last !== undefined,
        next_cursor: last ? writeCursor(last) : null,
      }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/customers/:key',
    tag: 'Customers',
    summary: 'Read a customer: by phone number, or by a conversation of theirs',
    answer: z.object({ data: schema.detail }),
    refusals,
    handle: async ({ db, workspaceId }, { params }) => ({
      data: customers.presentDetail(await customers.readCustomer(db, workspaceId, params.key as string)),
    }),
  }),
  manageRoute({
    method: 'GET',
    path: '/customers/:key/conversations',
    tag: 'Customers',
    summary: 'List a customer’s conversations, newest activity first',
    query: schema.historyQuery,
    answer: conversationSchema.inboxPage,
    refusals,
    handle: async ({ db, workspaceId }, { params, query }) => {
      const { conversationIds } = await customers.belongingsOf(db, workspaceId, params.key as string)
      const rows = await conversations.listInbox(db, workspaceId, { ...query, ids: conversationIds })
      return conversations.presentPage(rows, query.limit, conversations.presentInboxRow)
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/customers/:key/orders',
    tag: 'Customers',
    summary: 'List a customer’s orders, newest first',
    query: schema.historyQuery,
    answer: orderSchema.managedPage,
    refusals,
    handle: async ({ db, workspaceId }, { params, query }) => {
      const { phone } = await customers.belongingsOf(db, workspaceId, params.key as string)
      const rows =
        phone === null ? [] : await orders.listWorkspaceOrders(db, workspaceId, { ...query, phone })
      return orders.presentManagedPage(rows, query.limit)
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/customers/:key/export',
    tag: 'Customers',
    summary: 'Get everything that is kept about a customer',
    answer: z.object({ data: schema.kept }),
    refusals,
    handle: async (context, { params }) => ({
      data: await customers.exportCustomer(context, params.key as string),
    }),
  }),
  manageRoute({
    method: 'POST',
    path: '/customers/:key/erase',
    tag: 'Customers',
    summary: 'Forget a customer for good; orders stay without the person',
    answer: z.object({ data: schema.erased }),
    refusals: { 403: 'owners only', ...refusals, 409: ['open orders', 'customer is busy'] },
    handle: async (context, { params }) => {
      const { storage } = context.calls()
      return { data: await customers.eraseCustomer(context, storage, params.key as string) }
    },
  }),
]
