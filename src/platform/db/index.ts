export {
  type Db,
  type DbOptions,
  openDb,
  parsedTypes,
  type Queryable,
  queryable,
  SESSION_SETTINGS,
  type Transactional,
  within,
} from './db.ts'
export { isUnavailable, isUniqueViolation } from './faults.ts'
export { type Listener, openListener } from './listen.ts'
export { checkMigrations, migrate, migrateWithin, newestVersion, refuseForeignDatabase } from './migrate.ts'
export { nothing, rawSql, type Sql, sql } from './sql.ts'
export type { TextRow } from './text-query.ts'
