import type pg from 'pg'
import { oneTransaction } from '../one-transaction.ts'
import { makeAhead, spanOfEntries } from './ahead.ts'
import { copiedNames, exchangeNames } from './exchange-names.ts'
import type { GrowingTable } from './growing-tables.ts'
import { exists, makePartition, makePartitioned, revokeRights } from './like-table.ts'
import { type ShortLock, underShortLock } from './owner.ts'
import { type Bound, boundName, boundText, monthStart, partitionsOf } from './partitions-of.ts'
import type { Recorder } from './recorder.ts'

/** The check of the old table by which PostgreSQL knows, without reading it, that it fits the first partition. */
export const boundCheck = 'florin_partition_bound'

export type Enabled = ShortLock & { first: string; upTo: string; validatedMs: number }

export type EnableOptions = {
  now: Temporal.Instant
  /** Called in the transaction that makes the table partitioned. */
  record?: Recorder | undefined
  /** Called before each step, for tests that stop at one. */
  onStep?: ((step: EnableStep) => Promise<void>) | undefined
}
export type EnableStep = 'prepare' | 'check' | 'validate' | 'swap' | 'swapped under the lock'

/**
 * Makes a table partitioned while payments go on; undefined when it is so already. The table as it is becomes the first
 * partition. Broken off at any point, it leaves the table as it was, or partitioned, and is repeated by the same call.
 *
 * What takes long, reading the whole table for a check, is done while others write. What needs the table alone only
 * changes the catalogue, and takes milliseconds.
 */
export async function enablePartitions(
  client: pg.Client,
  growing: GrowingTable,
  { now, record, onStep = async () => {} }: EnableOptions,
): Promise<Enabled | undefined> {
  const { table, column } = growing
  if (await partitionsOf(client, growing)) return undefined
  await refuseStrangers(client, table)
  const draft = `${table}_partitioned`
  const upTo = await firstBound(client, growing, now)
  await onStep('prepare')
  await removeLeftovers(client, table)
  await oneTransaction(client, async () => {
    await makePartitioned(client, table, draft, column)
    await makePartition(client, table, `${table}_default`)
    await client.query(`alter table ${draft} attach partition ${table}_default default`)
  })
  await onStep('check')
  const upToText = boundText(upTo, growing)
  await underShortLock(client, [table], async () => {
    await client.query(`alter table ${table} add constraint ${boundCheck} check (${column} < ${upToText}) not valid`)
  })
  await onStep('validate')
  const began = performance.now()
  await client.query(`alter table ${table} validate constraint ${boundCheck}`)
  const validatedMs = performance.now() - began
  await onStep('swap')
  const first = `${table}_until_${boundName(upTo, growing).replace('-', '_')}`
  const lock = await underShortLock(client, [table], async () => {
    await swap(client, { table, draft, first, upTo: upToText })
    await record?.(client, { action: 'partitionsEnabled', table, facts: { first, upTo: boundName(upTo, growing) } })
    await onStep('swapped under the lock')
  })
  await makeAhead(client, growing, now)
  await client.query(`analyze ${table}`)
  return { ...lock, first, upTo: boundName(upTo, growing), validatedMs }
}

/**
 * Where the first partition ends. The check holds for new rows too, from the moment it is made: one that ends soon
 * would refuse payments if this program were killed before the exchange. So it is a week away at the least.
 */
async function firstBound(client: pg.Client, growing: GrowingTable, now: Temporal.Instant): Promise<Bound> {
  if (growing.by === 'month') return monthStart(now.add({ hours: 7 * 24 }), 1)
  const { last, span } = await spanOfEntries(client, now)
  return last + span
}

/** Removes what an attempt that was broken off has left; safe at any time, since nothing uses it. */
export async function removeLeftovers(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_constraint where conrelid = $1::regclass and conname = $2 and coninhcount = 0`,
    [table, boundCheck],
  )
  if (rowCount)
    await underShortLock(client, [table], async () => {
      await client.query(`alter table ${table} drop constraint if exists ${boundCheck}`)
    })
  const draft = `${table}_partitioned`
  if (await exists(client, draft)) await client.query(`drop table ${draft}`)
  return rowCount === 1
}

/** A view or a foreign key would go on to mean the old table. */
async function refuseStrangers(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ stranger: string }>(
    `select 'the foreign key ' || conname || ' of ' || conrelid::regclass as stranger from pg_constraint
      where contype = 'f' and confrelid = $1::regclass
     union all
     select 'the view ' || v.oid::regclass from pg_depend d join pg_rewrite w on w.oid = d.objid and d.classid = 'pg_rewrite'::regclass
       join pg_class v on v.oid = w.ev_class where d.refobjid = $1::regclass and d.refclassid = 'pg_class'::regclass
     union all
     select 'the publication ' || p.pubname from pg_publication_rel r join pg_publication p on p.oid = r.prpubid
      where r.prrelid = $1::regclass`,
    [table],
  )
  if (rows.length > 0)
    throw new Error(
      `${table} cannot be partitioned, because ${rows.map(({ stranger }) => stranger).join(', ')} leads to it. Drop it, and make it again afterwards.`,
    )
}

type Swap = { table: string; draft: string; first: string; upTo: string }

async function swap(client: pg.Client, { table, draft, first, upTo }: Swap): Promise<void> {
  const names = await copiedNames(client, table)
  await moveIdentity(client, { from: table, to: draft })
  await client.query(`alter table ${table} rename to ${unqualified(first)}`)
  await client.query(`alter table ${draft} rename to ${unqualified(table)}`)
  await client.query(`alter table ${table} attach partition ${first} for values from (minvalue) to (${upTo})`)
  await exchangeNames(client, { table, first, names })
  await client.query(`alter table ${first} drop constraint ${boundCheck}`)
  await revokeRights(client, first)
}

/** Numbers go on where they are: nobody takes one meanwhile, since the table is ours alone. */
async function moveIdentity(client: pg.Client, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select quote_ident(attname) as column, pg_get_serial_sequence($1, attname) as sequence
       from pg_attribute where attrelid = $1::regclass and attidentity <> '' and not attisdropped`,
    [from],
  )
  for (const { column, sequence } of rows) {
    await client.query(`select setval(pg_get_serial_sequence($1, $2), s.last_value, s.is_called) from ${sequence} s`, [
      to,
      column,
    ])
    await client.query(`alter table ${from} alter ${column} drop identity`)
    await client.query(`alter sequence ${await sequenceOf(client, to, column)} rename to ${unqualified(sequence)}`)
  }
}

async function sequenceOf(client: pg.Client, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
    table,
    column,
  ])
  return rows[0]!.name
}

const unqualified = (name: string): string => name.slice(name.indexOf('.') + 1)
