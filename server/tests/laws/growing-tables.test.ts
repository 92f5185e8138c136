import { beforeAll, expect, test } from 'vitest'
import { growingTables } from '#database/partitions/growing-tables.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

let url: string
beforeAll(async () => {
  url = await copyOfTemplate()
})

test.for(growingTables)(
  '$table can be partitioned by $column: every unique key has it, and no foreign key leads there',
  async ({ table, column }) => {
    // PostgreSQL itself says whether a table with these keys can be partitioned so.
    const client = await connectAsSuperuser(url)
    await client.query('drop table if exists public.partitioned')
    await client.query(`create table public.partitioned (like ${table} including all) partition by range (${column})`)
    const { rows } = await client.query(
      `select conrelid::regclass::text as from from pg_constraint where contype = 'f' and confrelid = $1::regclass`,
      [table],
    )
    expect(rows).toEqual([])
  },
)
