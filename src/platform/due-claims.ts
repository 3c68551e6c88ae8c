import { type Sql, sql } from './db/index.ts'

/*
 * What every kind of due work that is claimed row by row agrees on. The statements that claim and finish stay with their
 * tables: each takes, leases and moves other columns.
 */

/** The database's own clock, the same for all processes; tests have another. */
export type Clock = () => Sql
/** In a query of its own, so that it is read once and an index can be searched by it. */
export const databaseClock: Clock = () => sql`(select clock_timestamp())`

/** Taken up so often without a result, a row is what ends its workers, and is given up. */
export const MOST_CLAIMS = 20
