export { talkWork } from './live.ts'
export { mountWidget } from './mount.ts'
export type { WidgetParts } from './parts.ts'
export { sweep as sweepVisitors } from './store.ts'
