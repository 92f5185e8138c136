import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { applySettings, sessions } from '#kernel/db/session-settings.ts'
import { copyOfTemplate } from '../world/database.ts'

/** Lists that are read by sum and never by one key, and records of the sandbox and of seals, which are not written in batches. */
const othersWillDo = ['list_checkpoints_pkey', 'requests_pkey', 'requests_connector_key_key', 'pages_pkey']

type Key = { name: string; table: string; columns: string[]; types: string[]; condition: string | null }

/** As the batches of commits look keys up: for each row of a list whether its key is taken. */
function lookUp({ table, columns, types, condition }: Key): string {
  const same = columns.map((column, nth) => `t."${column}" = r.c${nth}`).join(' and ')
  const from = `unnest(${types.map((type, nth) => `$${nth + 1}::${type}[]`)}) as r(${types.map((_, nth) => `c${nth}`)})`
  return `select from ${from} where (select true from ${table} as t where ${same} and ${condition ?? 'true'} limit 1)`
}

test('a row is looked up by its key in a database that knows nothing of its tables yet', async () => {
  const client = new pg.Client({ connectionString: await copyOfTemplate() })
  await client.connect()
  await applySettings(client, sessions.batches)
  onTestFinished(() => client.end())
  const { rows: keys } = await client.query<Key>(`
    select c.relname as name, i.indrelid::regclass::text as table, pg_get_expr(i.indpred, i.indrelid) as condition,
           array_agg(a.attname::text) as columns, array_agg(format_type(a.atttypid, null)) as types
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid and t.relkind = 'r'
           join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indisunique and i.indexprs is null and t.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
     group by i.indexrelid, c.oid`)
  const missed = []
  for (const key of keys) {
    await client.query(`prepare look_up as ${lookUp(key)}`)
    const { rows } = await client.query(`explain (format json) execute look_up(${key.types.map(() => 'null')})`)
    await client.query('deallocate look_up')
    if (!JSON.stringify(rows).includes(`"Index Name":"${key.name}"`)) missed.push(key.name)
  }
  expect(keys.length).toBeGreaterThan(200)
  expect(missed.toSorted()).toEqual(othersWillDo.toSorted())
})
