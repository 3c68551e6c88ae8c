export { mountReference } from './mount.ts'
export { RELEASED, readReleased, textOf as textOfDocument, writeReleased } from './released.ts'
export { v1Document, v1Routes, v1RoutesWith } from './v1.ts'
