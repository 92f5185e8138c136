import type pg from 'pg'
import { boundCheck } from './enable.ts'
import { type GrowingTable, growingTables } from './growing-tables.ts'
import { boundName, holds, monthStart, partitionsOf } from './partitions-of.ts'

export type TableState = {
  table: string
  /** Of the table with its indexes, in all partitions. */
  bytes: number
  /** As PostgreSQL estimates them. */
  rows: number
  /** The moment of the first row; absent for an empty table, and for one whose rows have no time. */
  oldest?: string
  /** Why its partitions cannot be moved away, where that is so. */
  staysBecause?: string
  /** Undefined: it is one table. */
  partitions?: readonly PartitionState[]
}
export type PartitionState = { name: string; from?: string; to?: string; rows: number; bytes: number }

/** What every growing table is like; nothing is written, and no table is read whole. */
export async function readTables(client: pg.ClientBase): Promise<TableState[]> {
  const states: TableState[] = []
  for (const growing of growingTables) states.push(await readTable(client, growing))
  return states
}

async function readTable(client: pg.ClientBase, growing: GrowingTable): Promise<TableState> {
  const { table, archive } = growing
  const partitions = await partitionsOf(client, growing)
  const parts: PartitionState[] = []
  for (const { name, from, to } of partitions ?? [])
    parts.push({
      name,
      ...(from !== undefined && { from: boundName(from, growing) }),
      ...(to !== undefined && { to: boundName(to, growing) }),
      ...(await sizeOf(client, name)),
    })
  const total = (of: 'rows' | 'bytes') => parts.reduce((sum, part) => sum + part[of], 0)
  const size = partitions ? { rows: total('rows'), bytes: total('bytes') } : await sizeOf(client, table)
  const oldest = await oldestRow(client, growing)
  return {
    table,
    ...size,
    ...(oldest !== undefined && { oldest }),
    ...(archive.refused !== undefined && { staysBecause: archive.refused }),
    ...(partitions && { partitions: parts }),
  }
}

async function sizeOf(client: pg.ClientBase, name: string): Promise<{ rows: number; bytes: number }> {
  const { rows } = await client.query<{ rows: number; bytes: number }>(
    `select greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes from pg_class where oid = $1::regclass`,
    [name],
  )
  return rows[0]!
}

/** The row with the lowest number, found by the index of its key. */
async function oldestRow(
  client: pg.ClientBase,
  { table, column, by, order }: GrowingTable,
): Promise<string | undefined> {
  const first =
    by === 'entry'
      ? 'select posted_at::text as at from ledger.entries where id = (select min(entry_id) from ledger.lines)'
      : `select ${column}::text as at from ${table} order by ${indexed[table] ?? order} limit 1`
  const { rows } = await client.query<{ at: string }>(first)
  return rows[0] && String(Temporal.Instant.from(rows[0].at.replace(' ', 'T')))
}

/** Histories have no index by their numbers; the first payment and the first order are as old. */
const indexed: Readonly<Record<string, string>> = {
  'payments.payment_transitions': 'payment_id, id',
  'orders.order_transitions': 'order_id',
}

/** Counts the rows of a table by month, which reads it whole. Rows of the ledger are counted by the month of their entry. */
export async function rowsByMonth(
  client: pg.ClientBase,
  { table, column, by }: GrowingTable,
): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ month: string; count: string }>(
    by === 'entry'
      ? `select to_char(e.posted_at, 'YYYY-MM') as month, count(*)::text as count
           from ${table} l join ledger.entries e on e.id = l.${column} group by 1 order by 1`
      : `select to_char(${column}, 'YYYY-MM') as month, count(*)::text as count from ${table} group by 1 order by 1`,
  )
  return new Map(rows.map(({ month, count }) => [month, BigInt(count)]))
}

export type Trouble = { table: string; wrong: 'next is missing' | 'default has rows' | 'stopped in the middle' }

/** What of partitions needs somebody: there is nothing to say where no table is partitioned. */
export async function partitionTroubles(
  client: pg.ClientBase,
  now: Temporal.Instant,
): Promise<{ partitioned: number; troubles: Trouble[] }> {
  const troubles: Trouble[] = []
  let partitioned = 0
  for (const growing of growingTables) {
    const { table, by } = growing
    const partitions = await partitionsOf(client, growing)
    if (!partitions) {
      if (await hasBoundCheck(client, table)) troubles.push({ table, wrong: 'stopped in the middle' })
      continue
    }
    partitioned++
    const next = by === 'month' ? monthStart(now, 1) : await newestEntry(client)
    if (!partitions.some((one) => holds(one, next))) troubles.push({ table, wrong: 'next is missing' })
    const spare = partitions.find(({ isDefault }) => isDefault)
    if (!spare || (await client.query(`select from ${spare.name} limit 1`)).rowCount !== 0)
      troubles.push({ table, wrong: 'default has rows' })
  }
  return { partitioned, troubles }
}

const hasBoundCheck = async (client: pg.ClientBase, table: string): Promise<boolean> =>
  (await client.query('select from pg_constraint where conrelid = $1::regclass and conname = $2', [table, boundCheck]))
    .rowCount === 1

async function newestEntry(client: pg.ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ next: string }>(
    'select (coalesce(max(id), 0) + 1)::text as next from ledger.entries',
  )
  return BigInt(rows[0]!.next)
}
