import pg from 'pg'
import { onTestFinished } from 'vitest'
import { connectAsSuperuser } from './superuser.ts'

/** Somebody who has the rights of the program's role in the database, and nothing else of it. */
export type Attacker = {
  /** One statement, and what it returns; rejects when the database refuses. */
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** One transaction; rejects when the database refuses. */
  does(statements: string, values?: readonly unknown[]): Promise<void>
  /** The row as it is now, to be put back later. */
  row(table: string, id: bigint): Promise<string>
}

export async function openAttacker(databaseUrl: string): Promise<Attacker> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('set role florin_app')
  return {
    run: async (text, values = []) => (await client.query(text, [...values])).rows,
    does: async (statements, values) => void (await client.query(statements, values && [...values])),
    row: async (table, id) => {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(r)::text as row from ${table} r where id = $1`,
        [id],
      )
      return rows[0]!.row
    },
  }
}

/** Remembers the rows of these tables; what is returned puts them back as they were, whatever was done to them. */
export async function rememberRows(databaseUrl: string, tables: readonly string[]): Promise<() => Promise<void>> {
  const superuser = await connectAsSuperuser(databaseUrl, { unruled: true })
  const kept = (table: string) => `kept_of_${table.replace('.', '_')}`
  for (const table of tables) await superuser.query(`create temp table ${kept(table)} as table ${table}`)
  const repairs = tables.map(
    (table) => `delete from ${table}; insert into ${table} overriding system value table ${kept(table)};`,
  )
  return async () => void (await superuser.query(repairs.join('\n')))
}

/** A row in the place of another, with these values changed and without a code. */
export const madeOf = (table: string, id: bigint, changes: object): string =>
  `with own as (delete from ${table} where id = ${id} returning *) ${insertedAs(table, { ...changes, mac: null })} from own`

/** Another row beside one, with these values changed and, unless the values say otherwise, with its code. */
export const copyOf = (table: string, id: bigint, changes: object): string =>
  `${insertedAs(table, changes)} from ${table} own where id = ${id}`

const insertedAs = (table: string, changes: object): string =>
  `insert into ${table} overriding system value
   select (jsonb_populate_record(null::${table}, to_jsonb(own) || '${textOf(changes)}')).*`

/** Some values of a row as they were. */
export const putBack = (table: string, columns: readonly string[]): string =>
  `update ${table} r set ${columns.map((column) => `${column} = old.${column}`).join(', ')}
   from jsonb_populate_record(null::${table}, $1) old where r.id = old.id`

const textOf = (changes: object): string =>
  JSON.stringify(changes, (_name, value) => (typeof value === 'bigint' ? Number(value) : value))
