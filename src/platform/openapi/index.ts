export { breakingChanges } from './compatibility.ts'
export { openApiDocument } from './document.ts'
export { referenceAssets, renderReference } from './page.ts'
export type {
  DocumentedEvent,
  DocumentedRoute,
  DocumentOptions,
  OpenApiDocument,
  StandingRefusal,
} from './types.ts'
