export type { Mover, OrderContext } from './context.ts'
export { expiryWork } from './expire.ts'
export { importOrders, type PastLine, type PastOrder, type PastStep } from './import.ts'
export {
  cancelOrder,
  cannotMove,
  flagOrder,
  listOrders,
  markHandled,
  type Paid,
  type Payment,
  payOrder,
  refundOrder,
  reportStatus,
} from './orders.ts'
export { type PaymentTerms, placeOrder } from './place.ts'
export { presentEvent, presentHistory, presentManaged, presentManagedPage } from './present.ts'
export { routes as orderRoutes } from './routes.ts'
export type { NewOrder } from './schema.ts'
export * as orderSchema from './schema.ts'
export { soldLately } from './sold.ts'
export { canMove, type OrderStatus } from './status.ts'
export {
  agentOf as agentOfOrder,
  announce as announceOrders,
  byPayToken as orderByPayToken,
  find as findOrder,
  history as historyOfOrder,
  listWorkspace as listWorkspaceOrders,
  lock as lockOrder,
  ORDERS_CHANNEL,
  type Order,
  type OrderLine,
  type OrderRow,
  ofCustomer as ordersOfCustomer,
  refundedAt,
} from './store.ts'
