import type pg from 'pg'
import type { GrowingTable } from './growing-tables.ts'
import { makePartition } from './like-table.ts'
import { underShortLock } from './owner.ts'
import { type Bound, boundText, holds, monthStart, partitionName, partitionsOf } from './partitions-of.ts'

/** So many partitions are kept ready beyond the one that is written to. */
export const partitionsAhead = 3

/** Makes the next partitions that a partitioned table lacks, and returns their names. */
export async function makeAhead(client: pg.Client, growing: GrowingTable, now: Temporal.Instant): Promise<string[]> {
  const before = await partitionsOf(client, growing)
  if (!before) return []
  const made = [...(await takeFromDefault(client, growing, now))]
  for (const { from, to } of await lacking(client, growing, now)) {
    const name = partitionName(growing, from)
    await add(client, growing, { name, from, to })
    made.push(name)
  }
  return made
}

type Range = { from: Bound; to: Bound }

/** What is to be made, in order: partitions follow each other without a gap. */
export async function lacking(client: pg.Client, growing: GrowingTable, now: Temporal.Instant): Promise<Range[]> {
  const partitions = (await partitionsOf(client, growing)) ?? []
  const end = partitions.filter(({ isDefault }) => !isDefault).at(-1)?.to
  if (end === undefined) return []
  if (growing.by === 'month') return monthsFrom(end, monthStart(now, partitionsAhead + 1))
  const { last, span } = await spanOfEntries(client, now)
  const current = partitions.find((one) => holds(one, last + 1n))
  const ready = partitions.filter(({ isDefault, from }) => !isDefault && from !== undefined && from > last).length
  const count = partitionsAhead - ready + (current ? 0 : 1)
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const from = end + BigInt(at) * span
    return { from, to: from + span }
  })
}

function monthsFrom(end: Bound, until: Bound): Range[] {
  const months: Range[] = []
  for (let from = end; from < until; ) {
    const to = monthStart(Temporal.Instant.fromEpochMilliseconds(Number(from)), 1)
    months.push({ from, to })
    from = to
  }
  return months
}

async function add(
  client: pg.Client,
  growing: GrowingTable,
  { name, from, to }: Range & { name: string },
): Promise<void> {
  const { table } = growing
  const bounds = `from (${boundText(from, growing)}) to (${boundText(to, growing)})`
  // The default partition is looked through for rows that belong into the new one; it is empty.
  await underShortLock(client, [`${table}_default`], async () => {
    await makePartition(client, table, name)
    await client.query(`alter table ${table} attach partition ${name} for values ${bounds}`)
  })
}

/**
 * Rows that no partition was ready for are in the default one. It becomes the partition of its months, as it is, and a new
 * one that is empty takes its place.
 */
async function takeFromDefault(client: pg.Client, growing: GrowingTable, now: Temporal.Instant): Promise<string[]> {
  const { table, column } = growing
  const spare = `${table}_default`
  const partitions = (await partitionsOf(client, growing)) ?? []
  const end = partitions.filter(({ isDefault }) => !isDefault).at(-1)?.to
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    growing.by === 'entry'
      ? `select min(${column})::text as first, max(${column})::text as last from ${spare}`
      : `select floor(extract(epoch from min(${column})) * 1000)::bigint::text as first,
                floor(extract(epoch from max(${column})) * 1000)::bigint::text as last from ${spare}`,
  )
  const [first, last] = [rows[0]!.first, rows[0]!.last]
  if (first === null || last === null || end === undefined || BigInt(first) < end) return []
  const to =
    growing.by === 'entry'
      ? BigInt(last) + (await spanOfEntries(client, now)).span
      : monthStart(Temporal.Instant.fromEpochMilliseconds(Number(last)).add({ hours: 7 * 24 }), 1)
  const name = partitionName(growing, end)
  await underShortLock(client, [table, spare], async () => {
    await client.query(`alter table ${table} detach partition ${spare}`)
    await client.query(`alter table ${spare} rename to ${name.slice(name.indexOf('.') + 1)}`)
    const bounds = `from (${boundText(end, growing)}) to (${boundText(to, growing)})`
    await client.query(`alter table ${table} attach partition ${name} for values ${bounds}`)
    await makePartition(client, table, spare)
    await client.query(`alter table ${table} attach partition ${spare} default`)
  })
  return [name]
}

/**
 * The newest entry of the ledger, and how many entries an average month has, from which the ranges of its lines are cut: where a month will
 * begin is known only when it has begun, and then its first lines are somewhere already.
 */
export async function spanOfEntries(
  client: pg.ClientBase,
  now: Temporal.Instant,
): Promise<{ last: bigint; span: bigint }> {
  const { rows } = await client.query<{ last: string; since: string | null }>(
    `select coalesce(max(id), 0)::text as last, (select posted_at::text from ledger.entries order by id limit 1) as since
       from ledger.entries`,
  )
  const { last, since } = rows[0]!
  const began = since === null ? now : Temporal.Instant.from(since.replace(' ', 'T'))
  const months = Math.max(1, Math.round(now.since(began).total('hours') / (30 * 24)))
  const average = BigInt(last) / BigInt(months)
  return { last: BigInt(last), span: average > smallestSpan ? average : smallestSpan }
}
/** Fewer entries are no reason for a table of their own. */
const smallestSpan = 1_000_000n
