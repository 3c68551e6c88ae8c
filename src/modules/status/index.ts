export { mountStatus } from './status.ts'
