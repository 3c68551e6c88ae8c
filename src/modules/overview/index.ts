export { readOverview } from './overview.ts'
export * as overviewSchema from './schema.ts'
