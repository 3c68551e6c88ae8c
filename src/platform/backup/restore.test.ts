import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { newId } from '../../lib/ids.ts'
import { UserError } from '../../lib/user-error.ts'
import { checkMigrations, type Db, migrateWithin, openDb, rawSql, sql } from '../db/index.ts'
import { backup, type Restored, type RestoreOptions, restore } from './index.ts'
import { readTables } from './schema.ts'

/** A package with two migrations more than ours, which use what ours may come to use. */
const { root } = vi.hoisted(() => ({ root: `/tmp/icebot-package-${process.pid}` }))
vi.mock('../../lib/root.ts', () => ({ packageRoot: root, packageVersion: '0.0.0' }))

const GARDEN = `
  create type mood as enum ('glad', 'it''s fine');
  create domain scoops as integer check (value >= 0);
  create sequence tickets;
  create table garden (
    id bigint generated always as identity primary key,
    parent bigint references garden,
    words text, list text[], nested text[][], json jsonb, plain json,
    instant timestamptz(3), exact timestamptz, day date, lasting interval,
    big bigint, amount numeric, price numeric(10, 2), half real, whole double precision,
    bytes bytea, feeling mood, helping scoops, code char(5), address inet, yes boolean, "odd ""name" text,
    search tsvector generated always as (to_tsvector('simple', coalesce(words, ''))) stored
  );
  create unique index garden_codes on garden (lower(code)) where code <> 'twice';
  create table seeds (name text primary key, touched integer not null default 0);
  insert into seeds values ('sown by the migration');
  create function count_touch() returns trigger language plpgsql as
    'begin new.touched := new.touched + 1; return new; end';
  create trigger touch before insert or update on seeds for each row execute function count_touch();
  create view glad_garden as select id from garden where feeling = 'glad';`
const SHOUT = `
  alter table workspaces add column shout text;
  update workspaces set shout = upper(name);`

let gardenVersion: number
let folder: string
let file: string
let databases: TestDatabase[] = []

beforeAll(() => {
  const project = join(import.meta.dirname, '../../..')
  cpSync(join(project, 'package.json'), join(root, 'package.json'))
  cpSync(join(project, 'migrations'), join(root, 'migrations'), { recursive: true })
  gardenVersion = readdirSync(join(root, 'migrations')).length + 1
  const add = (version: number, text: string) =>
    writeFileSync(join(root, 'migrations', `${String(version).padStart(4, '0')}_test.sql`), text)
  add(gardenVersion, GARDEN)
  add(gardenVersion + 1, SHOUT)
})
afterAll(() => rmSync(root, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'icebot-backup-'))
  file = join(folder, 'some.icebot-backup')
})
afterEach(async () => {
  for (const database of databases) await database.drop()
  databases = []
  rmSync(folder, { recursive: true })
})

describe('a restore', () => {
  it('brings every value back as it was', async () => {
    const db = await freshDatabase()
    const nasty = [
      ...['', ' ', '\\', '\\N', '\\.', '"', "'", '{}', 'NULL', 'null', ',', '\t', '\n', '\r\n', '\b\f\v'],
      ...[
        '🍦👩‍👩‍👧‍👦',
        'é e\u0301',
        '\u2028\ufeff',
        '{"a":[1]}',
        '$1',
        'a\\',
        "'; drop table garden --",
        'x'.repeat(100_000),
      ],
    ]
    for (const words of nasty) {
      await db.run(sql`
        insert into garden (words, list, nested, json, plain, "odd ""name", feeling, bytes) values (
          ${words}, ${[words, words]}, ${[[words], [words]]}, ${JSON.stringify({ [words]: words })},
          ${JSON.stringify([words])}, ${words}, 'it''s fine', ${Buffer.from(words)}
        )`)
    }
    await db.script(`
      insert into garden (list, json, instant, exact, day, lasting, big, amount, price, half, whole, helping, code, yes) values
        ('{}', '{}', '0001-01-01', '0001-01-01', '0001-01-01', '0', -9223372036854775808, 'NaN', 0, '-0', 'Infinity', 0, 'a', true),
        ('{null,NULL,"null"}', 'null', '9999-12-31 23:59:59.999', '9999-12-31 23:59:59.999999', '9999-12-31',
         '-1 year 2 days 03:04:05.678901', 9223372036854775807, 1e130, 99999999.99, 'NaN', 0.1, 7, 'b ', false),
        (array[[null, ''], ['a b', 'c']]::text[], '{"b": 1, "a": [1.10, "\\u0001"]}', 'infinity', '-infinity', '0044-03-15 BC',
         '00:00:00.000001', 0, -0.000000000000000000000000000000000001, null, 3.4028235e38, 5e-324, 0, null, null);
      insert into garden (json, bytes) select '{"n": 12345678901234567890.123456789}', decode(string_agg(lpad(to_hex(n), 2, '0'), ''), 'hex')
      from generate_series(0, 255) n;
      update garden set parent = case when id = 1 then (select max(id) from garden) else id - 1 end`)
    await addConversation(db)

    const made = await backup(db, file, { secret: 'hush' })
    const other = await freshDatabase()
    const restored = await bringBack(other)
    expect(await contents(other)).toEqual(await contents(db))
    expect(restored.tables).toEqual(made.tables)
    expect(restored.tables.garden).toBe(nasty.length + 4)
    expect(restored).toMatchObject({
      created_at: made.created_at,
      secret: 'hush',
      replaced: false,
      safety_backup: null,
    })
  })

  it('leaves keys, indexes, triggers, views and statistics as a fresh start has them', async () => {
    const db = await freshDatabase()
    await db.script(
      `alter table seeds disable trigger touch; insert into seeds values ('mine', 5), ('yours', 6)`,
    )
    await db.script(`delete from seeds where name = 'sown by the migration'`)
    await backup(db, file, { secret: undefined })
    const other = await freshDatabase()
    const before = await rulesOf(other)
    await bringBack(other)
    expect(await rulesOf(other)).toEqual(before)
    expect(before.length).toBeGreaterThan(50)
    // Loading is no insert of anybody's, so the trigger has not seen the rows; afterwards it works again.
    await other.run(sql`update seeds set touched = touched where name = 'yours'`)
    expect(await other.rows(sql`select * from seeds order by name`)).toEqual([
      { name: 'mine', touched: 5 },
      { name: 'yours', touched: 7 },
    ])
    expect(await other.rows(sql`select attname from pg_stats where tablename = 'seeds'`)).toHaveLength(2)
  })

  it('lets numbers go on where they were', async () => {
    const db = await freshDatabase()
    await db.script(`
      insert into garden (words) select 'row' from generate_series(1, 5);
      delete from garden where id > 3;
      select setval('tickets', 41)`)
    await backup(db, file, { secret: undefined })
    const other = await freshDatabase()
    await bringBack(other)
    expect(await other.row(sql`insert into garden (words) values ('next') returning id`)).toEqual({ id: 6 })
    expect(await other.row(sql`select nextval('tickets')`)).toEqual({ nextval: 42 })
  })

  it('brings a backup of an older schema up to date', async () => {
    const old = await freshDatabase({ version: gardenVersion - 1 })
    await addConversation(old)
    await backup(old, file, { secret: undefined })
    const db = await freshDatabase()
    await db.script(`insert into garden (words, feeling) values ('to go', 'glad')`)
    await bringBack(db)
    expect(await checkMigrations(db)).toBe(true)
    expect(await db.rows(sql`select name, shout from workspaces`)).toEqual([
      { name: 'Gelato', shout: 'GELATO' },
    ])
    expect(await db.rows(sql`select name from seeds`)).toEqual([{ name: 'sown by the migration' }])
    expect(await db.rows(sql`select id from garden`)).toEqual([])
  })

  it('replaces a database that a newer icebot has changed', async () => {
    const db = await freshDatabase()
    await addConversation(db)
    await backup(db, file, { secret: undefined })
    const before = await contents(db)
    await db.script(`
      create table from_the_future (id integer references garden);
      insert into schema_migrations (version, name, checksum) values (${gardenVersion + 2}, 'future', 'x')`)
    await bringBack(db)
    expect(await contents(db)).toEqual(before)
    expect(await checkMigrations(db)).toBe(true)
  })

  it('keeps what it replaces, so that it can be undone', async () => {
    const db = await freshDatabase()
    await backup(db, file, { secret: 'of the backup' })
    await addConversation(db)
    const before = await contents(db)
    const safetyFolder = join(folder, 'data', 'kept')
    const now = () => new Date('2026-01-02T03:04:05.678Z')
    const restored = await bringBack(db, { safetyFolder, secret: 'of the present', now })
    const safety = join(safetyFolder, 'before-restore-2026-01-02T03-04-05-678Z.icebot-backup')
    expect(restored).toMatchObject({ replaced: true, safety_backup: safety, secret: 'of the backup' })
    expect(await db.rows(sql`select from workspaces`)).toEqual([])

    const undone = await restore(db, safety, { safetyFolder, secret: undefined })
    expect(undone).toMatchObject({ replaced: false, secret: 'of the present' })
    expect(await contents(db)).toEqual(before)
  })

  it('works for a user who merely owns the database', async () => {
    const source = await freshDatabase()
    await addConversation(source)
    await backup(source, file, { secret: undefined })
    const database = await createDatabase({ empty: true })
    databases.push(database)
    const role = `icebot_plain_${process.pid}`
    const name = new URL(database.url).pathname.slice(1)
    await database.db.script(`create role ${role}; alter database ${name} owner to ${role}`)
    const connection = { connectionString: database.url, options: `-c role=${role}` }
    const db = openDb({ connection, maxConnections: 2, onTrouble: () => {} })
    try {
      await db.transaction((tx) => migrateWithin(tx))
      await bringBack(db)
      expect(await bringBack(db)).toMatchObject({ replaced: true })
      expect(await db.rows(sql`select name from workspaces`)).toEqual([{ name: 'Gelato' }])
    } finally {
      await db.close()
      await database.db.script(
        `drop owned by ${role} cascade; alter database ${name} owner to current_user; drop role ${role}`,
      )
    }
  })
})

describe('a restore that cannot be', () => {
  const AGENT = /[0-9a-f-]{36}(?=\t[0-9a-f-]{36}\tweb\tcustomer)/
  const refusals: [string, RegExp, (text: string) => string | Buffer][] = [
    ['a truncated file', /is damaged or incomplete/, (text) => gzipSync(text).subarray(0, 900)],
    ['altered rows', /is damaged or incomplete/, (text) => gzipSync(text.replace('Gelato', 'Sorbet'))],
    ['a foreign file', /is not an icebot backup/, () => Buffer.from('PK\u0003\u0004')],
    ['an empty file', /is damaged or incomplete/, () => Buffer.alloc(0)],
    [
      'a newer schema',
      /was made by a newer icebot .*, schema 99; this one knows/,
      (text) => text.replace(/"schema":\d+/, '"schema":99'),
    ],
    ['a table we never had', /holds a table pond that/, (text) => text.replaceAll('"garden":', '"pond":')],
    [
      'a column we never had',
      /holds a column garden\.weeds that/,
      (text) => text.replace('"words"', '"weeds"'),
    ],
    ['a broken reference', /violates foreign key/, (text) => text.replace(AGENT, newId())],
    [
      'a value of no sense',
      /invalid input syntax for type uuid/,
      (text) => text.replace(AGENT, 'x'.repeat(36)),
    ],
  ]
  for (const [what, message, change] of refusals) {
    it(`leaves everything as it was: ${what}`, async () => {
      const source = await freshDatabase()
      await addConversation(source)
      await backup(source, file, { secret: undefined })
      const text = gunzipSync(readFileSync(file)).toString()
      const changed = change(text)
      expect(changed).not.toBe(text)
      writeFileSync(file, typeof changed === 'string' ? gzipSync(sealed(changed)) : changed)

      const db = await freshDatabase()
      await addConversation(db)
      const before = await contents(db)
      const refused = await bringBack(db, { safetyFolder: join(folder, 'safety') }).catch((error) => error)
      expect(refused.message).toMatch(message)
      expect(await contents(db)).toEqual(before)
      expect(await checkMigrations(db)).toBe(true)
      expect(readdirSync(folder).includes('safety') ? readdirSync(join(folder, 'safety')) : []).toEqual([])
    })
  }

  it('leaves everything as it was: a database that another program uses', async () => {
    const source = await freshDatabase()
    await addConversation(source)
    await backup(source, file, { secret: undefined })
    const foreign = await createDatabase({ empty: true })
    databases.push(foreign)
    await foreign.db.script('create table invoices (id int); insert into invoices values (7)')
    await expect(bringBack(foreign.db)).rejects.toThrow(
      /another program uses \(it holds the table invoices\)/,
    )
    expect(await foreign.db.rows(sql`select id from invoices`)).toEqual([{ id: 7 }])
  })

  it('leaves everything as it was: no room for what is replaced', async () => {
    const db = await freshDatabase()
    await addConversation(db)
    await backup(db, file, { secret: undefined })
    const before = await contents(db)
    const refused = bringBack(db, { safetyFolder: join(file, 'below') })
    await expect(refused).rejects.toThrow(UserError)
    await expect(refused).rejects.toThrow(
      /^The backup cannot be written to .*: a part of the path is not a folder\.$/,
    )
    expect(await contents(db)).toEqual(before)
  })
})

async function freshDatabase({ version = Number.POSITIVE_INFINITY } = {}): Promise<Db> {
  const database = await createDatabase({ empty: true })
  databases.push(database)
  await database.db.transaction((tx) => migrateWithin(tx, version))
  return database.db
}

function bringBack(db: Db, options: Partial<RestoreOptions> = {}): Promise<Restored> {
  return restore(db, file, { secret: undefined, safetyFolder: folder, ...options })
}

async function addConversation(db: Db): Promise<void> {
  const id = newId()
  await db.run(sql`
    insert into workspaces (id, name, plan, verified, credits) values (${id}, 'Gelato', 'free', true, 0)`)
  await db.run(sql`
    insert into agents (id, workspace_id, name, voice, welcome, allowed_domains)
    values (${id}, ${id}, 'Vanilla', true, 'Hello', '{}')`)
  await db.run(sql`
    insert into conversations (agent_id, channel, external_user_id, id) values (${id}, 'web', 'customer', ${id})`)
}

/** Every row of every table, as text. */
async function contents(db: Db): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { name } of await readTables(db)) {
    if (name === 'schema_migrations') continue
    const [row] = await db.rows<{ rows: string[] }>(
      rawSql(`select array(select t::text from ${name} t order by t::text) as rows`),
    )
    found[name] = row?.rows
  }
  return found
}

async function rulesOf(db: Db): Promise<unknown[]> {
  return db.rows(sql`
    select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0
    union all
    select tablename, indexname, indexdef from pg_indexes where schemaname = current_schema()
    union all
    select tgrelid::regclass::text, tgname, concat(tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select viewname, '', definition from pg_views where schemaname = current_schema()
    order by 1, 2, 3`)
}

/** The text of a backup with the trailer it would have, had it been written like this. */
function sealed(text: string): string {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const trailer = JSON.parse(text.slice(end))
  const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex')
  return `${text.slice(0, end)}${JSON.stringify({ ...trailer, sha256 })}\n`
}
