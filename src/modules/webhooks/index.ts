export { type Event, type EventName, emit } from './outbox.ts'
