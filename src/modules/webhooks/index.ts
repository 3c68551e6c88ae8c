export { type DeliveryParts, deliveryWork } from './deliver.ts'
export { readDelivery, replayDelivery, replayFailed, sendTest } from './deliveries.ts'
export { readEndpoint, removeEndpoint, rotateSecret, saveEndpoint, type WebhookContext } from './endpoint.ts'
export { type Event, type EventName, emit, eventNames, events } from './outbox.ts'
export { presentDelivery, presentEndpoint, presentFull } from './present.ts'
export * as webhookSchema from './schema.ts'
export {
  type DeliveryStatus,
  listDeliveries,
  statuses as deliveryStatuses,
  workspaceOfDelivery,
} from './store.ts'
export { sweepDeliveries } from './sweep.ts'
export { createWebhooks, type Webhooks } from './webhooks.ts'
