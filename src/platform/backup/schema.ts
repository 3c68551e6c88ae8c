import pg from 'pg'
import { type Queryable, sql } from '../db/index.ts'

export interface Table {
  oid: string
  name: string
  /** Those that are stored; generated ones generate themselves again. */
  columns: string[]
}

/** The migrations write it themselves. */
export const LEDGER = 'schema_migrations'

/** Every table of ours: the database belongs to icebot, extensions' tables to the extensions. */
export function readTables(db: Queryable): Promise<Table[]> {
  return db.rows<Table>(sql`
    select c.oid::text, c.relname::text as name,
           array(
             select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum
           ) as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (
        select from pg_depend e
        where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e'
      )
    order by c.relname`)
}

/** The last value each sequence gave out; sequences never used are left out. */
export async function readSequences(db: Queryable): Promise<Record<string, string>> {
  const rows = await db.rows<{ name: string; last: string }>(sql`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function setSequences(tx: Queryable, last: Record<string, string>): Promise<void> {
  await tx.run(sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, given.value::bigint)
    from json_each_text(${JSON.stringify(last)}) given
    join pg_sequences on schemaname = current_schema() and sequencename = given.key`)
}

/** Everything a migration may have made, whichever release it came from. */
export async function emptySchema(tx: Queryable): Promise<void> {
  const drops = await tx.rows<{ statement: string }>(sql`
    select format('drop %s if exists %s cascade', object.type, object.identity) as statement
    from pg_depend d, pg_identify_object(d.classid, d.objid, 0) object
    where d.refclassid = 'pg_namespace'::regclass
      and d.refobjid = current_schema()::regnamespace::oid
      and d.classid in (
        'pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass,
        'pg_ts_config'::regclass, 'pg_ts_dict'::regclass
      )
      and not exists (
        select from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e'
      )
    -- A table takes its own sequences along, which cannot go before it.
    order by object.type = 'table' desc`)
  await tx.script(drops.map(({ statement }) => statement).join(';'))
}

/**
 * Keys, indexes and triggers out of the way of a load. What is returned brings them back, and so checks every reference
 * and every uniqueness at once: several times faster than row by row, and in no need of an order among the tables.
 */
export async function detachRules(tx: Queryable, tables: Table[]): Promise<() => Promise<void>> {
  const rules = await tx.rows<{ detach: string; attach: string }>(sql`
    with ours as (
      select oid, oid::regclass as name from unnest(${tables.map(({ oid }) => oid)}::oid[]) oid
    )
    select 1 as step,
           format('alter table %s drop constraint %I', ours.name, conname) as detach,
           format('alter table %s add constraint %I %s', ours.name, conname, pg_get_constraintdef(c.oid)) as attach
    from ours join pg_constraint c on conrelid = ours.oid and contype = 'f' and conparentid = 0
    union all
    select 2,
           format('alter table %s drop constraint %I', ours.name, conname),
           format('alter table %s add constraint %I %s', ours.name, conname, pg_get_constraintdef(c.oid))
    from ours join pg_constraint c on conrelid = ours.oid and contype in ('p', 'u', 'x')
    union all
    select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from ours join pg_index on indrelid = ours.oid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select 4,
           format('alter table %s disable trigger %I', ours.name, tgname),
           format('alter table %s enable trigger %I', ours.name, tgname)
    from ours join pg_trigger on tgrelid = ours.oid and not tgisinternal and tgenabled = 'O'
    order by step`)
  await tx.script(rules.map(({ detach }) => detach).join(';'))
  const attaching = rules.map(({ attach }) => attach).reverse()
  return () => tx.script(['set constraints all immediate', ...attaching].join(';'))
}

export function names(identifiers: string[]): string {
  return identifiers.map((name) => pg.escapeIdentifier(name)).join(', ')
}
