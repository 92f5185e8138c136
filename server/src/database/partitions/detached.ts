import { join } from 'node:path'
import type pg from 'pg'
import { oneTransaction } from '../one-transaction.ts'
import { contentOf, expectWhole, type Manifest, manifestIn, rowsAsLines } from './archive-file.ts'
import type { GrowingTable } from './growing-tables.ts'
import { underShortLock } from './owner.ts'
import type { Partition } from './partitions-of.ts'
import type { Recorder } from './recorder.ts'

/** The comment on a table that was taken off and is not dropped yet: the next run knows by it what it was. */
const marked = 'florin archive '

type Detached = Pick<Manifest, 'table' | 'partition' | 'from' | 'to'>

/** Takes a partition off its table. It stays, with its comment, until its file has been read back. */
export async function detach(client: pg.Client, { name }: Pick<Partition, 'name'>, manifest: Manifest): Promise<void> {
  const { table, partition, from, to } = manifest
  const comment = client.escapeLiteral(`${marked}${JSON.stringify({ table, partition, from, to } satisfies Detached)}`)
  await underShortLock(client, [table], async () => {
    await client.query(`alter table ${table} detach partition ${name}`)
    await client.query(`comment on table ${name} is ${comment}`)
  })
}

/** Partitions of a table that were taken off and are still there, because somebody was stopped in the middle. */
export async function leftDetached(client: pg.ClientBase, { table }: Pick<GrowingTable, 'table'>): Promise<Detached[]> {
  const { rows } = await client.query<{ comment: string }>(
    `select d.description as comment from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
      where d.objsubid = 0 and not c.relispartition and starts_with(d.description, $1)`,
    [marked],
  )
  return rows
    .map(({ comment }) => JSON.parse(comment.slice(marked.length)) as Detached)
    .filter((one) => one.table === table)
}

/**
 * Drops a partition that was taken off, when its file holds the same rows: both are read for it. Otherwise it becomes
 * a partition again, and the error says so. `record` is called in the transaction that drops it.
 */
export async function dropIfKept(
  client: pg.Client,
  growing: GrowingTable,
  { folder, record }: { folder: string; record?: Recorder | undefined },
  of: Detached,
): Promise<void> {
  const { partition } = of
  let manifest: Manifest | undefined
  try {
    manifest = await manifestIn(folder, partition)
    if (!manifest) throw new Error(`${join(folder, partition)}.json is missing.`)
    await expectWhole(join(folder, manifest.file), manifest)
    const content = await contentOf(rowsAsLines(client, partition, { columns: manifest.columns, order: growing.order }))
    if (content.sha256 !== manifest.sha256)
      throw new Error(`${partition} has other rows than its file: some were written after it.`)
  } catch (error) {
    await attachAgain(client, of)
    const says = error instanceof Error ? error.message : String(error)
    throw new Error(`${says} ${partition} is a partition again, and nothing is lost. Repeat the command.`, {
      cause: error,
    })
  }
  const { table, file, rows, sha256 } = manifest
  await oneTransaction(client, async () => {
    await client.query(`drop table ${partition}`)
    await record?.(client, { action: 'partitionArchived', table, facts: { partition, file, folder, rows, sha256 } })
  })
}

async function attachAgain(client: pg.Client, { table, partition, from, to }: Detached): Promise<void> {
  await oneTransaction(client, async () => {
    await client.query(`alter table ${table} attach partition ${partition} for values from ('${from}') to ('${to}')`)
    await client.query(`comment on table ${partition} is null`)
  })
}

/** What the manifest of a partition says of its rows, but for those that only writing shows. */
export const describeRows = async (client: pg.ClientBase, growing: GrowingTable, { name, to }: Partition) => {
  const { column, rowId } = growing
  const { rows } = await client.query<{ first: string | null; last: string | null; since: string | null }>(
    `select min(${rowId})::text as first, max(${rowId})::text as last, min(${column})::text as since from ${name}`,
  )
  const { first, last, since } = rows[0]!
  if (to === undefined || first === null || last === null || since === null) return undefined
  return { first: BigInt(first), last: BigInt(last), since: Temporal.Instant.from(since.replace(' ', 'T')) }
}

/**
 * The numbers of a partition's rows, from the first to the last, without those that other partitions have in between:
 * processes take numbers before they write, so around midnight two months are mixed.
 */
export async function rangesOf(
  client: pg.ClientBase,
  { table, rowId }: GrowingTable,
  { name, first, last }: { name: string; first: bigint; last: bigint },
): Promise<{ from: string; through: string }[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct o.${rowId}::bigint as n, o.${rowId}::text as id from ${table} o
      where o.${rowId} between $1 and $2 and o.tableoid <> $3::regclass
        and not exists (select from ${name} p where p.${rowId} = o.${rowId}) order by n limit ${mixedMax + 1}`,
    [first, last, name],
  )
  if (rows.length > mixedMax)
    throw new Error(`The rows of ${name} are mixed with those of other partitions, so the seals cannot name them.`)
  const ranges: { from: string; through: string }[] = []
  let from = first
  for (const other of [...rows.map(({ id }) => BigInt(id)), last + 1n]) {
    if (from < other) ranges.push({ from: String(from), through: String(other - 1n) })
    from = other + 1n
  }
  return ranges
}
const mixedMax = 1_000
