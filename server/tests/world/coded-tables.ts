import type { Generated } from 'kysely'
import pg from 'pg'
import { generateKeys, readKeyRing } from '#kernel/crypto/keys.ts'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { hasFittingCode, openBound, textOf, withBound } from '#kernel/db/bound/open-bound.ts'
import { commit, insert, ref, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { noReactions, now } from './counter-tables.ts'
import { copyOfTemplate } from './database.ts'

type At = Temporal.Instant

/** Tables of the tests' own whose rows have codes: one whose code covers its id, one that refers to it, one of every type. */
declare module '#kernel/db/schema.ts' {
  interface Schema {
    'laws.persons': { id: Generated<bigint>; name: string; version: Generated<number>; mac: Generated<Buffer | null> }
    'laws.firms': { id: Generated<number>; name: string; mac: Generated<Buffer | null> }
    'laws.rights': {
      id: Generated<bigint>
      person_id: bigint | null
      firm_id?: number | null
      name: string
      role: Generated<string>
      seen_at: At | null
      version: Generated<number>
      mac: Generated<Buffer | null>
    }
    'laws.typed': TypedRow & { id: Generated<bigint>; mac: Generated<Buffer | null> }
  }
}

/** A column of each SQL type that bound tables have. */
export type TypedRow = {
  [Name in keyof typeof typedColumns]?: unknown
}
export const typedColumns = {
  big: 'bigint',
  whole: 'integer default 7',
  small: 'smallint',
  words: `text default 'of old'`,
  json: `jsonb default '{}'`,
  at: 'timestamptz',
  raw: 'bytea',
  is: 'boolean default true',
  uid: 'uuid',
  list: `text[] default '{}'`,
  counts: `integer[] default '{}'`,
  cents: 'numeric(5,2)',
  wei: 'numeric(78,0)',
  rate: 'numeric',
  hour: `time default '00:00'`,
  numbers: 'int8range',
} as const

const coded = ['laws.persons', 'laws.firms', 'laws.rights', 'laws.typed'] as const
const tables = `
  create schema laws;
  grant usage on schema laws to florin_app;
  create table laws.persons (
    id bigint generated always as identity primary key, name text not null constraint one_person_of_a_name unique,
    version integer not null default 1, mac bytea
  );
  create table laws.firms (id integer generated always as identity primary key, name text not null, mac bytea);
  create table laws.rights (
    id        bigint generated always as identity primary key,
    person_id bigint references laws.persons,
    firm_id   integer references laws.firms,
    name      text not null constraint one_right_of_a_name unique,
    role      text not null default 'reader',
    seen_at   timestamptz,
    version   integer not null default 1,
    mac       bytea
  );
  create table laws.typed (
    id bigint generated always as identity primary key,
    ${Object.entries(typedColumns)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(', ')},
    mac bytea
  );
  ${coded
    .map(
      (table) => `
    create unique index on ${table} (mac) where mac is not null;
    create trigger retire_code after delete or update of mac on ${table}
      for each row when (old.mac is not null) execute function florin.retire_code();
    create trigger refuse_retired_code before insert or update of mac on ${table}
      for each row when (new.mac is not null) execute function florin.refuse_retired_code();
    grant select, insert, update, delete on ${table} to florin_app;`,
    )
    .join('\n')}`

const bound: readonly BoundTable[] = [
  { table: 'laws.persons', what: 'person', key: ['id'], coversId: true, older: 'bind' },
  { table: 'laws.firms', what: 'firm', key: ['id'], coversId: true, older: 'bind' },
  { table: 'laws.rights', what: 'right', key: ['id'], free: { seen_at: 'it only tells' }, older: 'bind' },
  { table: 'laws.typed', what: 'row of every type', key: ['id'], older: 'bind' },
]

/** A database with these tables, and short functions for what the tests do with them. */
export async function openCoded() {
  const url = await copyOfTemplate()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(tables)
  const keys = readKeyRing(generateKeys())
  const codes = openBound({
    tables: bound,
    codes: {
      make: (text, chance) => keys.mac('directory', text, chance),
      fits: (code, text) => keys.fitsMac('directory', code, text),
      newest: () => keys.newestVersion('directory'),
    },
    refused: () => undefined,
  })
  const db = withBound(openDb(url, { role: 'florin_app' }), codes)
  const write = (...writes: Write[]) => commitIn(db, ...writes)
  const rowsWith = async (table: (typeof coded)[number], where = 'true') => {
    const rows = await db.run(`select * from ${table} where ${where} order by id`, [])
    const columns = await codes.covered(db)
    return rows.map((row) => ({ row, fits: hasFittingCode(codes, columns, table, row) }))
  }
  return {
    url,
    db,
    write,
    /** What somebody does to rows without the program. */
    byHand: (statement: string) => client.query(statement),
    rowsWith,
    /** Whether each of these rows has a fitting code, in the order of their ids. */
    fit: async (table: (typeof coded)[number], where?: string) =>
      (await rowsWith(table, where)).map(({ fits }) => fits),
    /** What the codes of all rows cover, in the order of their ids. */
    textsOf: async (table: (typeof coded)[number]) => {
      const columns = await codes.covered(db)
      return (await rowsWith(table)).map(({ row }) => textOf(columns, table, row))
    },
    right: async (name: string) => (await rowsWith('laws.rights', `name = '${name}'`))[0],
    newRight: async (name: string, more: Partial<Record<'role' | 'person_id', unknown>> = {}) => {
      const as = ref(name)
      const ids = await write(insert('laws.rights', rightOf(name, more), { as }))
      return ids(as)
    },
    close: () => Promise.all([db.close(), client.end()]),
  }
}

export const rightOf = (name: string, more: object = {}) => ({ person_id: null, name, seen_at: null, ...more })

/** Commits in a database or in its transaction. */
export const commitIn = (db: Db, ...writes: Write[]) => commit({ db, react: noReactions }, now, writes)
