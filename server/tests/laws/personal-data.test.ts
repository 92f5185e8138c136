import { expect, onTestFinished, test } from 'vitest'
import { personalOfHolder, personalOfShopper } from '../../src/app/personal-data.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { impersonal, keptElsewhere } from './impersonal-columns.ts'

const tables = [...personalOfShopper, ...personalOfHolder({ keys: undefined as never })].flatMap((of) => of.tables)
const split = (lists: Readonly<Record<string, string>>): string[] =>
  Object.entries(lists).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`))

async function asked(text: string, values: unknown[] = []) {
  const client = await connectAsSuperuser(await copyOfTemplate())
  onTestFinished(() => client.end())
  return (await client.query<Record<string, unknown>>(text, values)).rows
}

test('every column that may hold something of a customer says what an erasure does to it, and each is in one list', async () => {
  const rows = await asked(`
    select table_schema || '.' || table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_schema || '.' || table_name not in ('florin.migrations', 'florin.retired_codes', 'florin.tables_to_bind')
      and column_name <> 'mac' -- the code of a row says nothing of it
      and data_type in ('text', 'character varying', 'character', 'jsonb', 'json', 'xml', 'inet', 'ARRAY', 'bytea')`)
  const personal = new Set(
    tables.flatMap(({ table, personal }) => Object.keys(personal).map((column) => `${table}.${column}`)),
  )
  const others = [...split(impersonal), ...Object.values(keptElsewhere).flatMap(split)]
  expect([...personal, ...others].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the program may erase what is to be erased, and nothing is kept without a reason', async () => {
  const erased = tables.flatMap(({ table, personal, along = {} }) => [
    ...Object.entries(personal).flatMap(([column, { kept, isLeft }]) =>
      kept === undefined || (['accounts', 'identity'].includes(kept) && !isLeft) ? [[table, column]] : [],
    ),
    ...Object.keys(along).map((column) => [table, column]),
  ])
  const refused = await asked(
    `select t || '.' || c as name from unnest($1::text[], $2::text[]) as u(t, c)
     where not has_column_privilege('florin_app', t, c, 'update')`,
    [erased.map(([table]) => table), erased.map(([, column]) => column)],
  )
  expect(refused).toEqual([])
  const silent = tables.flatMap(({ table, personal }) =>
    Object.entries(personal).flatMap(([column, { kept, because }]) => (kept && !because ? [`${table}.${column}`] : [])),
  )
  expect(silent).toEqual([])
})
