import pg from 'pg'
import { fromPostgres } from '../../lib/time.ts'
import { isRetryable } from './faults.ts'
import type { Sql } from './sql.ts'
import { TextQuery, type TextRow } from './text-query.ts'

/** What a store function needs: it runs alike on the pool, in a transaction, or behind a guard. */
export interface Queryable {
  rows<Row>(statement: Sql): Promise<Row[]>
  row<Row>(statement: Sql): Promise<Row | undefined>
  /** Columns in order, as PostgreSQL writes them: the cheapest way from a row to JSON. */
  texts(statement: Sql): Promise<TextRow[]>
  /** For statements without rows to read; the number of rows touched. */
  run(statement: Sql): Promise<number>
  /** Several statements in one text, without parameters: migrations, session settings. */
  script(text: string): Promise<void>
  /** Something about this subject is new. Told once it is committed, and not at all when it is not. */
  announce(subject: string): void
}

/** What a use case needs. */
export interface Transactional extends Queryable {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
}

/** Lets use cases that open a transaction of their own be parts of this one. */
export function within(tx: Queryable): Transactional {
  return { ...tx, transaction: (work) => work(tx) }
}

export interface Db extends Transactional {
  /** One connection of one's own, for session locks and long cursors. */
  session<T>(work: (session: Queryable) => Promise<T>): Promise<T>
  /** Hears every subject announced through this handle. */
  onAnnounce(heard: (subject: string) => void): void
  readonly connection: pg.ClientConfig
  close(): Promise<void>
}

export interface DbOptions {
  connection: pg.ClientConfig
  maxConnections: number
  onTrouble: (error: Error) => void
}

const DEADLOCK_RETRIES = 5
const STATEMENT_TIMEOUT_MS = 30_000
/**
 * Dates must come as ISO text in UTC whatever the server's own settings are. Every statement of ours finds its rows by an
 * index whatever the values, so planning it again for each value, or calling other processes in, is work without use.
 */
export const SESSION_SETTINGS = `
  set timezone = 'UTC';
  set datestyle = 'ISO';
  set plan_cache_mode = force_generic_plan;
  set max_parallel_workers_per_gather = 0;
  set statement_timeout = ${STATEMENT_TIMEOUT_MS}`

export function openDb(options: DbOptions): Db {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    types: parsedTypes,
    // The pool awaits it, whatever its type says: no statement runs before the settings hold.
    onConnect: async (client) => {
      await client.query(SESSION_SETTINGS)
    },
  })
  pool.on('error', options.onTrouble)
  const listeners: ((subject: string) => void)[] = []
  const announce = (subject: string) => {
    for (const heard of listeners) heard(subject)
  }

  return {
    ...queryable(pool, announce),
    onAnnounce: (heard) => void listeners.push(heard),
    connection: options.connection,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction(pool, announce, work)
        } catch (error) {
          if (attempt > DEADLOCK_RETRIES || !isRetryable(error)) throw error
        }
      }
    },
    session: (work) => withClient(pool, (client) => work(queryable(client, announce))),
    close: () => pool.end(),
  }
}

async function inTransaction<T>(
  pool: pg.Pool,
  announce: (subject: string) => void,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const news = new Set<string>()
  const outcome = await withClient(pool, async (client) => {
    await client.query('begin')
    try {
      const result = await work(queryable(client, (subject) => news.add(subject)))
      await client.query('commit')
      return { result }
    } catch (error) {
      // A connection that cannot even roll back is broken: the server ends the transaction with it.
      await client.query('rollback').catch(() => client.emit('error', error as Error))
      // One that can is in order, whatever the work was refused for.
      return { error }
    }
  })
  if ('error' in outcome) throw outcome.error
  for (const subject of news) announce(subject)
  return outcome.result
}

/** A connection that failed in a way that leaves its state unknown is thrown away, not given back. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    return await work(client)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) broken ??= error as Error
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

export function queryable(
  target: pg.Pool | pg.ClientBase,
  announce: (subject: string) => void = () => {},
): Queryable {
  const query = ({ shape: { name, text }, values }: Sql) =>
    target.query({ name, text, values: values as unknown[], types: parsedTypes } as pg.QueryConfig)
  return {
    rows: (statement) => query(statement).then(rowsOf),
    row: (statement) => query(statement).then(firstOf),
    texts: (statement) => textsOf(target, statement),
    run: (statement) => query(statement).then(countOf),
    script: async (text) => {
      await target.query(text)
    },
    announce,
  }
}

function textsOf(target: pg.Pool | pg.ClientBase, statement: Sql): Promise<TextRow[]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, rows: TextRow[]) => (error ? reject(error) : resolve(rows))
    // The types know a query with a callback only as text.
    target.query(new TextQuery(statement) as never, undefined as never, done as never)
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a row has the type the caller says it has
const rowsOf = ({ rows }: pg.QueryResult): any[] => rows
// biome-ignore lint/suspicious/noExplicitAny: as above
const firstOf = ({ rows }: pg.QueryResult): any => rows[0]
const countOf = ({ rowCount }: pg.QueryResult): number => rowCount ?? 0

const identity = (value: unknown) => value

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: fromPostgres,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: identity as (text: string) => unknown,
}
export const parsedTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
