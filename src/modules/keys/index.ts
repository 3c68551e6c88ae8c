export {
  bearerOf,
  holds,
  type KeyedContext,
  type KeyedDoor,
  type KeyedRoute,
  keyedDoor,
  keyedRoute,
  scopeMissing,
} from './door.ts'
export { type ApiKey, createKey, keysOf, revokeKey } from './keys.ts'
export { parseOrigin } from './origins.ts'
export { createRegister, type KeyRegister } from './register.ts'
export { isScope, type Scope, scopes } from './scopes.ts'
