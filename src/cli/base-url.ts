import type { Config } from '../config.ts'
import { type Db, sql } from '../platform/db/index.ts'

/** The address people use: as configured, or where a service that listens on this port is reached. */
export function baseUrlOf(config: Config, port: number = config.port): string {
  if (config.baseUrl !== undefined) return config.baseUrl
  const anywhere = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(config.host)
  const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}

/** So that links made by other commands lead to the service that runs, whatever port it was given. */
export async function rememberAddress(db: Db, baseUrl: string | undefined): Promise<void> {
  await db.run(
    baseUrl === undefined
      ? sql`delete from service_state where name = 'base_url'`
      : sql`insert into service_state (name, value) values ('base_url', ${baseUrl})
            on conflict (name) do update set value = excluded.value`,
  )
}

/** Undefined also when there is no schema yet. */
export async function knownAddress(db: Db): Promise<string | undefined> {
  const table = await db.row<{ exists: boolean }>(
    sql`select to_regclass('service_state') is not null as exists`,
  )
  if (!table?.exists) return undefined
  return (await db.row<{ value: string }>(sql`select value from service_state where name = 'base_url'`))
    ?.value
}

export async function rememberedAddress(db: Db, config: Config): Promise<string> {
  return config.baseUrl ?? (await knownAddress(db)) ?? baseUrlOf(config)
}
