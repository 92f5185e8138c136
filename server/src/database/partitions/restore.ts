import type pg from 'pg'
import { oneTransaction } from '../one-transaction.ts'
import { contentOf, fillFromFile, openArchive, rowsAsLines } from './archive-file.ts'
import { boundCheck } from './enable.ts'
import { type GrowingTable, growingTable } from './growing-tables.ts'
import { exists, makePartition } from './like-table.ts'
import { underShortLock } from './owner.ts'
import { partitionsOf } from './partitions-of.ts'
import type { Recorder } from './recorder.ts'

export type Restored = { table: string; partition: string; rows: number }

/** The comment on a table that is being filled; one that was left so is made anew. */
const marked = 'florin restore'

/**
 * Reads the rows of a file into the database again, as a partition of their table. Throws when the file is damaged, and when the rows
 * that were read in are not those that it holds; then nothing is changed. `record` is called in the transaction that makes it one.
 */
export async function restorePartition(client: pg.Client, path: string, record?: Recorder): Promise<Restored> {
  const { manifest, path: file } = await openArchive(path)
  const growing = growingTable(manifest.table)
  const { table, partition, from, to, columns } = manifest
  const partitions = await partitionsOf(client, growing)
  if (!partitions) throw new Error(`${table} is not partitioned in this database: florin partitions enable ${table}`)
  if (partitions.some(({ name }) => name === partition)) throw new Error(`${partition} is there already.`)
  await makeEmpty(client, growing, { partition, from, to })
  await fillFromFile(client, partition, { path: file, columns })
  const content = await contentOf(rowsAsLines(client, partition, { columns, order: growing.order }))
  if (content.sha256 !== manifest.sha256 || (await lacksRows(client, growing, partition))) {
    await client.query(`drop table ${partition}`)
    const { archive } = growing
    throw new Error(
      content.sha256 === manifest.sha256 && archive.refused === undefined
        ? `${partition}: ${archive.incomplete?.because}.`
        : `${partition} does not become what ${manifest.file} says it was. Was the table changed since? Nothing was restored.`,
    )
  }
  await underShortLock(client, [`${table}_default`], async () => {
    await client.query(`alter table ${table} attach partition ${partition} for values from ('${from}') to ('${to}')`)
    await client.query(`alter table ${partition} drop constraint ${boundCheck}`)
    await client.query(`comment on table ${partition} is null`)
    const facts = { partition, file: manifest.file, rows: manifest.rows, sha256: manifest.sha256 }
    await record?.(client, { action: 'partitionRestored', table, facts })
  })
  return { table, partition, rows: manifest.rows }
}

type Empty = { partition: string; from: string; to: string }

/** Its check is that of the partition, so that it is attached without being read again. */
async function makeEmpty(client: pg.Client, { table, column }: GrowingTable, { partition, from, to }: Empty) {
  if (await exists(client, partition)) {
    const { rows } = await client.query<{ comment: string | null }>(
      `select obj_description($1::regclass, 'pg_class') as comment`,
      [partition],
    )
    if (rows[0]?.comment !== marked)
      throw new Error(`There is a table ${partition} that is no partition: repeat the archive that was stopped.`)
    await client.query(`drop table ${partition}`)
  }
  await oneTransaction(client, async () => {
    await makePartition(client, table, partition)
    await client.query(`comment on table ${partition} is '${marked}'`)
    await client.query(
      `alter table ${partition} add constraint ${boundCheck} check (${column} >= '${from}' and ${column} < '${to}')`,
    )
  })
}

async function lacksRows(client: pg.Client, { archive }: GrowingTable, partition: string): Promise<boolean> {
  if (archive.refused !== undefined || !archive.incomplete) return false
  return (await client.query(`select from ${partition} r where ${archive.incomplete.where} limit 1`)).rowCount === 1
}
