import pg from 'pg'
import { generateKeys, readKeyRing } from '#kernel/crypto/keys.ts'
import { type Bound, openBound, textOf } from '#kernel/db/bound/open-bound.ts'
import { openDb } from '#kernel/db/db.ts'
import { boundTables } from '../../src/app/bound-tables.ts'
import { copyOfTemplate } from './database.ts'
import { openFilledTables } from './filled-tables.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')

/** A database with two rows in every bound table, each with its code. They are made from types alone, and checks are dropped. */
export async function openCodedRows(): Promise<{ url: string; bound: Bound }> {
  const url = await copyOfTemplate()
  const client = new pg.Client(url)
  await client.connect()
  const isBound = new Set<string>(boundTables.map(({ table }) => table))
  const columns = { 'programmes.products.numbers': 'int8range(n * 10, n * 10 + 9)', mac: 'null' }
  const tables = await openFilledTables(client, { now, columns, leaves: (table) => !isBound.has(table) })
  await tables.fill(2)
  const keys = readKeyRing(generateKeys())
  const bound = openBound({
    tables: boundTables,
    codes: {
      make: (text, chance) => keys.mac('directory', text, chance),
      fits: (code, text) => keys.fitsMac('directory', code, text),
      newest: () => keys.newestVersion('directory'),
    },
    refused: () => undefined,
  })
  const db = openDb(url, { role: 'florin_app', connectionsMax: 1 })
  const covered = await bound.covered(db)
  await client.query('set session_replication_role = replica')
  for (const { table, key } of boundTables) {
    const where = key.map((name, nth) => `${name} = $${nth + 2}`).join(' and ')
    for (const row of await db.run(`select * from ${table}`, [])) {
      const code = bound.codes.make(textOf(covered, table, row))
      await client.query(`update ${table} set mac = $1 where ${where}`, [code, ...key.map((name) => row[name])])
    }
  }
  await Promise.all([db.close(), client.end()])
  return { url, bound }
}
