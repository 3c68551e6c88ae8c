export { type Asset, assetOf, sendAsset } from './assets.ts'
export { type Cursor, queryCursor, writeCursor } from './cursor.ts'
export * from './errors.ts'
export { eventStreams } from './event-stream.ts'
export { externalId } from './external-id.ts'
export { isObject, parseBody, parseJson, unfitIn } from './json.ts'
export { watchMethods } from './methods.ts'
export { mountPageStyle, sendPage } from './page.ts'
export {
  type Door,
  entering,
  type Input,
  JsonText,
  jsonBytes,
  type Method,
  mount,
  type Route,
  routeOf,
} from './routes.ts'
export { createServer, type HttpOptions } from './server.ts'
export { mountSockets, type SocketRoute, type WebSocket } from './sockets.ts'
export { phoneNumber, queryInteger, queryTimestamp, readBody, readQuery, timestamp } from './validate.ts'
